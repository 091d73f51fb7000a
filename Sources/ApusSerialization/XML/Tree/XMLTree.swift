/// The nodes of an XML document, stored in a single array in document order.
///
/// The descendants of a node follow the node in the array, up to the node's `end`. Creating,
/// traversing and releasing the tree need no recursion, because a document may be deeply nested.
final class XMLTree: Sendable {
  /// A node of the XML tree, with the end index of its descendants.
  struct Entry: Sendable {
    let content: Content
    /// The index of the parent element, or -1 if the node has no parent.
    let parent: Int
    var end: Int
  }

  /// The kind and the content of an XML node.
  enum Content: Hashable, Sendable {
    case element(XML.StartTag)
    case text(String)
    case section(String)
    case comment(String)
    case processingInstruction(target: String, content: String)
  }

  let entries: [Entry]

  /// Creates an XML tree from the remaining events of a parser whose input is complete.
  init(_ parser: inout XML.PullParser) throws(XML.ParsingError) {
    var entries: [Entry] = []
    var parent = -1
    func append(_ content: Content) {
      entries.append(Entry(content: content, parent: parent, end: entries.count + 1))
    }
    while let event = try parser.next() {
      switch event {
      case .startElement(let tag):
        append(.element(tag))
        parent = entries.count - 1
      case .endElement:
        entries[parent].end = entries.count
        parent = entries[parent].parent
      case .text(let text): append(.text(text))
      case .section(let text): append(.section(text))
      case .comment(let text): append(.comment(text))
      case .processingInstruction(let target, let content):
        append(.processingInstruction(target: target, content: content))
      case .endDocument: break
      }
      guard entries.count <= parser.limits.nodeCount else {
        throw XML.ParsingError(
          reason: .limitExceeded(.nodeCount, limit: parser.limits.nodeCount),
          position: parser.position)
      }
    }
    self.entries = entries
  }

  /// Returns whether two ranges of XML nodes are equal.
  static func areEqual(
    _ left: ArraySlice<Entry>, _ right: ArraySlice<Entry>
  ) -> Bool {
    left.count == right.count
      && zip(left.indices, right.indices).allSatisfy { one, other in
        left[one].end - one == right[other].end - other
          && left[one].content == right[other].content
      }
  }
}
