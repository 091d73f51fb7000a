internal import ApusBytes

/// A host name in the one form that every part of the stack compares.
///
/// The form is ASCII in lower case, labels of other scripts as A-labels, and no trailing dot.
///
/// **Equality does not see the trailing dot.** A certificate and SNI cannot carry it (RFC 6066
/// section 3), and cookies and HSTS that distinguish `example.com.` from `example.com` can be
/// bypassed with the dot. It does matter to a resolver, which appends its search domains to a name
/// without one. So code that identifies a *machine*, such as a connection pool, and code that
/// checks whether a redirect stays on one host compare `description`, which keeps the dot.
///
/// **The characters of a label** are letters, digits, hyphens and underscores. RFC 1123 section 2.1
/// does not allow underscores, but servers have such names. As there, a hyphen at the edge of a
/// label is rejected. Two hyphens in the third and fourth place are allowed in ASCII, since names
/// of content networks have them and only `xn--` has a meaning. A last label that is a decimal or
/// `0x` number is rejected, because other software reads such a name as an address.
public struct DomainName: Sendable {
  /// The longest label, in bytes. RFC 1035 section 2.3.4.
  public static let labelLimit = 63
  /// The longest name, in bytes, without the trailing dot. RFC 1035 section 2.3.4.
  public static let limit = 253
  /// The longest text of a name, in bytes of UTF-8: each of the 253 bytes may come from a scalar.
  public static let textLimit = 1_024

  /// The canonical bytes, without the trailing dot.
  public let bytes: [UInt8]
  /// A Boolean value that indicates whether the name was written with a dot at its end.
  ///
  /// A resolver appends no search domain to such a name.
  public let hasTrailingDot: Bool

  /// Reads a name and makes it canonical.
  public init(_ text: String) throws(NameError) {
    try self.init(Array(text.utf8).span)
  }

  /// Reads a name in UTF-8 and makes it canonical.
  ///
  ///     name  = label *( "." label ) [ "." ]
  ///     label = let-dig [ *61( let-dig / "-" ) let-dig ]    ; let-dig with "_"
  ///
  /// RFC 1123 section 2.1, once UTS 46 has made the name ASCII.
  public init(_ bytes: Span<UInt8>) throws(NameError) {
    guard bytes.count <= Self.textLimit else {
      throw .nameTooLong(count: bytes.count, limit: Self.textLimit)
    }
    var name = Self.isPlain(bytes) ? try Self.lowercased(bytes) : try IDNA.toASCII(bytes)
    guard !name.isEmpty else { throw .empty }
    hasTrailingDot = name.last == 0x2e
    if hasTrailingDot { name.removeLast() }
    guard name.count <= Self.limit else {
      throw .nameTooLong(count: name.count, limit: Self.limit)
    }
    try Self.checkLabels(name.span)
    self.bytes = name
  }

  /// The part of a name from one of its labels on, which is a canonical name as well.
  package init(tailOf name: DomainName, from start: Int) {
    bytes = start == 0 ? name.bytes : Array(name.bytes[start...])
    hasTrailingDot = name.hasTrailingDot
  }

  /// The range of each label in `bytes`, from left to right; there is at least one.
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

  /// Returns whether the name is a label or more below another one; no name is below itself.
  public func isSubdomain(of other: DomainName) -> Bool {
    let boundary = bytes.count - other.bytes.count - 1
    guard boundary > 0, bytes[boundary] == 0x2e else { return false }
    return bytes[(boundary + 1)...].elementsEqual(other.bytes)
  }

  /// The bytes of a canonical label.
  static let canonical = ByteSet(0x61...0x7a).union(.digits).union(ByteSet("-_"))

  /// A Boolean value that indicates whether a name is ASCII and has no A-label.
  ///
  /// Such a name needs no Unicode table.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      guard bytes[index] < 0x80 else { return false }
      guard ASCII.lowercased(bytes[index]) == 0x78, index + 4 <= bytes.count,
        index == 0 || bytes[index - 1] == 0x2e
      else { continue }
      if ASCII.equalsIgnoringCase(bytes.extracting(index..<(index + 4)), "xn--") { return false }
    }
    return true
  }

  private static func lowercased(_ bytes: Span<UInt8>) throws(NameError) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = ASCII.lowercased(bytes[index])
      guard canonical.contains(byte) || byte == 0x2e else {
        throw .invalidByte(at: index, byte: bytes[index])
      }
      name.append(byte)
    }
    return name
  }

  private static func checkLabels(_ name: Span<UInt8>) throws(NameError) {
    var label = 0
    var start = 0
    for end in 0...name.count where end == name.count || name[end] == 0x2e {
      guard start < end else { throw .emptyLabel(label: label) }
      guard end - start <= labelLimit else {
        throw .labelTooLong(label: label, count: end - start, limit: labelLimit)
      }
      guard name[start] != 0x2d, name[end - 1] != 0x2d else { throw .hyphenAtEdge(label: label) }
      start = end + 1
      label += 1
    }
    guard !endsInNumber(name) else { throw .numericLastLabel(label: label - 1) }
  }

  /// Returns whether the last label, without the trailing dot, is a decimal or `0x` number.
  ///
  /// As in the WHATWG URL standard, `0x` alone counts as one.
  static func endsInNumber(_ name: Span<UInt8>) -> Bool {
    var end = name.count
    if end > 0, name[end - 1] == 0x2e { end -= 1 }
    var start = end
    var isDecimal = true
    while start > 0, name[start - 1] != 0x2e {
      start -= 1
      if !ByteSet.digits.contains(name[start]) { isDecimal = false }
    }
    guard !isDecimal else { return start < end }
    guard end - start >= 2, name[start] == 0x30, ASCII.lowercased(name[start + 1]) == 0x78 else {
      return false
    }
    for index in (start + 2)..<end where !ByteSet.hexDigits.contains(name[index]) { return false }
    return true
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

extension DomainName {
  /// The name as people read it, with the labels of other scripts decoded: for showing alone.
  ///
  /// Letters of different scripts can look the same, so that a decision is never taken on it.
  public var unicodeDescription: String {
    let texts = labels.map { label in
      IDNA.unicodeText(bytes[label]) ?? String(decoding: bytes[label], as: UTF8.self)
    }
    return texts.joined(separator: ".") + (hasTrailingDot ? "." : "")
  }
}
