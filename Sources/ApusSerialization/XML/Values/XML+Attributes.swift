extension XML {
  /// An attribute and its value, references and white space already undone.
  public struct Attribute: Hashable, Sendable {
    /// The name; without a prefix it is in no namespace.
    public let name: Name
    /// The value.
    public let value: String
  }

  /// The attributes of an element in the order of the document, without declarations of namespaces.
  public struct Attributes: Hashable, Sendable {
    /// Nil without attributes, which makes a copy cheap.
    private let elements: [Attribute]?

    init(_ elements: [Attribute] = []) { self.elements = elements.isEmpty ? nil : elements }

    /// Returns the value of an attribute; a literal is a name in no namespace.
    ///
    /// - Parameter name: The name with its namespace.
    public subscript(name: Name) -> String? { first { $0.name == name }?.value }
  }

  /// The declaration of a namespace: `xmlns:prefix="uri"`.
  public struct NamespaceDeclaration: Hashable, Sendable {
    /// The prefix; empty for `xmlns="…"`.
    public let prefix: String
    /// The namespace; empty for `xmlns=""`, which removes the default.
    public let uri: String
  }
}

extension XML.Attributes: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements?.count ?? 0 }
  public subscript(position: Int) -> XML.Attribute { (elements ?? [])[position] }
}
