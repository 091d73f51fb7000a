internal import ApusBytes

/// The parsing of complete comments and processing instructions.
enum XMLMarkup {
  /// Returns the text of an XML comment.
  ///
  ///     Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'
  ///
  /// XML 1.0 section 2.5.
  static func comment(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> String {
    let content = range.lowerBound + 4..<range.upperBound - 3
    var at = content.lowerBound
    while at < content.upperBound {
      at = ByteScan.first(0x2d, or: 0x2d, in: bytes, from: at, to: content.upperBound)
      // A hyphen follows the content of the comment, so the index of the next byte is valid.
      if at < content.upperBound, bytes[at + 1] == 0x2d {
        throw XMLFault(.malformedComment, at: at)
      }
      at += 1
    }
    return try XMLText.read(.verbatim, content, in: bytes, limits)
  }

  /// Parses a processing instruction, and checks that its target contains no colon.
  ///
  ///     PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'
  ///     PITarget ::= Name - (('X' | 'x') ('M' | 'm') ('L' | 'l'))
  ///
  /// XML 1.0 section 2.6. Namespaces in XML 1.0 section 7.
  static func instruction(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> XML.Event {
    var cursor = Cursor(range.lowerBound + 2..<range.upperBound - 2)
    let name = try XMLScannedName(
      in: bytes, from: cursor.position, to: cursor.end, limit: limits.nameByteCount)
    let target = try XMLText.string(name.range, in: bytes)
    guard !name.isPrefixed else { throw XMLFault(.malformedName(target), at: name.start) }
    guard !ASCII.equalsIgnoringCase(bytes.extracting(name.range), "xml") else {
      throw XMLFault(.reservedTarget, at: name.start)
    }
    cursor.position = name.end
    let space = cursor.readWhile(in: bytes) { XMLCharacter.isSpace($0) }
    if space.isEmpty, let byte = cursor.peek(in: bytes) {
      throw XMLFault(.unexpectedByte(byte), at: cursor.position)
    }
    let content = try XMLText.read(.verbatim, cursor.range, in: bytes, limits)
    return .processingInstruction(target: target, content: content)
  }
}
