extension HTTP {
  /// A checked request target, in its parts.
  ///
  ///     request-target = origin-form / absolute-form / authority-form / asterisk-form
  ///
  /// RFC 9112 section 3.2.
  struct CheckedTarget {
    /// The part before the path: empty, or the server.
    let start: String
    let path: String
    let query: String?

    /// The target of a request to a server itself, or by a way that needs the server before it.
    ///
    /// Of a URL all has been checked, and its path is empty or begins with a slash.
    init(_ url: URL, behind start: String) {
      self.start = start
      path = url.path.isEmpty ? "/" : url.path
      query = url.query
    }

    /// Checks parts that may be from anywhere.
    init(
      start: String = "", path: String = "", query: String? = nil
    ) throws(WriteError) {
      let first = start.utf8.count
      guard first + path.utf8.count > 0 else { throw .invalidTarget(at: 0) }
      try Self.expect(targetBytes, in: start, at: 0)
      // A question mark here would move the border between path and query.
      try Self.expect(Self.pathBytes, in: path, at: first)
      if let query {
        try Self.expect(targetBytes, in: query, at: first + path.utf8.count + 1)
      }
      (self.start, self.path, self.query) = (start, path, query)
    }

    private static let pathBytes = targetBytes.subtracting(ByteSet("?"))

    /// Rejects the first byte of a part of the target that is not allowed in it.
    private static func expect(
      _ allowed: ByteSet, in part: String, at offset: Int
    ) throws(WriteError) {
      var at = offset
      for byte in part.utf8 {
        guard allowed.contains(byte) else { throw .invalidTarget(at: at) }
        at += 1
      }
    }
  }
}
