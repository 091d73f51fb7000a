import ApusSerialization

/// An XML document in James Clark's first canonical form, which the expected outputs of the test
/// cases have.
///
///     CanonXML ::= Pi* element Pi*
///     element  ::= Stag (Datachar | Pi | element)* Etag
///     Stag     ::= '<' Name Atts '>'
///     Etag     ::= '</' Name '>'
///     Pi       ::= '<?' Name ' ' … '?>'
///     Atts     ::= (' ' Name '=' '"' Datachar* '"')*
///
/// Attributes are sorted by their names. Ampersands, angle brackets, quotation marks, tabs and line
/// ends are written as references. Comments and the document type are omitted.
struct XMLCanonicalForm {
  private(set) var bytes: [UInt8] = []

  /// Adds the next event of the XML parser to the canonical form.
  mutating func add(_ event: XML.Event) {
    switch event {
    case .startElement(let tag): add(tag)
    case .endElement(let name): bytes += "</\(name.qualifiedName)>".utf8
    case .text(let text), .section(let text): add(data: text)
    case .comment, .endDocument: break
    case .processingInstruction(let target, let content):
      bytes += "<?\(target) \(content)?>".utf8
    }
  }

  /// Returns whether an expected output equals the canonical form. A line end after the output is
  /// ignored.
  func isEqual(to output: [UInt8]) -> Bool {
    output == bytes || output == bytes + [0x0a] || output == bytes + [0x0d, 0x0a]
  }

  private mutating func add(_ tag: XML.StartTag) {
    let declared = tag.namespaces.map { declared in
      (declared.prefix.isEmpty ? "xmlns" : "xmlns:\(declared.prefix)", declared.uri)
    }
    let written = declared + tag.attributes.map { ($0.name.qualifiedName, $0.value) }
    bytes += "<\(tag.name.qualifiedName)".utf8
    for (name, value) in written.sorted(by: { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }) {
      bytes += " \(name)=\"".utf8
      add(data: value)
      bytes += "\"".utf8
    }
    bytes += ">".utf8
  }

  private mutating func add(data: String) {
    for byte in data.utf8 {
      switch byte {
      case 0x26: bytes += "&amp;".utf8
      case 0x3c: bytes += "&lt;".utf8
      case 0x3e: bytes += "&gt;".utf8
      case 0x22: bytes += "&quot;".utf8
      case 0x09, 0x0a, 0x0d: bytes += "&#\(byte);".utf8
      default: bytes.append(byte)
      }
    }
  }
}
