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

extension XMLTree {
  /// Returns the XML text of a range of nodes. If the text of a whole document is parsed, the nodes
  /// are equal to the original nodes.
  func markup(of range: Range<Int>) -> String {
    var text = ""
    var open: [(name: String, end: Int)] = []
    func close(before index: Int) {
      while let last = open.last, last.end <= index {
        text += "</\(last.name)>"
        open.removeLast()
      }
    }
    for index in range {
      close(before: index)
      switch entries[index].content {
      case .element(let tag):
        let isEmpty = entries[index].end == index + 1
        Self.write(tag, isEmpty: isEmpty, to: &text)
        if !isEmpty { open.append((tag.name.qualifiedName, entries[index].end)) }
      case .text(let content): Self.write(content, to: &text)
      case .section(let content): text += "<![CDATA[\(content)]]>"
      case .comment(let content): text += "<!--\(content)-->"
      case .processingInstruction(let target, let content):
        text += content.isEmpty ? "<?\(target)?>" : "<?\(target) \(content)?>"
      }
    }
    close(before: range.upperBound)
    return text
  }

  private static func write(_ tag: XML.StartTag, isEmpty: Bool, to text: inout String) {
    text += "<\(tag.name.qualifiedName)"
    func attribute(_ name: String, _ value: String) {
      text += " \(name)=\""
      write(value, isValue: true, to: &text)
      text += "\""
    }
    for declared in tag.namespaces {
      attribute(declared.prefix.isEmpty ? "xmlns" : "xmlns:\(declared.prefix)", declared.uri)
    }
    for each in tag.attributes { attribute(each.name.qualifiedName, each.value) }
    text += isEmpty ? "/>" : ">"
  }

  /// Appends text or an attribute value to the XML text. Characters such as `<` and `&` are written
  /// as references.
  private static func write(_ content: String, isValue: Bool = false, to text: inout String) {
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\r": text += "&#13;"
      case "\"" where isValue: text += "&quot;"
      case "\n" where isValue: text += "&#10;"
      case "\t" where isValue: text += "&#9;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
