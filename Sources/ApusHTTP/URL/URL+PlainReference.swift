extension HTTP.URL {
  /// Returns the URL of a path and a query that are in the one form already; nil for all else.
  ///
  ///     plain-reference = ( path-absolute / path-noscheme ) [ "?" query ]
  ///
  /// No segment of it begins as dots or a triplet do, and none but the last is empty. Nearly every
  /// target that a program writes is one, and is looked at once and not taken apart.
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

  /// The end of a plain path, with the text or before its query; nil for any other.
  private static func endOfPlainPath(_ bytes: Span<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    // A segment that begins with a dot may be no more than dots, and two slashes begin a host.
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

  /// Skips a byte that is kept unchanged, or a triplet; false for all others.
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

  /// The bytes that are literal in a path and have no other meaning.
  private static let plainBytes = ByteSet.letters.union(.digits).union(ByteSet("/-._~!$&'()*+,;=@"))
}
