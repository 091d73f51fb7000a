internal import ApusBytes

extension XML.ParsingError: CustomStringConvertible {
  public var description: String { "\(position): \(reason)" }
}

extension XML.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unexpectedEnd: "the XML document ends too early"
    case .unexpectedByte(let byte):
      "the byte 0x\(Hex.encode(byte)) is not allowed in this place of the XML document"
    case .illegalCharacter(let value):
      "the character U+\(String(value, radix: 16)) is not allowed in XML"
    case .misplaced(let construct):
      "\(construct.words) is not allowed in this place of the XML document"
    case .malformedUTF8: "the XML document is not valid UTF-8"
    case .malformedEncoding(let encoding): "the XML document is not valid \(encoding.rawValue)"
    case .unsupportedEncoding(let label):
      "the XML document declares the unsupported encoding \(quoted(label))"
    case .contradictoryEncoding(let label):
      "the XML document declares the encoding \(quoted(label)), but has another encoding"
    case .malformedDeclaration: "the XML declaration is malformed"
    case .malformedDocumentType: "the document type declaration is malformed"
    case .malformedComment: "an XML comment contains two hyphens in a row"
    case .sectionEndInText: "the text of an element contains \"]]>\", which must be escaped"
    case .malformedReference: "the ampersand does not begin a valid reference"
    case .undeclaredEntity(let name): "the entity \(quoted(name)) is not declared"
    case .reservedTarget: "the target xml of a processing instruction is reserved"
    case .malformedName(let name): "the name \(quoted(name)) is not a valid qualified name"
    case .mismatchedEndTag(let expected, let found):
      "the end tag \(quoted(found)) does not match the open element \(quoted(expected))"
    case .duplicateAttribute(let name): "the element has the attribute \(quoted(name)) twice"
    case .declaredAttribute(let name):
      "the document type declares a default or a type for the attribute \(quoted(name)) that "
        + "would change the document; the reader does not apply such declarations"
    case .undeclaredPrefix(let prefix): "the namespace prefix \(quoted(prefix)) is not declared"
    case .forbiddenNamespace(let prefix):
      "the namespace prefix \(quoted(prefix)) is declared with a forbidden namespace"
    case .limitExceeded(let limit, let count):
      "the XML document has more than \(count) \(limit.words)"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(ForeignText.escaped(text.utf8))\"" }
}

extension XML.Construct {
  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .reference: "a reference"
    case .element: "an element"
    case .endTag: "an end tag"
    case .section: "a CDATA section"
    case .declaration: "an XML declaration"
    case .documentType: "a document type declaration"
    }
  }
}

extension XML.Limit {
  fileprivate var words: String {
    switch self {
    case .byteCount: "bytes"
    case .depth: "levels of nested elements"
    case .nameByteCount: "bytes in a name"
    case .markupByteCount: "bytes in a tag, comment or processing instruction"
    case .attributeCount: "attributes"
    case .attributeValueByteCount: "bytes in the value of an attribute"
    case .textByteCount: "bytes of text"
    case .namespaceCount: "namespaces declared at once"
    case .documentTypeByteCount: "bytes in the document type declaration"
    case .nodeCount: "nodes"
    case .declarationByteCount: "bytes in the XML declaration"
    }
  }
}
