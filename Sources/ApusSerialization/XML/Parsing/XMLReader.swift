internal import ApusBytes

/// A reader that converts the tokens of an XML document to events and checks their order.
///
///     document ::= prolog element Misc*
///     prolog   ::= XMLDecl? Misc* (doctypedecl Misc*)?
///     Misc     ::= Comment | PI | S
///
/// XML 1.0 section 2.1.
struct XMLReader {
  /// The current part of the XML document: the prolog, the root element or the end.
  private enum Stage {
    case start
    case prolog(hasDocumentType: Bool)
    case content
    case epilog
    case ended
  }

  let limits: XML.Limits
  private(set) var declaration: XML.Declaration?
  private var stage = Stage.start
  private var frame = XMLFrame()
  private var elements = XMLElementStack()
  private var tags = XMLTagReader()

  init(limits: XML.Limits) { self.limits = limits }

  /// The number of open XML elements at the current position.
  var depth: Int { elements.count }

  /// Returns the next XML event from the position `front`, or `nil` if more bytes are needed.
  ///
  /// The parameter is an array, because Swift does not allow a span of one property while other
  /// properties change.
  mutating func next(
    in text: [UInt8], from front: inout Int, isWhole: Bool, _ choice: XMLEncodingChoice?
  ) throws(XMLFault) -> XML.Event? {
    let bytes = text.span
    if let ended = elements.takeEmpty(&tags.namespaces) { return close(ended) }
    while front < bytes.count {
      guard let token = try XMLFrame.token(at: front, in: bytes) else {
        guard !isWhole else { throw XMLFault(.unexpectedEnd, at: bytes.count) }
        return nil
      }
      guard let end = try end(of: token, at: front, in: bytes, isWhole: isWhole) else {
        return nil
      }
      let start = front
      front = end
      // The event is returned directly, because an optional variable would require a copy of the
      // event.
      if case .content = stage {
        switch token {
        case .text: return .text(try XMLText.read(.text, start..<end, in: bytes, limits))
        case .startTag: return .startElement(try open(start..<end, in: bytes))
        case .endTag:
          return close(try elements.end(start..<end, in: bytes, limits, &tags.namespaces))
        case .section:
          let content = start &+ 9..<end &- 3
          return .section(try XMLText.read(.verbatim, content, in: bytes, limits))
        case .comment, .instruction, .documentType: break
        }
      }
      if let event = try readAround(token, start..<end, in: bytes, choice) { return event }
    }
    return isWhole ? try end(at: bytes.count) : nil
  }

  /// Returns the end of an XML token, and checks that the token does not exceed the size limits.
  @inline(__always)
  private mutating func end(
    of token: XMLFrame.Token, at start: Int, in bytes: Span<UInt8>, isWhole: Bool
  ) throws(XMLFault) -> Int? {
    let found = frame.end(of: token, at: start, in: bytes)
    let (limit, count): (XML.Limit, Int) =
      switch token {
      case .text, .section: (.textByteCount, limits.textByteCount)
      case .documentType: (.documentTypeByteCount, limits.documentTypeByteCount)
      case .startTag, .endTag, .comment, .instruction: (.markupByteCount, limits.markupByteCount)
      }
    guard (found ?? bytes.count) &- start <= count else {
      throw XMLFault(.limitExceeded(limit, limit: count), at: start)
    }
    if found == nil, isWhole {
      guard case .text = token else { throw XMLFault(.unexpectedEnd, at: bytes.count) }
      return bytes.count
    }
    return found
  }

  private mutating func end(at offset: Int) throws(XMLFault) -> XML.Event? {
    switch stage {
    case .ended: return nil
    case .epilog:
      stage = .ended
      return .endDocument
    case .start, .prolog, .content: throw XMLFault(.unexpectedEnd, at: offset)
    }
  }

  /// Reads markup that is not element content, such as comments and the document type declaration.
  private mutating func readAround(
    _ token: XMLFrame.Token, _ range: Range<Int>, in bytes: Span<UInt8>,
    _ choice: XMLEncodingChoice?
  ) throws(XMLFault) -> XML.Event? {
    let isFirst = if case .start = stage { true } else { false }
    if isFirst { stage = .prolog(hasDocumentType: false) }
    switch token {
    case .text: return try passSpace(range, isFirst: isFirst, in: bytes)
    case .comment: return .comment(try XMLMarkup.comment(range, in: bytes, limits))
    case .instruction:
      guard XMLDeclaration.begins(range, in: bytes) else {
        return try XMLMarkup.instruction(range, in: bytes, limits)
      }
      guard isFirst else {
        throw XMLFault(.misplaced(.declaration), at: range.lowerBound)
      }
      let read = try XMLDeclaration(reading: range, of: bytes)
      try choice?.check(read.encoding, at: range.lowerBound)
      declaration = XML.Declaration(
        version: read.version, encoding: read.encoding, standalone: read.standalone)
      return nil
    case .documentType:
      guard case .prolog(hasDocumentType: false) = stage else {
        throw XMLFault(.misplaced(.documentType), at: range.lowerBound)
      }
      stage = .prolog(hasDocumentType: true)
      tags.declarations = try XMLDocumentType.check(range, in: bytes, limits)
      return nil
    case .startTag:
      guard case .prolog = stage else {
        throw XMLFault(.misplaced(.element), at: range.lowerBound)
      }
      stage = .content
      return .startElement(try open(range, in: bytes))
    case .endTag: throw XMLFault(.misplaced(.endTag), at: range.lowerBound)
    case .section: throw XMLFault(.misplaced(.section), at: range.lowerBound)
    }
  }

  /// Skips white space and, at the start of the document, a byte order mark (U+FEFF).
  private mutating func passSpace(
    _ range: Range<Int>, isFirst: Bool, in bytes: Span<UInt8>
  ) throws(XMLFault) -> XML.Event? {
    var cursor = Cursor(range)
    if isFirst, cursor.skip("\u{feff}", in: bytes), cursor.isAtEnd {
      stage = .start
      return nil
    }
    while let byte = cursor.peek(in: bytes) {
      guard XMLCharacter.isSpace(byte) else {
        let construct = byte == 0x26 ? XML.Construct.reference : .text
        throw XMLFault(.misplaced(construct), at: cursor.position)
      }
      cursor.position += 1
    }
    return nil
  }

  @inline(__always)
  private mutating func open(
    _ range: Range<Int>, in bytes: Span<UInt8>
  ) throws(XMLFault) -> XML.StartTag {
    guard elements.count < limits.depth else {
      throw XMLFault(.limitExceeded(.depth, limit: limits.depth), at: range.lowerBound)
    }
    return try tags.read(range, in: bytes, limits, &elements)
  }

  @inline(__always)
  private mutating func close(_ name: XML.Name) -> XML.Event {
    if elements.count == 0 { stage = .epilog }
    return .endElement(name)
  }
}
