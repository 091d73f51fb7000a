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
