extension HTTP {
  /// The parts of a valid request target: the start, the path and the query.
  ///
  ///     request-target = origin-form / absolute-form / authority-form / asterisk-form
  ///
  /// RFC 9112 section 3.2.
  struct CheckedTarget {
    /// The part of the request target before the path. The part is empty in origin form, and
    /// contains the scheme and the host in absolute form.
    let start: String
    let path: String
    let query: String?

    /// Creates a request target from a URL and the part of the target before the path.
    ///
    /// The URL parser has already checked all components of the URL.
    init(_ url: URL, behind start: String) {
      self.start = start
      path = url.path.isEmpty ? "/" : url.path
      query = url.query
    }

    /// Creates a request target from untrusted components and checks the components.
    init(
      start: String = "", path: String = "", query: String? = nil
    ) throws(WriteError) {
      let first = start.utf8.count
      guard first + path.utf8.count > 0 else { throw .invalidTarget(at: 0) }
      try Self.expect(targetBytes, in: start, at: 0)
      // A question mark in the path would start the query too early.
      try Self.expect(Self.pathBytes, in: path, at: first)
      if let query {
        try Self.expect(targetBytes, in: query, at: first + path.utf8.count + 1)
      }
      (self.start, self.path, self.query) = (start, path, query)
    }

    private static let pathBytes = targetBytes.subtracting(ByteSet("?"))

    /// Throws an error for the first invalid byte in a part of the request target.
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
