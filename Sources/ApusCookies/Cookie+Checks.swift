internal import ApusBytes
internal import ApusHTTP

/// The checks that every cookie passes, regardless of its origin.
extension HTTP.Cookie {
  /// Checks the length and the bytes of name and value, and that a server can separate them.
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

  /// Checks the conditions that names and attributes set for each other.
  ///
  /// A value without a name must not look like a name with a prefix to a server.
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

  /// The prefix that bytes begin with, in any case.
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

  /// A control character other than a tab.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7f }

  /// A space or a tab.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
