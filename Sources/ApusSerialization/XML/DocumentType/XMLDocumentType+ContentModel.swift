internal import ApusBytes

extension XMLDocumentType {
  /// Skips the content model of an element declaration, without recursion for nested groups.
  ///
  ///     Mixed    ::= '(' S? '#PCDATA' (S? '|' S? Name)* S? ')*' | '(' S? '#PCDATA' S? ')'
  ///     children ::= (choice | seq) ('?' | '*' | '+')?
  ///     cp       ::= (Name | choice | seq) ('?' | '*' | '+')?
  ///     choice   ::= '(' S? cp (S? '|' S? cp)+ S? ')'
  ///     seq      ::= '(' S? cp (S? ',' S? cp)* S? ')'
  ///
  /// XML 1.0 sections 3.2.1 and 3.2.2.
  mutating func passContentModel(in bytes: Span<UInt8>) throws(XMLFault) {
    try pass("(", in: bytes)
    cursor.skipSpace(in: bytes)
    if cursor.skip("#PCDATA", in: bytes) { return try passMixed(in: bytes) }
    // The array contains the separator of each open group: `|`, `,` or zero before the first
    // separator.
    var separators: [UInt8] = [0]
    while !separators.isEmpty {
      cursor.skipSpace(in: bytes)
      if cursor.skip("(", in: bytes) {
        guard separators.count < limits.depth else {
          throw XMLFault(.limitExceeded(.depth, limit: limits.depth), at: cursor.position - 1)
        }
        separators.append(0)
        continue
      }
      _ = try passName(in: bytes)
      passOccurrence(in: bytes)
      try passSeparators(&separators, in: bytes)
    }
  }

  /// Skips the closing parentheses of content model groups and an optional separator.
  private mutating func passSeparators(
    _ separators: inout [UInt8], in bytes: Span<UInt8>
  ) throws(XMLFault) {
    while let separator = separators.last {
      cursor.skipSpace(in: bytes)
      guard let byte = cursor.peek(in: bytes) else { throw fault }
      switch byte {
      case 0x29:
        cursor.position += 1
        separators.removeLast()
        passOccurrence(in: bytes)
      case 0x7c, 0x2c:
        guard separator == 0 || separator == byte else { throw fault }
        cursor.position += 1
        separators[separators.count - 1] = byte
        return
      default: throw fault
      }
    }
  }

  private mutating func passOccurrence(in bytes: Span<UInt8>) {
    if let byte = cursor.peek(in: bytes), byte == 0x3f || byte == 0x2a || byte == 0x2b {
      cursor.position += 1
    }
  }

  private mutating func passMixed(in bytes: Span<UInt8>) throws(XMLFault) {
    cursor.skipSpace(in: bytes)
    var hasNames = false
    while cursor.skip("|", in: bytes) {
      cursor.skipSpace(in: bytes)
      _ = try passName(in: bytes)
      cursor.skipSpace(in: bytes)
      hasNames = true
    }
    try pass(")", in: bytes)
    if hasNames { try pass("*", in: bytes) } else { _ = cursor.skip("*", in: bytes) }
  }
}
