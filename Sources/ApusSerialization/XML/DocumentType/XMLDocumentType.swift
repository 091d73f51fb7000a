internal import ApusBytes

/// A parser that checks a complete document type declaration and stores its attribute declarations.
///
///     doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'
///     intSubset   ::= (markupdecl | PEReference | S)*
///     markupdecl  ::= elementdecl | AttlistDecl | EntityDecl | NotationDecl | PI | Comment
///
/// External entities are never loaded, and declared entities are never expanded. Therefore a
/// reference to a declared entity is an error. XML 1.0 section 2.8.
struct XMLDocumentType {
  var cursor: Cursor
  let limits: XML.Limits
  /// The attribute declarations of the document type.
  var attributes = XMLAttributeDeclarations()
  /// A Boolean value that indicates whether a parameter entity reference occurred. The parser does
  /// not expand the reference, so it must ignore later attribute declarations. XML 1.0 section 5.1.
  private var hasUnread = false

  init(cursor: Cursor, limits: XML.Limits) {
    self.cursor = cursor
    self.limits = limits
  }

  /// Checks a complete document type declaration and returns its attribute declarations.
  static func check(
    _ range: Range<Int>, in bytes: Span<UInt8>, _ limits: XML.Limits
  ) throws(XMLFault) -> XMLAttributeDeclarations {
    let inside = range.lowerBound + 9..<range.upperBound
    var check = XMLDocumentType(cursor: Cursor(inside), limits: limits)
    try check.passSpace(in: bytes)
    _ = try check.passName(in: bytes)
    let start = check.cursor.position
    check.cursor.skipSpace(in: bytes)
    if check.cursor.position > start, check.isNext("SYSTEM", or: "PUBLIC", in: bytes) {
      try check.passExternalID(in: bytes)
      check.cursor.skipSpace(in: bytes)
    }
    if check.cursor.skip(0x5b, in: bytes) {
      try check.passSubset(in: bytes)
      check.cursor.skipSpace(in: bytes)
    }
    try check.pass(">", in: bytes)
    guard check.cursor.isAtEnd else { throw check.fault }
    return check.attributes
  }

  /// The error for a malformed document type declaration at the current position.
  var fault: XMLFault { XMLFault(.malformedDocumentType, at: cursor.position) }

  private mutating func passSubset(in bytes: Span<UInt8>) throws(XMLFault) {
    while true {
      cursor.skipSpace(in: bytes)
      if cursor.skip("]", in: bytes) { return }
      if cursor.skip("%", in: bytes) {
        try passPlainName(in: bytes)
        try pass(";", in: bytes)
        hasUnread = true
      } else if cursor.skip("<!ELEMENT", in: bytes) {
        try passElement(in: bytes)
      } else if cursor.skip("<!ATTLIST", in: bytes) {
        try passAttributeList(isHeeded: !hasUnread, in: bytes)
      } else if cursor.skip("<!ENTITY", in: bytes) {
        try passEntity(in: bytes)
      } else if cursor.skip("<!NOTATION", in: bytes) {
        try passNotation(in: bytes)
      } else {
        try passMarkup(in: bytes)
      }
    }
  }

  /// Skips a comment or a processing instruction in a document type declaration.
  private mutating func passMarkup(in bytes: Span<UInt8>) throws(XMLFault) {
    let start = cursor.position
    let isComment = cursor.skip("<!--", in: bytes)
    guard isComment || cursor.skip("<?", in: bytes) else { throw fault }
    let end = XMLFrame.end(
      of: isComment ? 0x2d : 0x3f, twice: isComment, in: bytes,
      from: start + (isComment ? 6 : 3), to: cursor.end)
    guard let end else { throw XMLFault(.malformedDocumentType, at: start) }
    if isComment {
      _ = try XMLMarkup.comment(start..<end, in: bytes, limits)
    } else {
      _ = try XMLMarkup.instruction(start..<end, in: bytes, limits)
    }
    cursor.position = end
  }

  /// Skips an external identifier, such as `SYSTEM "a.dtd"`.
  ///
  ///     ExternalID ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral
  ///
  /// XML 1.0 section 4.2.2. In a notation declaration, the system identifier after a public
  /// identifier is optional (section 4.7).
  mutating func passExternalID(
    isForNotation: Bool = false, in bytes: Span<UInt8>
  ) throws(XMLFault) {
    if cursor.skip("PUBLIC", in: bytes) {
      try passSpace(in: bytes)
      let literal = try passLiteral(in: bytes)
      for index in literal where !Self.isPublicIdentifier(bytes[index]) {
        throw XMLFault(.malformedDocumentType, at: index)
      }
      if isForNotation {
        let behind = cursor
        cursor.skipSpace(in: bytes)
        if cursor.peek(in: bytes) == 0x3e { return }
        cursor = behind
      }
    } else {
      try pass("SYSTEM", in: bytes)
    }
    try passSpace(in: bytes)
    let literal = try passLiteral(in: bytes)
    _ = try XMLText.read(.verbatim, literal, in: bytes, limits)
  }

  /// Returns whether a byte is allowed in a public identifier. XML 1.0 section 2.3: `PubidChar`.
  private static func isPublicIdentifier(_ byte: UInt8) -> Bool {
    publicIdentifierBytes.contains(byte)
  }

  private static let publicIdentifierBytes =
    ByteSet.letters.union(.digits).union(ByteSet(" \r\n-'()+,./:=?;!*#@$_%"))

  /// Skips a quoted literal and returns the byte range of its content.
  mutating func passLiteral(in bytes: Span<UInt8>) throws(XMLFault) -> Range<Int> {
    guard let quote = cursor.peek(in: bytes), quote == 0x22 || quote == 0x27 else { throw fault }
    cursor.position += 1
    let start = cursor.position
    cursor.position = ByteScan.first(quote, or: quote, in: bytes, from: start, to: cursor.end)
    guard cursor.skip(quote, in: bytes) else { throw fault }
    return start..<cursor.position - 1
  }

  /// Skips required white space at the cursor.
  mutating func passSpace(in bytes: Span<UInt8>) throws(XMLFault) {
    let start = cursor.position
    cursor.skipSpace(in: bytes)
    guard cursor.position > start else { throw fault }
  }

  /// Skips an XML name and returns its byte range.
  mutating func passName(in bytes: Span<UInt8>) throws(XMLFault) -> XMLScannedName {
    let name = try XMLScannedName(
      in: bytes, from: cursor.position, to: cursor.end, limit: limits.nameByteCount)
    cursor.position = name.end
    return name
  }

  /// Skips the name of an entity or a notation, which must not contain a colon. Namespaces in XML
  /// 1.0 section 7.
  mutating func passPlainName(in bytes: Span<UInt8>) throws(XMLFault) {
    let name = try passName(in: bytes)
    guard !name.isPrefixed else {
      throw XMLFault(
        .malformedName(try XMLText.string(name.range, in: bytes)), at: name.start)
    }
  }

  /// Skips a required keyword or delimiter at the cursor.
  mutating func pass(_ literal: String, in bytes: Span<UInt8>) throws(XMLFault) {
    guard cursor.skip(literal, in: bytes) else { throw fault }
  }

  /// Returns whether one of two keywords follows at the cursor.
  private func isNext(_ word: String, or other: String, in bytes: Span<UInt8>) -> Bool {
    var cursor = cursor
    return cursor.skip(word, in: bytes) || cursor.skip(other, in: bytes)
  }
}
