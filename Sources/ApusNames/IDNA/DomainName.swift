internal import ApusBytes

/// A host name in canonical form.
///
/// The canonical form is lower-case ASCII without a trailing dot. Labels in other scripts are
/// encoded as A-labels.
///
/// **Equality ignores the trailing dot.** A certificate and SNI cannot contain the trailing dot
/// (RFC 6066 section 3). Cookies and HSTS that distinguish `example.com.` from `example.com` can be
/// bypassed with the dot. The dot does matter to a resolver, which appends its search domains to a
/// name without a trailing dot. Code that identifies a *machine*, such as a connection pool,
/// therefore compares `description`, which contains the dot. Code that checks whether a redirect
/// stays on one host compares `description` too.
///
/// **The characters of a label** are letters, digits, hyphens and underscores. RFC 1123 section 2.1
/// does not allow underscores, but some servers have such names. As in RFC 1123, a hyphen at the
/// start or the end of a label is rejected. Two hyphens in the third and fourth place of an ASCII
/// label are allowed, because names of content networks have them and only `xn--` has a meaning. A
/// last label that is a decimal or `0x` number is rejected, because other software reads such a
/// name as an address.
public struct DomainName: Sendable {
  /// The maximum length of a label in bytes. RFC 1035 section 2.3.4.
  public static let labelLimit = 63
  /// The maximum length of a name in bytes, without the trailing dot. RFC 1035 section 2.3.4.
  public static let limit = 253
  /// The maximum length of the text of a name in bytes of UTF-8.
  ///
  /// Each of the 253 bytes of a name may come from one Unicode scalar.
  public static let textLimit = 1_024

  /// The canonical bytes of the name, without the trailing dot.
  public let bytes: [UInt8]
  /// A Boolean value that indicates whether the name was written with a dot at its end.
  ///
  /// A resolver appends no search domain to a name with a trailing dot.
  public let hasTrailingDot: Bool

  /// Parses a name and converts it to the canonical form.
  public init(_ text: String) throws(NameError) {
    try self.init(Array(text.utf8).span)
  }

  /// Parses a name in UTF-8 and converts it to the canonical form.
  ///
  ///     name  = label *( "." label ) [ "." ]
  ///     label = let-dig [ *61( let-dig / "-" ) let-dig ]    ; let-dig with "_"
  ///
  /// RFC 1123 section 2.1, after UTS 46 has converted the name to ASCII.
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

  /// Creates a domain name from the last labels of another domain name.
  package init(tailOf name: DomainName, from start: Int) {
    bytes = start == 0 ? name.bytes : Array(name.bytes[start...])
    hasTrailingDot = name.hasTrailingDot
  }

  /// The ranges of the labels in `bytes`, from left to right. The array has at least one element.
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

  /// Returns whether this name is a subdomain of another name.
  ///
  /// A subdomain has at least one label more than its parent domain, so a name is not a subdomain
  /// of itself.
  public func isSubdomain(of other: DomainName) -> Bool {
    let boundary = bytes.count - other.bytes.count - 1
    guard boundary > 0, bytes[boundary] == 0x2e else { return false }
    return bytes[(boundary + 1)...].elementsEqual(other.bytes)
  }

  /// The bytes that a canonical label may contain.
  static let canonical = ByteSet(0x61...0x7a).union(.digits).union(ByteSet("-_"))

  /// Returns whether a name is ASCII and has no A-label.
  ///
  /// A name of this form needs no Unicode table.
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

  /// Returns whether the last label of a host name is a decimal or `0x` number. A trailing dot is
  /// ignored.
  ///
  /// As in the WHATWG URL standard, `0x` alone counts as a number.
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
  /// The canonical name, with the trailing dot if the name was written with one.
  public var description: String {
    String(decoding: bytes, as: UTF8.self) + (hasTrailingDot ? "." : "")
  }
}

extension DomainName {
  /// The host name for display, with A-labels decoded to Unicode.
  ///
  /// Letters of different scripts can look the same, so a program must not base a decision on this
  /// text.
  public var unicodeDescription: String {
    let texts = labels.map { label in
      IDNA.unicodeText(bytes[label]) ?? String(decoding: bytes[label], as: UTF8.self)
    }
    return texts.joined(separator: ".") + (hasTrailingDot ? "." : "")
  }
}
