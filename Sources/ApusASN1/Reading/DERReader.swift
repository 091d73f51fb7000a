/// A reader of DER that consists of three integers; the bytes are a parameter of each call.
///
/// It allocates and copies nothing: values are ranges of the span, which must be the same at each
/// step. If a value is missing, or its tag or length is malformed, the reader does not move; it
/// moves past a value whose content is malformed. A parser ends with `finish()`, which checks that
/// no bytes are left.
///
///     var validity = try certificate.readSequence(in: der)
///     let notBefore = try validity.readTime(in: der)
///     let notAfter = try validity.readTime(in: der)
///     try validity.finish()
///
/// It only reads DER: definite lengths in their shortest form. X.690 section 10, which RFC 5280
/// section 4.1 requires.
public struct DERReader: Equatable, Sendable {
  /// The offset of the next value.
  public var position: Int
  /// The end of the bytes that can be read.
  public let end: Int
  /// The number of values that enclose the next one.
  @usableFromInline let depth: Int

  /// Creates a reader of a range of the bytes, which must be within the span used with it.
  @inlinable
  public init(_ range: Range<Int>) {
    self.init(range, depth: 0)
  }

  /// Creates a reader of all bytes.
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

  /// A Boolean value that indicates whether every value has been read.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { position >= end }

  /// The range of the bytes that are left.
  @inlinable @inline(__always)
  public var range: Range<Int> { position..<end }

  /// Throws an error if there are values left.
  @inlinable
  public func finish() throws(ASN1Error) {
    guard isAtEnd else { throw .trailingBytes(at: position, count: end &- position) }
  }

  /// Returns whether the next value has a tag.
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

  /// Reads the next value, of any type.
  @inlinable
  public mutating func readElement(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Element {
    let element = try nextElement(in: bytes)
    position = element.end
    return element
  }

  /// Reads a value that must have a tag.
  @inlinable
  public mutating func read(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element {
    guard isNext(tag, in: bytes) else { throw unexpected(tag, in: bytes) }
    return try readElement(in: bytes)
  }

  /// Reads a value if it is present: an OPTIONAL one.
  @inlinable
  public mutating func readOptional(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element? {
    guard isNext(tag, in: bytes) else { return nil }
    return try readElement(in: bytes)
  }

  /// Returns the next value without moving past it. Most tags and lengths have one octet each.
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
