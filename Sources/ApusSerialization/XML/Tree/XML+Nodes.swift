extension XML {
  /// A node of an XML document, such as an element or a text.
  public enum Node: Equatable, Sendable {
    /// An element of the XML document.
    case element(Element)
    /// The text between two tags, comments or other markup of the XML document.
    case text(String)
    /// The content of a CDATA section of the XML document.
    case section(String)
    /// A comment of the XML document.
    case comment(String)
    /// A processing instruction of the XML document.
    case processingInstruction(target: String, content: String)

    /// The node as an element, or `nil` if the node is not an element.
    public var element: Element? {
      if case .element(let element) = self { element } else { nil }
    }
  }

  /// The child nodes of an element or a document, in the order of the document.
  public struct Nodes: Sendable {
    private let tree: XMLTree
    private var range: Range<Int>

    init(_ tree: XMLTree, _ range: Range<Int>) {
      self.tree = tree
      self.range = range
    }
  }
}

extension XML.Nodes: Sequence, IteratorProtocol {
  public mutating func next() -> XML.Node? {
    guard let index = range.first else { return nil }
    range = tree.entries[index].end..<range.upperBound
    switch tree.entries[index].content {
    case .element: return .element(XML.Element(tree, index))
    case .text(let text): return .text(text)
    case .section(let text): return .section(text)
    case .comment(let text): return .comment(text)
    case .processingInstruction(let target, let content):
      return .processingInstruction(target: target, content: content)
    }
  }
}
