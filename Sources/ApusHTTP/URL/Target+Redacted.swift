internal import ApusBytes

extension HTTP.Target {
  /// The text of the request target for logs, without the user name, the password, the fragment and
  /// the query values.
  ///
  ///     HTTP.Target.reference("https://ada:secret@h/users?api_key=1&all").redacted
  ///     // https://<redacted>@h/users?api_key=…&…
  ///
  /// Control characters are escaped, and the text is truncated after 2,048 bytes.
  public var redacted: String {
    let bytes = Array(text.utf8)
    let pathEnd = bytes.firstIndex { $0 == 0x3f || $0 == 0x23 } ?? bytes.endIndex
    var shown = Self.withoutUser(bytes[..<pathEnd])
    let query = bytes[pathEnd...].prefix { $0 != 0x23 }
    if !query.isEmpty { shown += [0x3f] + Self.names(of: query.dropFirst()) }
    if query.endIndex < bytes.endIndex { shown += "#…".utf8 }
    return ForeignText.escaped(shown, limit: 2_048)
  }

  /// Returns the part of a request target before the query, without the user name and password.
  ///
  ///     [ scheme ":" ] "//" [ userinfo "@" ] host
  ///
  /// RFC 3986 section 3.2. The text may have any number of slashes before the authority.
  private static func withoutUser(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let scheme = bytes.prefix { $0 != 0x2f && $0 != 0x3a }
    var rest = bytes[scheme.endIndex...]
    if rest.first == 0x3a {
      rest = rest.dropFirst()
    } else if !(scheme.isEmpty && rest.starts(with: [0x2f, 0x2f])) {
      return Array(bytes)
    }
    let start = rest.drop { $0 == 0x2f }.startIndex
    let authority = bytes[start...].prefix { $0 != 0x2f }
    guard let at = authority.lastIndex(of: 0x40) else { return Array(bytes) }
    return bytes[..<start] + Array("<redacted>".utf8) + bytes[at...]
  }

  /// Returns the names of the query parameters. Parameters without `=` are omitted, because they
  /// may contain secrets.
  private static func names(of query: ArraySlice<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for (index, item) in query.split(separator: 0x26, omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { shown.append(0x26) }
      if let equals = item.firstIndex(of: 0x3d) { shown += item[...equals] }
      if !item.isEmpty { shown += "…".utf8 }
    }
    return shown
  }
}
