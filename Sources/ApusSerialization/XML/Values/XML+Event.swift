extension XML {
  /// An event of an XML parser, which represents a part of the document.
  ///
  /// Events do not depend on the sizes of the received pieces. The text between two pieces of
  /// markup is a single event, with resolved references and line ends.
  public enum Event: Equatable, Sendable {
    /// An element begins with the given start tag.
    case startElement(StartTag)
    /// The element with the given name ends. The end of an empty element directly follows its
    /// start.
    case endElement(Name)
    /// An element contains the given text.
    case text(String)
    /// An element contains a CDATA section with the given content.
    case section(String)
    /// The document contains a comment outside the document type declaration.
    case comment(String)
    /// The document contains a processing instruction outside the document type declaration.
    case processingInstruction(target: String, content: String)
    /// The document ends and is well-formed.
    case endDocument
  }

  /// The start tag of an element.
  public struct StartTag: Hashable, Sendable {
    /// The name of the element.
    public let name: Name
    /// The attributes of the element.
    public let attributes: Attributes
    /// The namespace declarations; `nil` if the tag has no declarations, because a copy of `nil` is
    /// cheap.
    private let declared: [NamespaceDeclaration]?

    init(name: Name, attributes: Attributes, namespaces: [NamespaceDeclaration]) {
      self.name = name
      self.attributes = attributes
      declared = namespaces.isEmpty ? nil : namespaces
    }

    /// The namespaces that the start tag declares.
    public var namespaces: [NamespaceDeclaration] { declared ?? [] }
  }

  /// The XML declaration of a document.
  public struct Declaration: Hashable, Sendable {
    /// The XML version: `1.0`, or another version that begins with `1.`.
    public let version: String
    /// The encoding that the XML declaration names.
    public let encoding: String?
    /// The value of `standalone`, which indicates that the document does not depend on external
    /// declarations.
    public let standalone: Bool?
  }
}
