extension ASN1 {
  /// One value: its tag, and ranges of the span it was read from.
  ///
  /// `Element+….swift` read the content, each as the type that the caller expects, because an
  /// implicit tag does not name it.
  public struct Element: Equatable, Sendable {
    /// The tag of the value.
    public let tag: Tag
    /// The number of enclosing values.
    @usableFromInline let depth: UInt8
    /// The offset of the tag.
    public let start: Int
    /// The offset of the content.
    public let contentStart: Int
    /// The offset after the content.
    public let end: Int

    @inlinable @inline(__always)
    init(_ tag: Tag, from start: Int, contentStart: Int, to end: Int, depth: Int) {
      self.tag = tag
      self.depth = UInt8(truncatingIfNeeded: depth)
      self.start = start
      self.contentStart = contentStart
      self.end = end
    }

    /// The range of the content, without tag and length.
    @inlinable @inline(__always)
    public var content: Range<Int> { contentStart..<end }

    /// The range of the whole value with tag and length, which is signed, hashed and compared.
    @inlinable @inline(__always)
    public var range: Range<Int> { start..<end }

    /// The number of bytes of the content.
    @inlinable @inline(__always)
    public var byteCount: Int { end &- contentStart }

    /// Returns a reader of the values in the content.
    @inlinable
    public func reader() throws(ASN1Error) -> DERReader {
      guard depth < ASN1.depthLimit else {
        throw .nestedTooDeep(at: start, limit: ASN1.depthLimit)
      }
      return DERReader(content, depth: Int(depth) &+ 1)
    }
  }
}
