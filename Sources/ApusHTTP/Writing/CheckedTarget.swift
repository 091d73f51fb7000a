extension HTTP {
  /// The parts of a request target that has been checked.
  ///
  ///     request-target = origin-form / absolute-form / authority-form / asterisk-form
  ///
  /// RFC 9112 section 3.2.
  struct CheckedTarget {
    /// The part of the target before the path, which is empty or contains the server.
    let start: String
    let path: String
    let query: String?

    /// Creates the target of a request from a URL. The given start of the target contains the
    /// server if the route requires the server.
    ///
    /// All components of a URL have been checked, and the path of a URL is empty or begins with a
    /// slash.
    init(_ url: URL, behind start: String) {
      self.start = start
      path = url.path.isEmpty ? "/" : url.path
      query = url.query
    }

    /// Checks the parts of a target from an untrusted source.
    init(
      start: String = "", path: String = "", query: String? = nil
    ) throws(WriteError) {
      let first = start.utf8.count
      guard first + path.utf8.count > 0 else { throw .invalidTarget(at: 0) }
      try Self.expect(targetBytes, in: start, at: 0)
      // A question mark in the path would move the boundary between the path and the query.
      try Self.expect(Self.pathBytes, in: path, at: first)
      if let query {
        try Self.expect(targetBytes, in: query, at: first + path.utf8.count + 1)
      }
      (self.start, self.path, self.query) = (start, path, query)
    }

    private static let pathBytes = targetBytes.subtracting(ByteSet("?"))

    /// Throws an error for the first byte of a target part that is not allowed in the part.
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
