internal import ApusBytes

extension XMLDocumentType {
  /// Skips an element declaration after its keyword.
  ///
  ///     elementdecl ::= '<!ELEMENT' S Name S contentspec S? '>'
  ///     contentspec ::= 'EMPTY' | 'ANY' | Mixed | children
  ///
  /// XML 1.0 section 3.2.
  mutating func passElement(in bytes: Span<UInt8>) throws(XMLFault) {
    try passSpace(in: bytes)
    _ = try passName(in: bytes)
    try passSpace(in: bytes)
    if !cursor.skip("EMPTY", in: bytes), !cursor.skip("ANY", in: bytes) {
      try passContentModel(in: bytes)
    }
    try passEnd(in: bytes)
  }

  /// Skips an attribute list declaration after its keyword.
  ///
  ///     AttlistDecl ::= '<!ATTLIST' S Name AttDef* S? '>'
  ///     AttDef      ::= S Name S AttType S DefaultDecl
  ///
  /// XML 1.0 section 3.3.
  mutating func passAttributeList(
    isHeeded: Bool, in bytes: Span<UInt8>
  ) throws(XMLFault) {
    try passSpace(in: bytes)
    let element = try passName(in: bytes)
    while true {
      let start = cursor.position
      cursor.skipSpace(in: bytes)
      if cursor.skip(">", in: bytes) { return }
      guard cursor.position > start else { throw fault }
      let name = try passName(in: bytes)
      try passSpace(in: bytes)
      let isTokenized = try passAttributeType(in: bytes)
      try passSpace(in: bytes)
      let hasDefault = try passDefault(in: bytes)
      guard isHeeded, isTokenized || hasDefault else { continue }
      attributes.add(
        XMLAttributeDeclarations.Declared(
          name: bytes.extracting(name.range).copy(), isTokenized: isTokenized,
          hasDefault: hasDefault), of: bytes.extracting(element.range).copy())
    }
  }

  /// Skips the type in an attribute declaration and returns whether the type is tokenized, such as
  /// `ID`.
  ///
  ///     AttType ::= 'CDATA' | 'ID' | 'IDREF' | 'IDREFS' | 'ENTITY' | 'ENTITIES' | 'NMTOKEN'
  ///       | 'NMTOKENS' | 'NOTATION' S '(' S? Name (S? '|' S? Name)* S? ')'
  ///       | '(' S? Nmtoken (S? '|' S? Nmtoken)* S? ')'
  ///
  /// XML 1.0 section 3.3.1.
  private mutating func passAttributeType(in bytes: Span<UInt8>) throws(XMLFault) -> Bool {
    if cursor.skip("NOTATION", in: bytes) {
      try passSpace(in: bytes)
      try passChoices(areNames: true, in: bytes)
    } else if cursor.peek(in: bytes) == 0x28 {
      try passChoices(areNames: false, in: bytes)
    } else {
      // The longer of two keywords with the same beginning comes first, so that `IDREFS` is not
      // read as `ID`.
      let words = ["CDATA", "IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN"]
      for word in words where cursor.skip(word, in: bytes) { return word != "CDATA" }
      throw fault
    }
    return true
  }

  private mutating func passChoices(
    areNames: Bool, in bytes: Span<UInt8>
  ) throws(XMLFault) {
    try pass("(", in: bytes)
    repeat {
      cursor.skipSpace(in: bytes)
      if areNames { try passPlainName(in: bytes) } else { try passToken(in: bytes) }
      cursor.skipSpace(in: bytes)
    } while cursor.skip("|", in: bytes)
    try pass(")", in: bytes)
  }

  /// Skips a name token (`Nmtoken`), which consists of name characters. XML 1.0 section 2.3.
  private mutating func passToken(in bytes: Span<UInt8>) throws(XMLFault) {
    let start = cursor.position
    while let byte = cursor.peek(in: bytes) {
      if byte < 0x80 {
        guard XMLCharacter.isInName(byte) else { break }
        cursor.position += 1
      } else {
        guard let (scalar, byteCount) = XMLCharacter.read(in: bytes, at: cursor.position),
          XMLCharacter.isInName(scalar)
        else { throw fault }
        cursor.position += byteCount
      }
    }
    guard cursor.position > start else { throw fault }
  }

