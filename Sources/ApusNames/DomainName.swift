internal import ApusBytes

/// A host name in the one form that every part of the stack compares.
///
/// The form is ASCII in lower case, labels of other scripts as A-labels, and no trailing dot.
///
/// **Equality does not see the trailing dot.** A certificate and SNI cannot carry it (RFC 6066
/// section 3), and cookies and HSTS that told `example.com.` from `example.com` have been walked
/// around by writing the dot. It does matter to a resolver, which appends its search domains to a
/// name without one. So whoever decides which *machine* is meant, as a connection pool does and
/// whoever asks whether a redirect stays at home, compares `hasTrailingDot` as well.
///
/// **What a label may have.** Letters, digits, hyphens and underscores: RFC 1123 section 2.1 knows
/// no underscore, but servers answer to such names. A hyphen at the edge of a label is refused, as
/// there. Two hyphens in the third and fourth place are allowed in ASCII, where only `xn--` means
/// something, since names of content networks have them. A last label that is a decimal or `0x`
/// number is refused, because others read such a name as an address.
public struct DomainName: Sendable {
  /// The longest label, in bytes. RFC 1035 section 2.3.4.
  public static let labelLimit = 63
  /// The longest name, in bytes, without the trailing dot. RFC 1035 section 2.3.4.
  public static let limit = 253

  /// The canonical bytes, without the trailing dot.
  public let bytes: [UInt8]
  /// Whether the name was written with a dot at its end, so that no search domain is appended.
  public let hasTrailingDot: Bool

  /// Reads a name and makes it canonical.
  public init(_ text: String) throws(NameError) {
    try self.init(Array(text.utf8).span)
  }

  /// Reads a name and makes it canonical.
  ///
  ///     name  = label *( "." label ) [ "." ]
  ///     label = let-dig [ *62( let-dig / "-" ) let-dig ]    ; let-dig with "_"
  ///
  /// RFC 1123 section 2.1.
  public init(_ bytes: Span<UInt8>) throws(NameError) {
    guard !bytes.isEmpty else { throw .empty }
    hasTrailingDot = bytes[bytes.count - 1] == 0x2e
    let count = hasTrailingDot ? bytes.count - 1 : bytes.count
    guard count <= Self.limit else { throw .nameTooLong(count: count, limit: Self.limit) }
    for index in 0..<count where !Self.allowed.contains(bytes[index]) {
      throw .invalidByte(at: index, byte: bytes[index])
    }
    self.bytes = [UInt8](capacity: count) { output in
      for index in 0..<count { output.append(ASCII.lowercased(bytes[index])) }
    }
    try checkLabels()
  }

  /// Where each label stands in `bytes`, from left to right; there is one at least.
  public var labels: [Range<Int>] {
    var labels: [Range<Int>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x2e {
      labels.append(start..<index)
      start = index + 1
    }
    labels.append(start..<bytes.count)
    return labels
  }

  /// Whether the name is a label or more below another one; no name is below itself.
  public func isSubdomain(of other: DomainName) -> Bool {
    let boundary = bytes.count - other.bytes.count - 1
    guard boundary > 0, bytes[boundary] == 0x2e else { return false }
    return bytes[(boundary + 1)...].elementsEqual(other.bytes)
  }

  private static let allowed = ByteSet.letters.union(.digits).union(ByteSet("-_."))

  private func checkLabels() throws(NameError) {
    let labels = labels
    for (number, label) in labels.enumerated() {
      guard !label.isEmpty else { throw .emptyLabel(label: number) }
      guard label.count <= Self.labelLimit else {
        throw .labelTooLong(label: number, count: label.count, limit: Self.labelLimit)
      }
      guard bytes[label.lowerBound] != 0x2d, bytes[label.upperBound - 1] != 0x2d else {
        throw .hyphenAtEdge(label: number)
      }
    }
    guard !Self.endsInNumber(bytes.span) else { throw .numericLastLabel(label: labels.count - 1) }
  }

  /// Whether the last label, the trailing dot aside, is a decimal or `0x` number.
  static func endsInNumber(_ bytes: Span<UInt8>) -> Bool {
    var end = bytes.count
    if end > 0, bytes[end - 1] == 0x2e { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1] != 0x2e { start -= 1 }
    var at = Cursor(start..<end)
    let isHex = at.skip("0x", in: bytes) || at.skip("0X", in: bytes)
    let digits = at.readWhile(in: bytes) {
      isHex ? ByteSet.hexDigits.contains($0) : ByteSet.digits.contains($0)
    }
    return at.isAtEnd && (isHex || !digits.isEmpty)
  }
}

extension DomainName: Hashable {
  public static func == (left: DomainName, right: DomainName) -> Bool { left.bytes == right.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension DomainName: CustomStringConvertible {
  /// The canonical name, with the trailing dot if it was written.
  public var description: String {
    String(decoding: bytes, as: UTF8.self) + (hasTrailingDot ? "." : "")
  }
}
