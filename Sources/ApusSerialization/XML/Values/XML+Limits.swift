extension XML {
  /// The size limits of an XML document.
  ///
  /// The limits apply to the UTF-8 bytes of the document with unresolved references.
  public struct Limits: Sendable, Hashable, Codable {
    /// The maximum number of bytes of an XML document, in any encoding; the default is 64 MiB.
    public var byteCount = 64 << 20
    /// The maximum nesting depth of XML elements; the default is 512.
    public var depth = 512
    /// The maximum number of bytes of an XML name, including its prefix; the default is 1,024.
    public var nameByteCount = 1_024
    /// The maximum number of bytes of a tag, comment or processing instruction; the default is 1
    /// MiB.
    public var markupByteCount = 1 << 20
    /// The maximum number of attributes of an element, including namespace declarations; the
    /// default is 256.
    public var attributeCount = 256
    /// The maximum number of bytes of an attribute value; the default is 256 KiB.
    public var attributeValueByteCount = 256 << 10
    /// The maximum number of bytes of continuous text, or of a CDATA section; the default is 16
    /// MiB.
    public var textByteCount = 16 << 20
    /// The maximum number of namespace declarations that are in scope at the same time; the default
    /// is 256.
    public var namespaceCount = 256
    /// The maximum number of bytes of the document type declaration; 0 forbids a declaration. The
    /// default limit is 64 KiB.
    public var documentTypeByteCount = 64 << 10
    /// The maximum number of nodes of an XML document tree; the default is 2,097,152.
    public var nodeCount = 1 << 21

    /// Creates the default limits of an XML document.
    public init() {}
  }

  /// The name of a size limit that an XML document exceeds.
  public enum Limit: Sendable, Hashable {
    case byteCount, depth, nameByteCount, markupByteCount, attributeCount, attributeValueByteCount
    case textByteCount, namespaceCount, documentTypeByteCount, nodeCount
    /// The size limit of the XML declaration, which a program cannot change.
    case declarationByteCount
  }
}
