extension XML {
  /// An element of a document, which it keeps alive.
  public struct Element: Sendable {
    private let tree: XMLTree
    private let index: Int
    /// Its start: its name, its attributes and its namespace declarations.
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

    /// Its name.
    public var name: Name { tag.name }

    /// Its attributes.
    public var attributes: Attributes { tag.attributes }

    /// Returns the value of an attribute; a literal is a name in no namespace.
    ///
    /// - Parameter attribute: The name with its namespace.
    public subscript(attribute: Name) -> String? { tag.attributes[attribute] }

    /// The element around it; nil for the root.
    public var parent: Element? {
      let parent = tree.entries[index].parent
      return parent < 0 ? nil : Element(tree, parent)
    }

    /// The nodes directly in the element.
    public var children: Nodes { Nodes(tree, index + 1..<tree.entries[index].end) }

    /// The elements right in it.
    public var elements: [Element] { children.compactMap(\.element) }

    /// Returns the elements right in it that have a name; a literal is a name in no namespace.
    ///
    /// - Parameter name: The name with its namespace.
    public func elements(_ name: Name) -> [Element] { elements.filter { $0.name == name } }

    /// Returns the child elements with a local name, in any namespace.
    ///
    /// - Parameter localName: The name without a prefix.
    public func elements(localName: String) -> [Element] {
      elements.filter { $0.name.localName.utf8.span.isEqual(to: localName.utf8.span) }
    }

    /// Returns the first element right in it that has a name; a literal is a name in no namespace.
    ///
    /// - Parameter name: The name with its namespace.
    public func first(_ name: Name) -> Element? {
      children.lazy.compactMap(\.element).first { $0.name == name }
    }

    /// Returns the first child element with a local name, in any namespace.
    ///
    /// - Parameter localName: The name without a prefix.
    public func first(localName: String) -> Element? {
      children.lazy.compactMap(\.element)
        .first { $0.name.localName.utf8.span.isEqual(to: localName.utf8.span) }
    }

    /// All text in it, be it in elements in it or in CDATA sections.
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
  /// Returns whether two elements have the same names, attributes and content.
  public static func == (left: Self, right: Self) -> Bool {
    XMLTree.areEqual(left.entries, right.entries)
  }

  private var entries: ArraySlice<XMLTree.Entry> { tree.entries[index..<tree.entries[index].end] }

  /// The element as XML. A prefix that is declared around it is not declared again.
  public var description: String { tree.markup(of: index..<tree.entries[index].end) }
}
