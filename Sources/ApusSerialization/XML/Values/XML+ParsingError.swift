extension XML {
  /// The reason that bytes are not an acceptable XML document, with the position of the fault.
  public struct ParsingError: Error, Equatable, Sendable {
    /// The reason that the parser rejected the document.
    public let reason: Reason
    /// The position of the fault in the document.
    public let position: Position
  }

  /// The reason that an XML document is rejected.
  ///
  /// Section numbers refer to XML 1.0, or to Namespaces in XML 1.0 if stated.
  public enum Reason: Equatable, Sendable {
    /// The document ends inside a token or an element, or before its root element.
    case unexpectedEnd
    /// The document contains a byte that is not allowed at the given position.
    case unexpectedByte(UInt8)
    /// The document contains an illegal character, either literally or by a reference. Section 2.2.
    case illegalCharacter(UInt32)
    /// The document contains a construct in a place that does not allow the construct.
    case misplaced(Construct)
    /// The document contains bytes that are not valid UTF-8.
    case malformedUTF8
    /// The document contains bytes that are invalid in its encoding.
    case malformedEncoding(Encoding)
    /// The encoding of the document is not supported.
    case unsupportedEncoding(String)
    /// The XML declaration names an encoding that contradicts the document. Section 4.3.3.
    case contradictoryEncoding(String)
    /// The XML declaration is malformed. Section 2.8.
    case malformedDeclaration
    /// The document type declaration is malformed. Section 2.8.
    case malformedDocumentType
    /// A comment contains two consecutive hyphens. Section 2.5.
    case malformedComment
    /// The text of an element contains `]]>`. Section 2.4.
    case sectionEndInText
    /// An ampersand does not begin a valid reference. Section 4.1.
    case malformedReference
    /// The document contains a reference to an entity other than the five predefined entities.
    /// Section 4.6.
    case undeclaredEntity(String)
    /// The target of a processing instruction is `xml` in any letter case. Section 2.6.
    case reservedTarget
    /// A name contains misplaced colons. Namespaces section 4.
    case malformedName(String)
    /// An end tag does not match the innermost open element. Section 3.
    case mismatchedEndTag(expected: String, found: String)
    /// An element contains an attribute twice, possibly with different prefixes. Section 3.1, and
    /// Namespaces section 6.3.
    case duplicateAttribute(String)
    /// An attribute declaration would add an attribute or change the value of an attribute. The
    /// parser does not apply attribute declarations. Section 5.1.
    case declaredAttribute(String)
    /// A name has a prefix that is not declared. Namespaces section 5.
    case undeclaredPrefix(String)
    /// A namespace declaration changes a reserved prefix or namespace, or removes the binding of a
    /// prefix. Namespaces sections 2.2 and 3.
    case forbiddenNamespace(prefix: String)
    /// The document exceeds a size limit.
    case limitExceeded(Limit, limit: Int)
  }

  /// An XML construct that can be in the wrong place.
  public enum Construct: String, Sendable {
    case text, reference, element, endTag, section, declaration, documentType
  }
}

/// A fault in the stored bytes, with the index of the faulty byte.
struct XMLFault: Error {
  let reason: XML.Reason
  let offset: Int

  init(_ reason: XML.Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension XML {
  /// A position in an XML document: a byte offset from the start, and a line and column.
  ///
  /// A position counts the bytes of the document in UTF-8, even if the document has another
  /// encoding.
  public struct Position: Equatable, Sendable, CustomStringConvertible {
    /// The number of bytes before the position.
    public internal(set) var offset = 0
    /// The line number of the position, counted from 1. Lines end with LF.
    public internal(set) var line = 1
    private var lineStart = 0

    /// Creates the position at the start of a document.
    init() {}

    /// The byte number of the position within its line, counted from 1.
    public var column: Int { offset - lineStart + 1 }

    public var description: String { "line \(line), column \(column) (byte \(offset))" }

    /// Advances the position over the bytes that follow.
    mutating func advance(over bytes: Span<UInt8>) {
      for index in bytes.indices where bytes[index] == 0x0a {
        line &+= 1
        lineStart = offset &+ index &+ 1
      }
      offset &+= bytes.count
    }
  }
}
