extension XML {
  /// The limits of a document.
  ///
  /// Bytes are counted in UTF-8 and as written, with references.
  public struct Limits: Sendable, Hashable, Codable {
    /// The number of bytes that the document may have, in any encoding. The default is 64 MiB.
    public var byteCount = 64 << 20
    /// The number of elements that may be nested. The default is 512.
    public var depth = 512
    /// The number of bytes that a name may have, with its prefix. The default is 1,024.
    public var nameByteCount = 1_024
    /// The number of bytes that one tag, comment or processing instruction may have.
    /// The default is 1 MiB.
    public var markupByteCount = 1 << 20
    /// The number of attributes that an element may have, with namespace declarations.
    /// The default is 256.
    public var attributeCount = 256
    /// The number of bytes that the value of an attribute may have. The default is 256 KiB.
    public var attributeValueByteCount = 256 << 10
    /// The number of bytes of text without markup between, or in one CDATA section.
    /// The default is 16 MiB.
    public var textByteCount = 16 << 20
    /// The number of namespace declarations that may be in force at once. The default is 256.
    public var namespaceCount = 256
    /// The number of bytes that the document type declaration may have; 0 forbids one.
    /// The default is 64 KiB.
    public var documentTypeByteCount = 64 << 10
    /// The number of nodes that a tree may have; a caller that pulls events has no tree.
    /// The default is 2,097,152.
    public var nodeCount = 1 << 21

    /// Creates the default limits.
    public init() {}
  }

  /// The limit that a document exceeds.
  public enum Limit: Sendable, Hashable {
    case byteCount, depth, nameByteCount, markupByteCount, attributeCount, attributeValueByteCount
    case textByteCount, namespaceCount, documentTypeByteCount, nodeCount
    /// Not for the caller to set: XML declarations are small.
    case declarationByteCount
  }
}
