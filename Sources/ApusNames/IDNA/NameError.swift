internal import ApusBytes

/// The reason that text is not a valid host.
///
/// Byte offsets refer to the parsed text. Label numbers count from zero at the left.
public enum NameError: Error, Equatable, Sendable {
  /// The host is empty.
  case empty
  /// The host name has `count` bytes, and at most `limit` bytes are allowed.
  case nameTooLong(count: Int, limit: Int)
  /// A label is empty, because two dots are adjacent or a dot is at an end of the name.
  case emptyLabel(label: Int)
  /// A label has at least `count` bytes, and at most `limit` bytes are allowed.
  ///
  /// The A-label of a label in another script may have more than `count` bytes.
  case labelTooLong(label: Int, count: Int, limit: Int)
  /// The name contains a byte that an ASCII host name cannot contain.
  case invalidByte(at: Int, byte: UInt8)
  /// The bytes of the host name are not valid UTF-8.
  case invalidUTF8(at: Int)
  /// The host name contains a Unicode scalar that is not allowed in a label.
  case disallowedScalar(label: Int, scalar: UInt32)
  /// The part of a label after `xn--` cannot be decoded.
  case malformedPunycode(label: Int)
  /// The part of a label after `xn--` is not the canonical Punycode of the label.
  case noncanonicalPunycode(label: Int)
  /// A label that is not ASCII has hyphens in the third and fourth place.
  case reservedHyphens(label: Int)
  /// A label begins with a combining mark.
  case leadingMark(label: Int, scalar: UInt32)
  /// A label contains a joiner (ZWJ or ZWNJ) at a position at which joiners are not allowed.
  case misplacedJoiner(label: Int, scalar: UInt32)
  /// A label violates the Bidi rule in a host name with right-to-left letters.
  case brokenBidiRule(label: Int, condition: Int)
  /// A label begins or ends with a hyphen.
  case hyphenAtEdge(label: Int)
  /// The last label is a number, so other software would read the host name as an IP address.
  case numericLastLabel(label: Int)
  /// An IPv4 address is not four numbers from 0 to 255 without leading zeros.
  case malformedIPv4(at: Int)
  /// An IPv6 address does not follow the grammar of IPv6 addresses.
  case malformedIPv6(at: Int)
  /// A `[` has no `]` at the end of the host.
  case missingBracket(at: Int)
  /// A zone is empty or too long, or contains a byte that no interface name contains.
  case malformedZone(at: Int)
  /// The text contains an IPv6 zone, but only an address without a zone is allowed.
  case unexpectedZone(at: Int)
}

extension NameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the host name is empty"
    case .nameTooLong(let count, let limit):
      "the host name has \(count) bytes, but at most \(limit) bytes are allowed"
    case .emptyLabel(let label): "label \(label) of the host name is empty"
    case .labelTooLong(let label, let count, let limit):
      "label \(label) of the host name has \(count) bytes, but at most \(limit) bytes are allowed"
    case .invalidByte(let at, let byte):
      "byte \(at): the byte 0x\(Hex.encode(byte)) is not allowed in a host name"
    case .invalidUTF8(let at): "byte \(at): the host name is not valid UTF-8"
    case .disallowedScalar(let label, let scalar):
      "label \(label): the character \(Self.name(scalar)) is not allowed in a host name"
    case .malformedPunycode(let label):
      "label \(label) of the host name begins with xn--, but cannot be decoded"
    case .noncanonicalPunycode(let label):
      "label \(label) of the host name begins with xn--, but encodes a label with another spelling"
    case .reservedHyphens(let label):
      "label \(label) of the host name is not ASCII, but has hyphens in the third and fourth place"
    case .leadingMark(let label, let scalar):
      "label \(label) of the host name begins with the combining mark \(Self.name(scalar))"
    case .misplacedJoiner(let label, let scalar):
      "label \(label): the joiner \(Self.name(scalar)) is not allowed in this place of a host name"
    case .brokenBidiRule(let label, let condition):
      "label \(label) of the host name breaks condition \(condition) of the Bidi rule (RFC 5893)"
    case .hyphenAtEdge(let label): "label \(label) of the host name begins or ends with a hyphen"
    case .numericLastLabel(let label):
      "the last label \(label) of the host name is a number, which looks like an IPv4 address"
    case .malformedIPv4(let at):
      "byte \(at): the IPv4 address is malformed; an IPv4 address has four decimal "
        + "numbers"
    case .malformedIPv6(let at): "byte \(at): the IPv6 address is malformed"
    case .missingBracket(let at):
      "byte \(at): the bracket of the IPv6 address is not closed at the end of the host"
    case .malformedZone(let at):
      "byte \(at): the zone is not the name or number of a network interface"
    case .unexpectedZone(let at): "byte \(at): the IPv6 address must not have a zone"
    }
  }

  private static func name(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
