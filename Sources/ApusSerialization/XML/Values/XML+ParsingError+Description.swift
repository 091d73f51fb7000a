internal import ApusBytes

extension XML.ParsingError: CustomStringConvertible {
  public var description: String { "\(position): \(reason)" }
}

extension XML.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unexpectedEnd: "the document ends too early"
    case .unexpectedByte(let byte): "0x\(Hex.encode(byte)) is not allowed here"
    case .illegalCharacter(let value): "U+\(String(value, radix: 16)) is not allowed in XML"
    case .misplaced(let construct): "\(construct.words) is not allowed here"
    case .malformedUTF8: "the bytes are not UTF-8"
    case .malformedEncoding(let encoding): "the bytes are not \(encoding.rawValue)"
    case .unsupportedEncoding(let label): "the encoding \(quoted(label)) is not known"
    case .contradictoryEncoding(let label): "the encoding cannot be \(quoted(label))"
    case .malformedDeclaration: "the XML declaration is malformed"
    case .malformedDocumentType: "the document type declaration is malformed"
    case .malformedComment: "two hyphens in a comment"
    case .sectionEndInText: "\"]]>\" in text"
    case .malformedReference: "the ampersand begins no reference"
    case .undeclaredEntity(let name): "the entity \(quoted(name)) is not known"
    case .reservedTarget: "the target is reserved"
    case .malformedName(let name): "\(quoted(name)) is not a qualified name"
    case .mismatchedEndTag(let expected, let found):
      "the end tag is that of \(quoted(found)), and \(quoted(expected)) is open"
    case .duplicateAttribute(let name): "the element already has the attribute \(quoted(name))"
    case .declaredAttribute(let name):
      "the declaration of the attribute \(quoted(name)) changes the element, and is not applied"
    case .undeclaredPrefix(let prefix): "the prefix \(quoted(prefix)) is not declared"
    case .forbiddenNamespace(let prefix): "the prefix \(quoted(prefix)) cannot be declared so"
    case .limitExceeded(let limit, let count): "more than \(count) \(limit.words)"
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
    case .depth: "elements inside each other"
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
