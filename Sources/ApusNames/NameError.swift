internal import ApusBytes

/// Why text is not a host.
///
/// Offsets count the bytes of the text that was read; labels count from zero at the left.
public enum NameError: Error, Equatable, Sendable {
  /// Nothing stands where a host must.
  case empty
  /// The name has that many bytes where at most `limit` are allowed.
  case nameTooLong(count: Int, limit: Int)
  /// Two dots, or a dot and an end of the name, have nothing between them.
  case emptyLabel(label: Int)
  /// A label has that many bytes where at most `limit` are allowed.
  case labelTooLong(label: Int, count: Int, limit: Int)
  /// A byte that a host name cannot have: only letters, digits, `-`, `_` and dots stand in one.
  case invalidByte(at: Int, byte: UInt8)
  /// A label begins or ends with a hyphen.
  case hyphenAtEdge(label: Int)
  /// The last label is a number, so that others would read the name as an address.
  case numericLastLabel(label: Int)
  /// An IPv4 address is not four numbers from 0 to 255 without leading zeros.
  case malformedIPv4(at: Int)
  /// An IPv6 address does not follow its grammar.
  case malformedIPv6(at: Int)
  /// A `[` has no `]` at the end of the host.
  case missingBracket(at: Int)
  /// A zone is empty, too long, or has a byte that no interface name has.
  case malformedZone(at: Int)
  /// A zone stands where only the address itself may.
  case unexpectedZone(at: Int)
}

extension NameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the host is empty"
    case .nameTooLong(let count, let limit):
      "the name has \(count) bytes where at most \(limit) are allowed"
    case .emptyLabel(let label): "label \(label) is empty"
    case .labelTooLong(let label, let count, let limit):
      "label \(label) has \(count) bytes where at most \(limit) are allowed"
    case .invalidByte(let at, let byte):
      "byte \(at): 0x\(Hex.encode(byte)) cannot stand in a host"
    case .hyphenAtEdge(let label): "label \(label) begins or ends with a hyphen"
    case .numericLastLabel(let label):
      "label \(label) is the last one and a number, which reads as an address"
    case .malformedIPv4(let at): "byte \(at): not an IPv4 address of four decimal numbers"
    case .malformedIPv6(let at): "byte \(at): not an IPv6 address"
    case .missingBracket(let at): "byte \(at): the bracket is not closed at the end of the host"
    case .malformedZone(let at): "byte \(at): not the name or number of an interface"
    case .unexpectedZone(let at): "byte \(at): a zone cannot stand here"
    }
  }
}
