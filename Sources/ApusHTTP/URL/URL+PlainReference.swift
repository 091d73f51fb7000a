extension HTTP.URL {
  /// Resolves a relative reference that consists of a canonical path and query. The result is `nil`
  /// for any other reference.
  ///
  ///     plain-reference = ( path-absolute / path-noscheme ) [ "?" query ]
  ///
  /// No path segment of a plain reference begins with `.` or `%`, and only the last path segment
  /// may be empty. Nearly every request target in a program is a plain reference, which this
  /// function resolves without the general URL parser.
  ///
  /// RFC 3986 section 4.2.
  package func resolving(plain reference: String) -> HTTP.URL? {
    let bytes = reference.utf8.span
    guard let end = Self.endOfPlainPath(bytes) else { return nil }
    var (plain, query) = (reference, String?.none)
    if end < bytes.count {
      guard Self.isPlainQuery(bytes, from: end + 1) else { return nil }
      plain = String(copying: bytes.extracting(..<end))
      query = String(copying: bytes.extracting((end + 1)...))
    }
    if bytes[0] == 0x2f { return HTTP.URL(origin: origin, plainPath: plain, query: query) }
    guard path.isEmpty || Self.isDirectory(path.utf8.span) else { return nil }
    let whole = (path.isEmpty ? "/" : path) + plain
    return HTTP.URL(origin: origin, plainPath: whole, query: query)
  }

  /// Returns the end offset of the path of a plain reference. The result is `nil` if the reference
  /// is not plain.
  private static func endOfPlainPath(_ bytes: Span<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    // A path segment that begins with a dot may be `.` or `..`, and two leading slashes begin an
    // authority.
    var (at, segment) = (0, bytes[0] == 0x2f ? -1 : 0)
    while true {
      at = ByteScan.firstNonWord(in: bytes, from: at, to: bytes.count)
      guard at < bytes.count, bytes[at] != 0x3f else { return at > 0 ? at : nil }
      let byte = bytes[at]
      guard at > segment || byte != 0x2e && byte != 0x2f && byte != 0x25,
        skip(&at, plainBytes, in: bytes)
      else { return nil }
      if byte == 0x2f { segment = at }
    }
  }

  private static func isPlainQuery(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let kept = HTTP.PercentEncoding.query.kept
    var at = start
    while true {
      at = ByteScan.firstNonWord(in: bytes, from: at, to: bytes.count)
      guard at < bytes.count else { return true }
      guard skip(&at, kept, in: bytes) else { return false }
    }
  }

  /// Skips an allowed byte or a percent-encoded byte such as `%2f`. The function returns `false` if
  /// the next byte is not allowed.
  @inline(__always)
  private static func skip(_ at: inout Int, _ kept: ByteSet, in bytes: Span<UInt8>) -> Bool {
    if kept.contains(bytes[at]) {
      at &+= 1
      return true
    }
    guard bytes[at] == 0x25, at &+ 2 < bytes.count, ASCII.hexValue(bytes[at &+ 1]) != nil,
      ASCII.hexValue(bytes[at &+ 2]) != nil
    else { return false }
    at &+= 3
    return true
  }

  private static func isDirectory(_ path: Span<UInt8>) -> Bool { path[path.count - 1] == 0x2f }

  /// The bytes that are allowed in a URL path and are not delimiters.
  private static let plainBytes = ByteSet.letters.union(.digits).union(ByteSet("/-._~!$&'()*+,;=@"))
}
