extension XML {
  /// An error in an XML document, with the reason and the position of the error.
  public struct ParsingError: Error, Equatable, Sendable {
    /// The reason that the parser rejected the document.
    public let reason: Reason
    /// The position of the error in the XML document.
    public let position: Position
  }

  /// The reason that an XML document is rejected.
  ///
  /// The section numbers refer to XML 1.0, or to Namespaces in XML 1.0.
  public enum Reason: Equatable, Sendable {
    /// The XML document ends before its root element is complete, or inside markup.
    case unexpectedEnd
    /// The XML document contains an unexpected byte.
    case unexpectedByte(UInt8)
    /// The XML document contains an illegal character, or a reference to an illegal character.
    /// Section 2.2.
    case illegalCharacter(UInt32)
    /// The XML document contains markup in the wrong place, such as a second root element.
    case misplaced(Construct)
    /// The XML document contains bytes that are not valid UTF-8.
    case malformedUTF8
    /// The XML document contains bytes that are invalid in its encoding.
    case malformedEncoding(Encoding)
    /// The encoding of the XML document is not supported.
    case unsupportedEncoding(String)
    /// The encoding in the XML declaration contradicts the encoding of the document. Section 4.3.3.
    case contradictoryEncoding(String)
    /// The XML declaration is malformed. Section 2.8.
    case malformedDeclaration
    /// The document type declaration is malformed. Section 2.8.
    case malformedDocumentType
    /// An XML comment contains two consecutive hyphens. Section 2.5.
    case malformedComment
    /// The text of an element contains `]]>`. Section 2.4.
    case sectionEndInText
    /// An ampersand does not begin a valid reference. Section 4.1.
    case malformedReference
    /// The XML document contains a reference to an entity other than the five predefined entities.
    /// Section 4.6.
    case undeclaredEntity(String)
    /// The target of a processing instruction is `xml` in any letter case. Section 2.6.
    case reservedTarget
    /// An XML name contains a misplaced colon. Namespaces section 4.
    case malformedName(String)
    /// An end tag does not match the innermost open element. Section 3.
    case mismatchedEndTag(expected: String, found: String)
    /// An XML element has two attributes with the same name. Section 3.1, and Namespaces section
    /// 6.3.
    case duplicateAttribute(String)
    /// The document type declaration would add an attribute or change an attribute value, which the
    /// parser does not support. Section 5.1.
    case declaredAttribute(String)
    /// An XML name has an undeclared namespace prefix. Namespaces section 5.
    case undeclaredPrefix(String)
    /// A namespace declaration redefines a reserved prefix or namespace, or declares a prefix with
    /// an empty URI. Namespaces sections 2.2 and 3.
    case forbiddenNamespace(prefix: String)
    /// The XML document exceeds a size limit.
    case limitExceeded(Limit, limit: Int)
  }

  /// A kind of XML markup that occurs in the wrong place of a document.
  public enum Construct: String, Sendable {
    case text, reference, element, endTag, section, declaration, documentType
  }
}

/// An error in the input buffer of an XML parser, with the index of the invalid byte.
struct XMLFault: Error {
  let reason: XML.Reason
  let offset: Int

  init(_ reason: XML.Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension XML {
  /// A position in an XML document, with a byte offset, a line number and a column number.
  ///
  /// The position refers to the UTF-8 form of the document, even if the document has another
  /// encoding.
  public struct Position: Equatable, Sendable, CustomStringConvertible {
    /// The number of bytes of the XML document before the position.
    public internal(set) var offset = 0
    /// The line number of the position, counted from 1. Lines of an XML document end with LF.
    public internal(set) var line = 1
    private var lineStart = 0

    /// Creates the position at the start of an XML document.
    init() {}

    /// The byte number of the position within its line, counted from 1.
    public var column: Int { offset - lineStart + 1 }

    public var description: String { "line \(line), column \(column) (byte \(offset))" }

    /// Advances the position by the bytes that follow in the XML document.
    mutating func advance(over bytes: Span<UInt8>) {
      for index in bytes.indices where bytes[index] == 0x0a {
        line &+= 1
        lineStart = offset &+ index &+ 1
      }
      offset &+= bytes.count
    }
  }
}
