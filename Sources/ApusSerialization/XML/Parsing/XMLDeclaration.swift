internal import ApusBytes

/// The content of an XML declaration, such as `<?xml version="1.0" encoding="UTF-8"?>`.
///
///     XMLDecl      ::= '<?xml' VersionInfo EncodingDecl? SDDecl? S? '?>'
///     VersionInfo  ::= S 'version' Eq ("'" VersionNum "'" | '"' VersionNum '"')
///     Eq           ::= S? '=' S?
///     VersionNum   ::= '1.' [0-9]+
///     EncodingDecl ::= S 'encoding' Eq ('"' EncName '"' | "'" EncName "'")
///     EncName      ::= [A-Za-z] ([A-Za-z0-9._] | '-')*
///     SDDecl       ::= S 'standalone' Eq (("'" ('yes' | 'no') "'") | ('"' ('yes' | 'no') '"'))
///
/// XML 1.0 section 2.8. Sections 4.3.3 and 2.9 define `EncodingDecl` and `SDDecl`.
struct XMLDeclaration {
  let version: String
  private(set) var encoding: String?
  private(set) var standalone: Bool?

  /// Returns whether a processing instruction is an XML declaration.
  static func begins(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    var cursor = Cursor(range)
    guard cursor.skip("<?xml", in: bytes), let next = cursor.peek(in: bytes) else { return false }
    return XMLCharacter.isSpace(next) || next == 0x3f
  }

  /// Parses a complete XML declaration.
  init(reading range: Range<Int>, of bytes: Span<UInt8>) throws(XMLFault) {
    guard range.count <= XMLEncodingChoice.declarationByteCountLimit else {
      let limit = XMLEncodingChoice.declarationByteCountLimit
      throw XMLFault(.limitExceeded(.declarationByteCount, limit: limit), at: range.lowerBound)
    }
    var cursor = Cursor(range.lowerBound..<range.upperBound)
    guard cursor.skip("<?xml", in: bytes),
      let version = try Self.readField("version", &cursor, in: bytes),
      version.utf8.starts(with: "1.".utf8), version.utf8.count > 2,
      version.utf8.dropFirst(2).allSatisfy({ $0 &- 0x30 < 10 })
    else { throw XMLFault(.malformedDeclaration, at: cursor.position) }
    self.version = version
    encoding = try Self.readField("encoding", &cursor, in: bytes)
    if let encoding, !Self.isEncodingName(encoding) {
      throw XMLFault(.malformedDeclaration, at: cursor.position)
    }
    if let value = try Self.readField("standalone", &cursor, in: bytes) {
      guard value == "yes" || value == "no" else {
        throw XMLFault(.malformedDeclaration, at: cursor.position)
      }
      standalone = value == "yes"
    }
    _ = cursor.readWhile(in: bytes) { XMLCharacter.isSpace($0) }
    guard cursor.skip("?>", in: bytes), cursor.isAtEnd else {
      throw XMLFault(.malformedDeclaration, at: cursor.position)
    }
  }

  /// Reads a field of an XML declaration, such as `encoding="UTF-8"`, if the given name follows.
  private static func readField(
    _ name: String, _ cursor: inout Cursor, in bytes: Span<UInt8>
  ) throws(XMLFault) -> String? {
    let start = cursor
    let space = cursor.readWhile(in: bytes) { XMLCharacter.isSpace($0) }
    guard !space.isEmpty, cursor.skip(name, in: bytes) else {
      cursor = start
      return nil
    }
    _ = cursor.readWhile(in: bytes) { XMLCharacter.isSpace($0) }
    guard cursor.skip(0x3d, in: bytes) else {
      throw XMLFault(.malformedDeclaration, at: cursor.position)
    }
    _ = cursor.readWhile(in: bytes) { XMLCharacter.isSpace($0) }
    guard let quote = cursor.peek(in: bytes), quote == 0x22 || quote == 0x27 else {
      throw XMLFault(.malformedDeclaration, at: cursor.position)
    }
    cursor.position += 1
    let value = cursor.readWhile(in: bytes) { $0 != quote }
    guard cursor.skip(quote, in: bytes) else {
      throw XMLFault(.malformedDeclaration, at: value.lowerBound)
    }
    return try XMLText.string(value, in: bytes)
  }

  private static func isEncodingName(_ name: String) -> Bool {
    guard let first = name.utf8.first, ByteSet.letters.contains(first) else { return false }
    let others = ByteSet.letters.union(.digits).union(ByteSet("._-"))
    return name.utf8.allSatisfy { others.contains($0) }
  }
}
