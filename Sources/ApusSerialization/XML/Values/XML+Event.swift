extension XML {
  /// An event of an XML parser, such as the start of an element.
  ///
  /// The events do not depend on the network packets. The text between two tags or comments is a
  /// single event, with resolved references and normalized line ends.
  public enum Event: Equatable, Sendable {
    /// The start of an XML element, with its start tag.
    case startElement(StartTag)
    /// The end of an XML element, with its name. The end of an empty element directly follows its
    /// start.
    case endElement(Name)
    /// The text between two tags, comments or other markup in an XML element.
    case text(String)
    /// A CDATA section in an XML element, with its content.
    case section(String)
    /// A comment of the XML document outside the document type declaration.
    case comment(String)
    /// A processing instruction of the XML document outside the document type declaration.
    case processingInstruction(target: String, content: String)
    /// The end of a well-formed XML document.
    case endDocument
  }

  /// The start tag of an XML element.
  public struct StartTag: Hashable, Sendable {
    /// The name of the XML element.
    public let name: Name
    /// The attributes of the XML element.
    public let attributes: Attributes
    /// The namespace declarations of the start tag. The value is `nil` if the start tag has no
    /// namespace declarations, because a copy of `nil` is fast.
    private let declared: [NamespaceDeclaration]?

    init(name: Name, attributes: Attributes, namespaces: [NamespaceDeclaration]) {
      self.name = name
      self.attributes = attributes
      declared = namespaces.isEmpty ? nil : namespaces
    }

    /// The namespaces that the start tag declares.
    public var namespaces: [NamespaceDeclaration] { declared ?? [] }
  }

  /// The XML declaration of a document, such as `<?xml version="1.0"?>`.
  public struct Declaration: Hashable, Sendable {
    /// The XML version: `1.0`, or another version that begins with `1.`.
    public let version: String
    /// The encoding label in the XML declaration, or `nil` if the label is missing.
    public let encoding: String?
    /// A Boolean value that indicates whether the document is standalone, or `nil` if the XML
    /// declaration has no `standalone`.
    public let standalone: Bool?
  }
}
