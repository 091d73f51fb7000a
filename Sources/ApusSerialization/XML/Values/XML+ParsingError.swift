extension XML {
  /// The reason that bytes are not an acceptable document, with the position.
  public struct ParsingError: Error, Equatable, Sendable {
    /// The reason of the error.
    public let reason: Reason
    /// The position of the fault.
    public let position: Position
  }

  /// The reason that a document cannot be read.
  ///
  /// Sections are those of XML 1.0, or of Namespaces in XML 1.0 if so stated.
  public enum Reason: Equatable, Sendable {
    /// The document ends inside of a token or an element, or before its root element.
    case unexpectedEnd
    /// A byte that is not allowed there.
    case unexpectedByte(UInt8)
    /// A character that is not allowed in a document, written or by reference. Section 2.2.
    case illegalCharacter(UInt32)
    /// A construct that is allowed in a document, but not there.
    case misplaced(Construct)
    /// Bytes that are not UTF-8.
    case malformedUTF8
    /// Bytes that are not in the encoding of the document.
    case malformedEncoding(Encoding)
    /// An encoding that is not known here.
    case unsupportedEncoding(String)
    /// An encoding that is declared and cannot be the document's. Section 4.3.3.
    case contradictoryEncoding(String)
    /// A declaration that is not one of XML. Section 2.8.
    case malformedDeclaration
    /// A document type declaration that breaks the grammar. Section 2.8.
    case malformedDocumentType
    /// Two hyphens in a comment. Section 2.5.
    case malformedComment
    /// `]]>` in text. Section 2.4.
    case sectionEndInText
    /// An ampersand that begins no reference. Section 4.1.
    case malformedReference
    /// A reference to an entity other than the five of section 4.6.
    case undeclaredEntity(String)
    /// A processing instruction whose target is `xml`, in any case. Section 2.6.
    case reservedTarget
    /// A name with misplaced colons. Namespaces section 4.
    case malformedName(String)
    /// An end tag of another element than the innermost. Section 3.
    case mismatchedEndTag(expected: String, found: String)
    /// An attribute that its element already has, be it by another prefix. Section 3.1, and
    /// Namespaces section 6.3.
    case duplicateAttribute(String)
    /// An attribute that its declaration would add to an element, or whose value it would change:
    /// declarations are not applied. Section 5.1.
    case declaredAttribute(String)
    /// A prefix without a declaration. Namespaces section 5.
    case undeclaredPrefix(String)
    /// A declaration that would give a reserved prefix or namespace another meaning, or take a
    /// prefix's away. Namespaces sections 2.2 and 3.
    case forbiddenNamespace(prefix: String)
    /// A limit is exceeded.
    case limitExceeded(Limit, limit: Int)
  }

  /// A construct that can be in the wrong place.
  public enum Construct: String, Sendable {
    case text, reference, element, endTag, section, declaration, documentType
  }
}

/// A fault in the bytes at hand, by its place among them.
struct XMLFault: Error {
  let reason: XML.Reason
  let offset: Int

  init(_ reason: XML.Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension XML {
  /// A position in a document: in bytes from its start, and as line and column.
  ///
  /// Bytes are those of the document in UTF-8, in any original encoding.
  public struct Position: Equatable, Sendable, CustomStringConvertible {
    /// The number of bytes before it.
    public internal(set) var offset = 0
    /// The line, from 1; lines end with LF.
    public internal(set) var line = 1
    private var lineStart = 0

    /// The start of a document.
    init() {}

    /// The byte in the line, from 1.
    public var column: Int { offset - lineStart + 1 }

    public var description: String { "line \(line), column \(column) (byte \(offset))" }

    /// Advances over bytes that follow.
    mutating func advance(over bytes: Span<UInt8>) {
      for index in bytes.indices where bytes[index] == 0x0a {
        line &+= 1
        lineStart = offset &+ index &+ 1
      }
      offset &+= bytes.count
    }
  }
}
