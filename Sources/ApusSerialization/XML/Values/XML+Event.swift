extension XML {
  /// The parts of a document, in order.
  ///
  /// Events do not depend on the pieces of the input. Text between two pieces of markup is one
  /// event, with references and line ends resolved.
  public enum Event: Equatable, Sendable {
    /// An element begins.
    case startElement(StartTag)
    /// An element ends; an empty one directly after its start.
    case endElement(Name)
    /// Text in an element.
    case text(String)
    /// The content of a CDATA section.
    case section(String)
    /// A comment, anywhere but in the document type.
    case comment(String)
    /// A processing instruction, anywhere but in the document type.
    case processingInstruction(target: String, content: String)
    /// The document ends, and is well-formed.
    case endDocument
  }

  /// The start of an element.
  public struct StartTag: Hashable, Sendable {
    /// Its name.
    public let name: Name
    /// Its attributes.
    public let attributes: Attributes
    /// Nil without declarations, which makes a copy cheap.
    private let declared: [NamespaceDeclaration]?

    init(name: Name, attributes: Attributes, namespaces: [NamespaceDeclaration]) {
      self.name = name
      self.attributes = attributes
      declared = namespaces.isEmpty ? nil : namespaces
    }

    /// The namespaces that are declared on it.
    public var namespaces: [NamespaceDeclaration] { declared ?? [] }
  }

  /// The XML declaration.
  public struct Declaration: Hashable, Sendable {
    /// The version: `1.0`, or another that begins with `1.`.
    public let version: String
    /// The encoding it names.
    public let encoding: String?
    /// The value of `standalone`: the document does not depend on external declarations.
    public let standalone: Bool?
  }
}
