internal import ApusBytes
internal import ApusHTTP

/// The checks that every cookie must pass, independent of its origin.
extension HTTP.Cookie {
  /// Checks the length and the bytes of the cookie's name and value, and checks that a server can
  /// separate the name from the value.
  ///
  /// RFC 6265bis section 5.7.
  func checkPair() throws(CookieError) {
    guard !nameBytes.isEmpty || !valueBytes.isEmpty else { throw .empty }
    let count = nameBytes.count + valueBytes.count
    guard count <= Self.pairLimit else { throw .tooLong(count: count, limit: Self.pairLimit) }
    for bytes in [nameBytes, valueBytes] {
      if let at = bytes.firstIndex(where: Self.isControl) { throw .controlCharacter(at: at) }
      guard !bytes.contains(0x3b), bytes.first.map(Self.isSpace) != true,
        bytes.last.map(Self.isSpace) != true
      else { throw .ambiguousPair }
    }
    guard !nameBytes.contains(0x3d) else { throw .ambiguousPair }
  }

  func checkPath() throws(CookieError) {
    guard pathBytes.first == 0x2f, pathBytes.count <= Self.pathLimit, !pathBytes.contains(0x3b),
      !pathBytes.contains(where: Self.isControl)
    else { throw .malformedPath }
  }

  /// Checks that the cookie's attributes meet the conditions of its name prefix and of
  /// `SameSite=None`.
  ///
  /// The value of a cookie without a name must not begin with a name prefix, because a server could
  /// read the value as a name.
  ///
  /// RFC 6265bis section 5.7, steps 19 to 22.
  func checkConditions() throws(CookieError) {
    if sameSite == HTTP.Cookie.SameSite.none, !isSecure { throw .sameSiteNoneWithoutSecure }
    guard let prefix = Self.prefix(of: nameBytes.isEmpty ? valueBytes : nameBytes) else { return }
    guard !nameBytes.isEmpty else { throw .unmetPrefix(prefix) }
    switch prefix {
    case .secure: guard isSecure else { throw .unmetPrefix(.secure) }
    case .host:
      guard isSecure, isHostOnly, pathBytes == [0x2f] else { throw .unmetPrefix(.host) }
    }
  }

  /// Returns the cookie name prefix at the start of the bytes, compared without regard to letter
  /// case.
  ///
  /// RFC 6265bis section 5.4.
  static func prefix(of bytes: [UInt8]) -> CookieError.Prefix? {
    for prefix in [CookieError.Prefix.secure, .host] {
      let count = prefix.rawValue.utf8.count
      guard bytes.count >= count,
        ASCII.equalsIgnoringCase(bytes.span.extracting(0..<count), prefix.rawValue)
      else { continue }
      return prefix
    }
    return nil
  }

  /// Returns whether a byte is an ASCII control character, except a tab.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7f }

  /// Returns whether a byte is a space or a tab.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