  /// Skips the default declaration of an attribute and returns whether it contains a default value.
  ///
  ///     DefaultDecl ::= '#REQUIRED' | '#IMPLIED' | (('#FIXED' S)? AttValue)
  ///
  /// XML 1.0 section 3.3.2. A default value may contain references to declared entities only. The
  /// parser treats every entity except the five predefined entities as undeclared.
  private mutating func passDefault(in bytes: Span<UInt8>) throws(XMLFault) -> Bool {
    if cursor.skip("#REQUIRED", in: bytes) || cursor.skip("#IMPLIED", in: bytes) { return false }
    if cursor.skip("#FIXED", in: bytes) { try passSpace(in: bytes) }
    let literal = try passLiteral(in: bytes)
    guard
      ByteScan.first(0x3c, or: 0x3c, in: bytes, from: literal.lowerBound, to: literal.upperBound)
        == literal.upperBound
    else { throw XMLFault(.malformedDocumentType, at: literal.lowerBound) }
    _ = try XMLText.read(.value, literal, in: bytes, limits)
    return true
  }

  /// Skips an entity declaration after its keyword.
  ///
  ///     EntityDecl ::= '<!ENTITY' S Name S EntityDef S? '>'
  ///       | '<!ENTITY' S '%' S Name S PEDef S? '>'
  ///     EntityDef  ::= EntityValue | (ExternalID NDataDecl?)
  ///     PEDef      ::= EntityValue | ExternalID
  ///     NDataDecl  ::= S 'NDATA' S Name
  ///
  /// XML 1.0 section 4.2.
  mutating func passEntity(in bytes: Span<UInt8>) throws(XMLFault) {
    try passSpace(in: bytes)
    let isParameter = cursor.skip("%", in: bytes)
    if isParameter { try passSpace(in: bytes) }
    try passPlainName(in: bytes)
    try passSpace(in: bytes)
    if let next = cursor.peek(in: bytes), next == 0x22 || next == 0x27 {
      let value = try passLiteral(in: bytes)
      // A declaration in the internal subset must not contain a parameter entity reference. XML 1.0
      // section 2.8.
      let percent = ByteScan.first(
        0x25, or: 0x25, in: bytes, from: value.lowerBound, to: value.upperBound)
      guard percent == value.upperBound else {
        throw XMLFault(.malformedDocumentType, at: percent)
      }
      try holdReferences(value, in: bytes)
    } else {
      try passExternalID(in: bytes)
      let behind = cursor.position
      cursor.skipSpace(in: bytes)
      if !isParameter, cursor.position > behind, cursor.skip("NDATA", in: bytes) {
        try passSpace(in: bytes)
        try passPlainName(in: bytes)
      }
    }
    try passEnd(in: bytes)
  }

  /// Skips a notation declaration after its keyword.
  ///
  ///     NotationDecl ::= '<!NOTATION' S Name S (ExternalID | PublicID) S? '>'
  ///
  /// XML 1.0 section 4.7.
  mutating func passNotation(in bytes: Span<UInt8>) throws(XMLFault) {
    try passSpace(in: bytes)
    try passPlainName(in: bytes)
    try passSpace(in: bytes)
    try passExternalID(isForNotation: true, in: bytes)
    try passEnd(in: bytes)
  }

  private mutating func passEnd(in bytes: Span<UInt8>) throws(XMLFault) {
    cursor.skipSpace(in: bytes)
    try pass(">", in: bytes)
  }

  /// Checks that an entity value contains only legal characters and well-formed references.
  private func holdReferences(
    _ range: Range<Int>, in bytes: Span<UInt8>
  ) throws(XMLFault) {
    _ = try XMLText.string(range, in: bytes)
    var at = range.lowerBound
    while at < range.upperBound {
      let next = ByteScan.first(0x26, or: 0x26, in: bytes, from: at, to: range.upperBound)
      _ = try XMLText.read(.verbatim, at..<next, in: bytes, limits)
      guard next < range.upperBound else { return }
      at = try XMLText.endOfReference(at: next, to: range.upperBound, in: bytes, limits)
    }
  }
}
