extension XML {
  /// An element of an XML document. The element has a reference to the document, so the document
  /// remains in memory.
  public struct Element: Sendable {
    private let tree: XMLTree
    private let index: Int
    /// The start tag of the element, with its name, attributes and namespace declarations.
    public let tag: StartTag

    init(_ tree: XMLTree, _ index: Int) {
      self.tree = tree
      self.index = index
      tag =
        switch tree.entries[index].content {
        case .element(let tag): tag
        case .text, .section, .comment, .processingInstruction:
          StartTag(name: "", attributes: Attributes(), namespaces: [])
        }
    }

    /// The name of the XML element.
    public var name: Name { tag.name }

    /// The attributes of the XML element.
    public var attributes: Attributes { tag.attributes }

    /// Returns the value of an attribute. A string literal represents an attribute name without a
    /// namespace.
    ///
    /// - Parameter attribute: The attribute name with its namespace.
    public subscript(attribute: Name) -> String? { tag.attributes[attribute] }

    /// The parent element. The value is `nil` if the element is the root element.
    public var parent: Element? {
      let parent = tree.entries[index].parent
      return parent < 0 ? nil : Element(tree, parent)
    }

    /// The child nodes of the element: elements, texts, comments and processing instructions.
    public var children: Nodes { Nodes(tree, index + 1..<tree.entries[index].end) }

    /// The child elements of the element.
    public var elements: [Element] { children.compactMap(\.element) }

    /// Returns the child elements with the given name. A string literal represents a name without a
    /// namespace.
    ///
    /// - Parameter name: The element name with its namespace.
    public func elements(_ name: Name) -> [Element] { elements.filter { $0.name == name } }

    /// Returns the child elements with the given local name, in any namespace.
    ///
    /// - Parameter localName: The element name without a prefix.
    public func elements(localName: String) -> [Element] {
      elements.filter { $0.name.localName.utf8.span.isEqual(to: localName.utf8.span) }
    }

    /// Returns the first child element with the given name. A string literal represents a name
    /// without a namespace.
    ///
    /// - Parameter name: The element name with its namespace.
    public func first(_ name: Name) -> Element? {
      children.lazy.compactMap(\.element).first { $0.name == name }
    }

    /// Returns the first child element with the given local name, in any namespace.
    ///
    /// - Parameter localName: The element name without a prefix.
    public func first(localName: String) -> Element? {
      children.lazy.compactMap(\.element)
        .first { $0.name.localName.utf8.span.isEqual(to: localName.utf8.span) }
    }

    /// The text of the element, including the text of descendant elements and CDATA sections.
    public var text: String {
      tree.entries[index..<tree.entries[index].end].reduce(into: "") { text, entry in
        switch entry.content {
        case .text(let content), .section(let content): text += content
        case .element, .comment, .processingInstruction: break
        }
      }
    }
  }
}

extension XML.Element: Equatable, CustomStringConvertible {
  /// Returns whether two elements have equal names, attributes and content.
  public static func == (left: Self, right: Self) -> Bool {
    XMLTree.areEqual(left.entries, right.entries)
  }

  private var entries: ArraySlice<XMLTree.Entry> { tree.entries[index..<tree.entries[index].end] }

  /// The XML text of the element, without the namespace declarations of enclosing elements.
  public var description: String { tree.markup(of: index..<tree.entries[index].end) }
}
