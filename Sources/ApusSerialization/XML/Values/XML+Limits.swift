extension XML {
  /// How much of everything a document may have.
  ///
  /// What is counted in bytes is counted in UTF-8 and as it is written, references and all.
  public struct Limits: Sendable, Hashable, Codable {
    /// How many bytes the document may have, in whatever encoding it comes.
    public var byteCount = 64 << 20
    /// How many elements may lie inside each other.
    public var depth = 512
    /// How many bytes a name may have, its prefix among them.
    public var nameByteCount = 1_024
    /// How many bytes one tag, comment or processing instruction may have.
    public var markupByteCount = 1 << 20
    /// How many attributes an element may have, declarations of namespaces among them.
    public var attributeCount = 256
    /// How many bytes the value of an attribute may have.
    public var attributeValueByteCount = 256 << 10
    /// How many bytes of text may follow each other without markup, or in one CDATA section.
    public var textByteCount = 16 << 20
    /// How many declarations of namespaces may be in force at once.
    public var namespaceCount = 256
    /// How many bytes the document type declaration may have; with 0 there may be none.
    public var documentTypeByteCount = 64 << 10
    /// How many nodes a tree may have; a caller that pulls events has no tree.
    public var nodeCount = 1 << 21

    /// Creates the default limits.
    public init() {}
  }

  /// What a document has too much of.
  public enum Limit: Sendable, Hashable {
    case byteCount, depth, nameByteCount, markupByteCount, attributeCount, attributeValueByteCount
    case textByteCount, namespaceCount, documentTypeByteCount, nodeCount
    /// Not for the caller to set: XML declarations are small.
    case declarationByteCount
  }
}
