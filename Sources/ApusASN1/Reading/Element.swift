extension ASN1 {
  /// One value where it stands: its tag, and ranges of the span it was read from.
  ///
  /// What its content says is read by `Element+….swift`, in each case by the type that the caller
  /// expects: an implicit tag does not tell it.
  public struct Element: Equatable, Sendable {
    /// What stands in front of the value.
    public let tag: Tag
    /// How many values it lies within.
    @usableFromInline let depth: UInt8
    /// Where its tag begins.
    public let start: Int
    /// Where its content begins.
    public let contentStart: Int
    /// One past its content.
    public let end: Int

    @inlinable @inline(__always)
    init(_ tag: Tag, from start: Int, contentStart: Int, to end: Int, depth: Int) {
      self.tag = tag
      self.depth = UInt8(truncatingIfNeeded: depth)
      self.start = start
      self.contentStart = contentStart
      self.end = end
    }

    /// The content, without tag and length.
    @inlinable @inline(__always)
    public var content: Range<Int> { contentStart..<end }

    /// The whole value, with tag and length: what is signed, hashed and compared.
    @inlinable @inline(__always)
    public var range: Range<Int> { start..<end }

    /// How many bytes the content has.
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
