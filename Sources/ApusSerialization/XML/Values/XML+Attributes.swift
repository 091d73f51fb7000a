extension XML {
  /// An attribute of an XML element. References in the value are resolved, and white space is
  /// normalized.
  public struct Attribute: Hashable, Sendable {
    /// The name of the attribute. An attribute name without a prefix has no namespace.
    public let name: Name
    /// The value of the XML attribute with resolved references.
    public let value: String
  }

  /// The attributes of an element in the order of the document, without namespace declarations.
  public struct Attributes: Hashable, Sendable {
    /// The attributes of the element. The value is `nil` if the element has no attributes, because
    /// a copy of `nil` is fast.
    private let elements: [Attribute]?

    init(_ elements: [Attribute] = []) { self.elements = elements.isEmpty ? nil : elements }

    /// Returns the value of an attribute. A string literal represents an attribute name without a
    /// namespace.
    ///
    /// - Parameter name: The attribute name with its namespace.
    public subscript(name: Name) -> String? { first { $0.name == name }?.value }
  }

  /// The declaration of a namespace, such as `xmlns:prefix="uri"`.
  public struct NamespaceDeclaration: Hashable, Sendable {
    /// The declared namespace prefix. The prefix is empty for a default namespace, such as
    /// `xmlns="…"`.
    public let prefix: String
    /// The declared namespace URI. The URI is empty for `xmlns=""`, which removes the default
    /// namespace.
    public let uri: String
  }
}

extension XML.Attributes: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements?.count ?? 0 }
  public subscript(position: Int) -> XML.Attribute { (elements ?? [])[position] }
}
