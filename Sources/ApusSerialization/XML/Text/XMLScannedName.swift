internal import ApusBytes

/// The byte range of a qualified XML name, and the position of its colon.
struct XMLScannedName {
  let start: Int
  let end: Int
  /// The position of the colon in the XML name, or `start` if the name has no colon.
  let colon: Int

  var range: Range<Int> { start..<end }
  var isPrefixed: Bool { colon != start }
  var prefix: Range<Int> { start..<colon }
  var local: Range<Int> { (isPrefixed ? colon &+ 1 : start)..<end }

  /// Reads an XML name up to the first byte that is not allowed in a name.
  ///
  ///     Name  ::= NameStartChar (NameChar)*
  ///     QName ::= (NCName ':')? NCName
  ///
  /// XML 1.0 section 2.3. Namespaces in XML 1.0 section 4.
  @inline(__always)
  init(in bytes: Span<UInt8>, from start: Int, to end: Int, limit: Int) throws(XMLFault) {
    var at = start
    var colon = start
    while at < end, XMLCharacter.isInName(bytes[at]) {
      if bytes[at] == 0x3a {
        guard colon == start, at > start else { break }
        colon = at
      }
      at &+= 1
    }
    // The general algorithm reads names with non-ASCII characters or misplaced colons.
    if at < end, bytes[at] >= 0x80 || bytes[at] == 0x3a {
      (at, colon) = try Self.scanAll(in: bytes, from: start, to: end)
    }
    (self.start, self.end, self.colon) = (start, at, colon)
    try check(in: bytes, limit: limit)
  }

  @inline(__always)
  private func check(in bytes: Span<UInt8>, limit: Int) throws(XMLFault) {
    guard end > start, bytes[start] >= 0x80 || XMLCharacter.isNameStart(bytes[start]) else {
      guard start < bytes.count else { throw XMLFault(.unexpectedEnd, at: start) }
      throw XMLFault(.unexpectedByte(bytes[start]), at: start)
    }
    guard end &- start <= limit else {
      throw XMLFault(.limitExceeded(.nameByteCount, limit: limit), at: start)
    }
    if isPrefixed || bytes[start] == 0x3a { try checkColon(in: bytes) }
  }

  private func checkColon(in bytes: Span<UInt8>) throws(XMLFault) {
    let next = colon + 1
    guard bytes[start] != 0x3a, next < end, bytes[next] != 0x3a,
      Self.begins(at: next, in: bytes),
      ByteScan.first(0x3a, or: 0x3a, in: bytes, from: next, to: end) == end
    else { throw XMLFault(.malformedName(try XMLText.string(range, in: bytes)), at: start) }
  }

  private static func begins(at place: Int, in bytes: Span<UInt8>) -> Bool {
    guard bytes[place] >= 0x80 else { return XMLCharacter.isNameStart(bytes[place]) }
    return XMLCharacter.read(in: bytes, at: place).map { XMLCharacter.isNameStart($0.scalar) }
      ?? false
  }

  /// Returns the end of an XML name, which may contain non-ASCII characters, and the position of
  /// its first colon.
  private static func scanAll(
    in bytes: Span<UInt8>, from start: Int, to end: Int
  ) throws(XMLFault) -> (end: Int, colon: Int) {
    var at = start
    var colon = start
    while at < end {
      if bytes[at] < 0x80 {
        guard XMLCharacter.isInName(bytes[at]) else { break }
        if bytes[at] == 0x3a, colon == start { colon = at }
        at += 1
        continue
      }
      guard let (scalar, byteCount) = XMLCharacter.read(in: bytes, at: at) else {
        throw XMLFault(.malformedUTF8, at: at)
      }
      guard at == start ? XMLCharacter.isNameStart(scalar) : XMLCharacter.isInName(scalar) else {
        break
      }
      at += byteCount
    }
    return (at, colon)
  }
}
