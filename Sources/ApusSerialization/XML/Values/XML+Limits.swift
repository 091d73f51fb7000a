extension XML {
  /// The size limits of an XML document.
  ///
  /// Bytes are counted in UTF-8 and before references are resolved.
  public struct Limits: Sendable, Hashable, Codable {
    /// The maximum number of bytes of the document, in any encoding. The default is 64 MiB.
    public var byteCount = 64 << 20
    /// The maximum nesting depth of elements. The default is 512.
    public var depth = 512
    /// The maximum number of bytes of a name, including its prefix. The default is 1,024.
    public var nameByteCount = 1_024
    /// The maximum number of bytes of a tag, comment or processing instruction.
    /// The default is 1 MiB.
    public var markupByteCount = 1 << 20
    /// The maximum number of attributes of an element, including namespace declarations.
    /// The default is 256.
    public var attributeCount = 256
    /// The maximum number of bytes of an attribute value. The default is 256 KiB.
    public var attributeValueByteCount = 256 << 10
    /// The maximum number of bytes of uninterrupted text, or of a CDATA section.
    /// The default is 16 MiB.
    public var textByteCount = 16 << 20
    /// The maximum number of namespace declarations that are in scope at the same time.
    /// The default is 256.
    public var namespaceCount = 256
    /// The maximum number of bytes of the document type declaration; 0 forbids a declaration.
    /// The default is 64 KiB.
    public var documentTypeByteCount = 64 << 10
    /// The maximum number of nodes of a tree, which does not apply to parsers without a tree.
    /// The default is 2,097,152.
    public var nodeCount = 1 << 21

    /// Creates the default limits of an XML document.
    public init() {}
  }

  /// The name of a limit that a document exceeds.
  public enum Limit: Sendable, Hashable {
    case byteCount, depth, nameByteCount, markupByteCount, attributeCount, attributeValueByteCount
    case textByteCount, namespaceCount, documentTypeByteCount, nodeCount
    /// The size limit of the XML declaration, which is fixed because XML declarations are small.
    case declarationByteCount
  }
}
