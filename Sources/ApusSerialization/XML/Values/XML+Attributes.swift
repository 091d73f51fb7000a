extension XML {
  /// An attribute and its value. References and white space in the value are already resolved.
  public struct Attribute: Hashable, Sendable {
    /// The name of the attribute, which is in no namespace if it has no prefix.
    public let name: Name
    /// The value of the attribute.
    public let value: String
  }

  /// The attributes of an element in the order of the document, without namespace declarations.
  public struct Attributes: Hashable, Sendable {
    /// The attributes; `nil` if the element has no attributes, because a copy of `nil` is cheap.
    private let elements: [Attribute]?

    init(_ elements: [Attribute] = []) { self.elements = elements.isEmpty ? nil : elements }

    /// Returns the value of an attribute. A string literal represents a name in no namespace.
    ///
    /// - Parameter name: The attribute name with its namespace.
    public subscript(name: Name) -> String? { first { $0.name == name }?.value }
  }

  /// The declaration of a namespace, such as `xmlns:prefix="uri"`.
  public struct NamespaceDeclaration: Hashable, Sendable {
    /// The declared prefix, which is empty for `xmlns="…"`.
    public let prefix: String
    /// The URI of the namespace, which is empty for `xmlns=""`.
    /// The empty URI removes the default namespace.
    public let uri: String
  }
}

extension XML.Attributes: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements?.count ?? 0 }
  public subscript(position: Int) -> XML.Attribute { (elements ?? [])[position] }
}
