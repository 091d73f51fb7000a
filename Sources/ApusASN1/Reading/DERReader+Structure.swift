/// The functions that read nested and optional DER values.
///
/// X.690 sections 8.9 to 8.12, 8.14, 11.5 and 11.6, which RFC 5280 section 4.1 requires.
extension DERReader {
  /// Creates a reader of the values in a SEQUENCE that fills a range, such as an extension value or
  /// a key.
  @inlinable
  public init(sequenceFilling range: Range<Int>, in bytes: Span<UInt8>) throws(ASN1Error) {
    var outer = DERReader(range)
    self = try outer.readSequence(in: bytes)
    try outer.finish()
  }

  /// Reads a SEQUENCE or SEQUENCE OF and returns a reader of its values.
  @inlinable
  public mutating func readSequence(
    tagged tag: ASN1.Tag = .sequence, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> DERReader {
    try read(tag, in: bytes).reader()
  }

  /// Reads a SET or SET OF and returns a reader of its values, which can be in any order.
  ///
  /// Names in existing certificates contain unsorted sets of two values.
  @inlinable
  public mutating func readSet(
    tagged tag: ASN1.Tag = .set, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> DERReader {
    try read(tag, in: bytes).reader()
  }

  /// Reads a SET OF and returns a reader of its values, which must be in the ascending order of
  /// DER.
  public mutating func readSortedSet(
    tagged tag: ASN1.Tag = .set, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> DERReader {
    let set = try read(tag, in: bytes).reader()
    var values = set
    var previous: Range<Int>?
    while !values.isAtEnd {
      let next = try values.readElement(in: bytes).range
      if let previous, ASN1.precedes(next, previous, in: bytes) {
        throw .setNotSorted(at: next.lowerBound)
      }
      previous = next
    }
    return set
  }

  /// Reads the explicit tag `[number]` around another value, and returns a reader of the inner
  /// value.
  @inlinable
  public mutating func readExplicit(
    _ number: UInt32, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> DERReader {
    try read(.context(number, isConstructed: true), in: bytes).reader()
  }

  /// Reads the explicit tag `[number]` around another value.
  /// The function returns `nil` if the explicit tag is absent.
  @inlinable
  public mutating func readOptionalExplicit(
    _ number: UInt32, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> DERReader? {
    try readOptional(.context(number, isConstructed: true), in: bytes)?.reader()
  }

  /// Reads an optional BOOLEAN, and rejects an encoded default value.
  @inlinable
  public mutating func readBoolean(
    default absent: Bool, tagged tag: ASN1.Tag = .boolean, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Bool {
    let start = position
    guard let value = try readOptional(tag, in: bytes)?.boolean(in: bytes) else { return absent }
    guard value != absent else { throw .encodedDefault(at: start) }
    return value
  }

  /// Reads an optional INTEGER, and rejects an encoded default value.
  @inlinable
  public mutating func readInteger(
    default absent: Int, tagged tag: ASN1.Tag = .integer, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int {
    let start = position
    guard let value = try readOptional(tag, in: bytes)?.integer(in: bytes) else { return absent }
    guard value != absent else { throw .encodedDefault(at: start) }
    return value
  }
}

extension ASN1 {
  /// Returns a Boolean value that indicates whether one DER encoding precedes another in a SET OF.
  /// The bytes are compared, and the shorter encoding is padded with zeros. X.690 section 11.6.
  static func precedes(_ left: Range<Int>, _ right: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let common = min(left.count, right.count)
    for index in 0..<common {
      let (l, r) = (bytes[left.lowerBound + index], bytes[right.lowerBound + index])
      if l != r { return l < r }
    }
    // An encoding is never a prefix of another encoding, because the length of an encoding
    // determines its end.
    return left.count < right.count
  }
}
