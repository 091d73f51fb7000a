extension XML {
  /// What a document consists of, in its order.
  ///
  /// Events do not depend on the pieces in which bytes came. Text between two pieces of markup is
  /// one event, references and line ends undone.
  public enum Event: Equatable, Sendable {
    /// An element begins.
    case startElement(StartTag)
    /// An element ends; an empty one does right behind its start.
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

  /// How an element begins.
  public struct StartTag: Hashable, Sendable {
    /// Its name.
    public let name: Name
    /// Its attributes.
    public let attributes: Attributes
    /// Nil where there are none, which costs nothing to copy.
    private let declared: [NamespaceDeclaration]?

    init(name: Name, attributes: Attributes, namespaces: [NamespaceDeclaration]) {
      self.name = name
      self.attributes = attributes
      declared = namespaces.isEmpty ? nil : namespaces
    }

    /// The namespaces that are declared on it.
    public var namespaces: [NamespaceDeclaration] { declared ?? [] }
  }

  /// What the XML declaration says.
  public struct Declaration: Hashable, Sendable {
    /// The version: `1.0`, or another that begins with `1.`.
    public let version: String
    /// The encoding it names.
    public let encoding: String?
    /// Whether it says that nothing outside of the document matters.
    public let standalone: Bool?
  }
}
