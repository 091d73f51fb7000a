/// Three integers that walk over DER which travels beside them as a parameter.
///
/// Nothing is allocated and nothing is copied: what is read are ranges of the span, which must be
/// the same at each step. A value that is not there, or whose tag or length is malformed, leaves
/// the reader where it was; one whose content is malformed has been passed. The parse of a content
/// ends with `finish()`, which checks that nothing is left over.
///
///     var validity = try certificate.readSequence(in: der)
///     let notBefore = try validity.readTime(in: der)
///     let notAfter = try validity.readTime(in: der)
///     try validity.finish()
///
/// Only DER is read: definite lengths in their shortest form. X.690 section 10, as RFC 5280
/// section 4.1 asks for it.
public struct DERReader: Equatable, Sendable {
  /// Where the next value begins.
  public var position: Int
  /// One past the last byte that may be read.
  public let end: Int
  /// How many values enclose the next one.
  @usableFromInline let depth: Int

  /// Walks over a range of the bytes, which must lie inside the span used with it.
  @inlinable
  public init(_ range: Range<Int>) {
    self.init(range, depth: 0)
  }

  /// Walks over all of the bytes.
  @inlinable
  public init(_ bytes: Span<UInt8>) {
    self.init(bytes.indices, depth: 0)
  }

  @inlinable @inline(__always)
  init(_ range: Range<Int>, depth: Int) {
    position = range.lowerBound
    end = range.upperBound
    self.depth = depth
  }

  /// Whether every value has been read.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { position >= end }

  /// The bytes that are left, as a range.
  @inlinable @inline(__always)
  public var range: Range<Int> { position..<end }

  /// Checks that every value has been read.
  @inlinable
  public func finish() throws(ASN1Error) {
    guard isAtEnd else { throw .trailingBytes(at: position, count: end &- position) }
  }

  /// Returns whether a value of that tag is next.
  @inlinable @inline(__always)
  public func isNext(_ tag: ASN1.Tag, in bytes: Span<UInt8>) -> Bool {
    guard position < end else { return false }
    guard !tag.isHigh else { return (try? nextTag(in: bytes)) == tag }
    return ASN1.Tag(octet: bytes[position]) == tag
  }

  /// Returns the tag of the next value, or nil at the end.
  @inlinable
  public func nextTag(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Tag? {
    guard position < end else { return nil }
    let octet = bytes[position]
    return octet & 0x1f == 0x1f ? try longTag(in: bytes).tag : ASN1.Tag(octet: octet)
  }

  /// Reads the next value, whatever it is.
  @inlinable
  public mutating func readElement(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Element {
    let element = try nextElement(in: bytes)
    position = element.end
    return element
  }

  /// Reads a value that must have that tag.
  @inlinable
  public mutating func read(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element {
    guard isNext(tag, in: bytes) else { throw unexpected(tag, in: bytes) }
    return try readElement(in: bytes)
  }

  /// Reads a value if it is there: an OPTIONAL one.
  @inlinable
  public mutating func readOptional(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element? {
    guard isNext(tag, in: bytes) else { return nil }
    return try readElement(in: bytes)
  }

  /// The next value, which is not passed. Most tags and lengths are one octet each.
  @inlinable @inline(__always)
  func nextElement(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Element {
    if end &- position >= 2 {
      let octet = bytes[position]
      let length = Int(bytes[position &+ 1])
      let start = position &+ 2
      if octet & 0x1f != 0x1f, length < 0x80, length <= end &- start {
        return ASN1.Element(
          ASN1.Tag(octet: octet), from: position, contentStart: start, to: start &+ length,
          depth: depth)
      }
    }
    return try nextLongElement(in: bytes)
  }
}
