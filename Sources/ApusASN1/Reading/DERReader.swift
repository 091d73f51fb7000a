/// A DER reader that stores only three integers. The bytes are a parameter of each call.
///
/// The reader allocates and copies nothing. Values are ranges of the span, which must be the same
/// in each call. If a value is missing, or if its tag or length is malformed, the reader does not
/// move. If only the content of a value is malformed, the reader moves past the value. A parser
/// ends with `finish()`, which checks that no bytes are left.
///
///     var validity = try certificate.readSequence(in: der)
///     let notBefore = try validity.readTime(in: der)
///     let notAfter = try validity.readTime(in: der)
///     try validity.finish()
///
/// The reader accepts only DER, which requires definite lengths in their shortest form. X.690
/// section 10, which RFC 5280 section 4.1 requires.
public struct DERReader: Equatable, Sendable {
  /// The offset of the next DER value.
  public var position: Int
  /// The offset after the last byte that the reader can read.
  public let end: Int
  /// The nesting depth of the next DER value.
  @usableFromInline let depth: Int

  /// Creates a DER reader for a range of bytes. The range must be within the span of each call.
  @inlinable
  public init(_ range: Range<Int>) {
    self.init(range, depth: 0)
  }

  /// Creates a DER reader for all bytes of a span.
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

  /// A Boolean value that indicates whether every DER value has been read.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { position >= end }

  /// The range of the bytes that have not been read.
  @inlinable @inline(__always)
  public var range: Range<Int> { position..<end }

  /// Throws an error if the reader has not read every DER value.
  @inlinable
  public func finish() throws(ASN1Error) {
    guard isAtEnd else { throw .trailingBytes(at: position, count: end &- position) }
  }

  /// Returns a Boolean value that indicates whether the next DER value has the given tag.
  @inlinable @inline(__always)
  public func isNext(_ tag: ASN1.Tag, in bytes: Span<UInt8>) -> Bool {
    guard position < end else { return false }
    guard !tag.isHigh else { return (try? nextTag(in: bytes)) == tag }
    return ASN1.Tag(octet: bytes[position]) == tag
  }

  /// Returns the tag of the next DER value, or `nil` if no value is left.
  @inlinable
  public func nextTag(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Tag? {
    guard position < end else { return nil }
    let octet = bytes[position]
    return octet & 0x1f == 0x1f ? try longTag(in: bytes).tag : ASN1.Tag(octet: octet)
  }

  /// Reads the next DER value, which can have any type.
  @inlinable
  public mutating func readElement(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Element {
    let element = try nextElement(in: bytes)
    position = element.end
    return element
  }

  /// Reads the next DER value, which must have a given tag.
  @inlinable
  public mutating func read(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element {
    guard isNext(tag, in: bytes) else { throw unexpected(tag, in: bytes) }
    return try readElement(in: bytes)
  }

  /// Reads an OPTIONAL value with the given tag. The function returns `nil` if the value is absent.
  @inlinable
  public mutating func readOptional(
    _ tag: ASN1.Tag, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element? {
    guard isNext(tag, in: bytes) else { return nil }
    return try readElement(in: bytes)
  }

  /// Returns the next DER value, without moving the reader past the value. Most tags and most
  /// lengths have one octet.
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
