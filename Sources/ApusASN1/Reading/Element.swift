extension ASN1 {
  /// One DER value, with its ASN.1 tag and its ranges in the original span.
  ///
  /// The files `Element+….swift` decode the content of an element as the type that the caller
  /// expects. The caller must pass the type, because an implicit tag does not identify the type.
  public struct Element: Equatable, Sendable {
    /// The ASN.1 tag of the encoded value.
    public let tag: Tag
    /// The nesting depth of the DER element.
    @usableFromInline let depth: UInt8
    /// The offset of the DER element's tag.
    public let start: Int
    /// The offset of the DER element's content.
    public let contentStart: Int
    /// The offset after the last byte of the DER element's content.
    public let end: Int

    @inlinable @inline(__always)
    init(_ tag: Tag, from start: Int, contentStart: Int, to end: Int, depth: Int) {
      self.tag = tag
      self.depth = UInt8(truncatingIfNeeded: depth)
      self.start = start
      self.contentStart = contentStart
      self.end = end
    }

    /// The range of the element's content, without the tag and the length.
    @inlinable @inline(__always)
    public var content: Range<Int> { contentStart..<end }

    /// The range of the complete element with its tag and length. Signatures and hashes cover these
    /// bytes.
    @inlinable @inline(__always)
    public var range: Range<Int> { start..<end }

    /// The number of bytes of the element's content.
    @inlinable @inline(__always)
    public var byteCount: Int { end &- contentStart }

    /// Returns a reader of the DER values in the element's content.
    @inlinable
    public func reader() throws(ASN1Error) -> DERReader {
      guard depth < ASN1.depthLimit else {
        throw .nestedTooDeep(at: start, limit: ASN1.depthLimit)
      }
      return DERReader(content, depth: Int(depth) &+ 1)
    }
  }
}
