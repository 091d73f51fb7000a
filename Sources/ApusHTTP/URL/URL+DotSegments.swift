extension HTTP.URL {
  /// Returns a path without its `.` and `..` segments. Each `..` also removes the preceding
  /// segment.
  ///
  /// The percent-encoded dot `%2e` is treated as a dot (section 6.2.2.2 there), because servers and
  /// browsers decode it. The path must be empty or begin with `/`. The running time is linear in
  /// the length of the path.
  ///
  /// RFC 3986 section 5.2.4.
  static func removingDotSegments(_ path: String) -> String {
    let octets = Array(path.utf8)
    let bytes = octets.span
    guard mayHaveDotSegments(bytes) else { return path }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var at = Cursor(0..<bytes.count)
    while at.skip(0x2f, in: bytes) {
      let segment = at.readWhile(in: bytes) { $0 != 0x2f }
      switch dotCount(segment, of: bytes) {
      case 1: break
      case 2: kept.removeSubrange((kept.lastIndex(of: 0x2f) ?? 0)...)
      default:
        kept.append(0x2f)
        for index in segment { kept.append(bytes[index]) }
        continue
      }
      if at.isAtEnd { kept.append(0x2f) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns whether any path segment begins with `.` or `%`, so the segment may be `.` or `..`.
  private static func mayHaveDotSegments(_ path: Span<UInt8>) -> Bool {
    var at = Cursor(0..<path.count)
    while at.skip(0x2f, in: path) {
      if let first = at.peek(in: path), first == 0x2e || first == 0x25 { return true }
      _ = at.readWhile(in: path) { $0 != 0x2f }
    }
    return false
  }

  /// Returns the number of dots in a path segment, or `nil` if the segment contains other
  /// characters.
  static func dotCount(_ segment: Range<Int>, of bytes: Span<UInt8>) -> Int? {
    var at = Cursor(segment)
    var count = 0
    while !at.isAtEnd {
      guard
        at.skip(0x2e, in: bytes) || at.skip("%2e", in: bytes) || at.skip("%2E", in: bytes)
      else { return nil }
      count += 1
    }
    return count
  }
}
