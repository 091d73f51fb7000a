extension X509.Document {
  /// The document as JSON with an indentation of two spaces for each level, without a line feed at
  /// the end.
  ///
  ///     string = quotation-mark *char quotation-mark
  ///
  /// RFC 8259 section 7. Control characters and bidirectional marks are escaped as well, so that
  /// the text looks the same in every program.
  public var json: String {
    var text = ""
    writeJSON(to: &text, indent: 0)
    return text
  }

  private func writeJSON(to text: inout String, indent: Int) {
    switch self {
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .text(let value): Self.writeString(value, to: &text)
    case .list(let values):
      Self.writeItems(values, between: "[", "]", to: &text, indent: indent) { value, text in
        value.writeJSON(to: &text, indent: indent + 1)
      }
    case .members(let members):
      Self.writeItems(members, between: "{", "}", to: &text, indent: indent) { member, text in
        Self.writeString(member.name, to: &text)
        text += ": "
        member.value.writeJSON(to: &text, indent: indent + 1)
      }
    }
  }

  private static func writeItems<Item>(
    _ items: [Item], between start: String, _ end: String, to text: inout String, indent: Int,
    _ write: (Item, inout String) -> Void
  ) {
    text += start
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: indent + 1)
      write(item, &text)
    }
    if !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += end
  }

  private static func writeString(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case " "..."~": text.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
          .surrogate:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
          }
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }
}
