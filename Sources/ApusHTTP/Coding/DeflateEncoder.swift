extension HTTP {
  /// Compresses a body into what the coding `deflate` stands for, which is zlib's format.
  ///
  /// Some recipients take it for bare DEFLATE instead, so that it is for tests, and gzip for use.
  ///
  /// RFC 9110 section 8.4.1.2.
  package enum DeflateEncoder {
    /// The body of content that is there as a whole.
    package static func encode(
      _ content: Span<UInt8>, level: GzipEncoder.Level = .balanced
    ) throws(InvalidCoding) -> [UInt8] {
      var body: [UInt8] = []
      try DeflateStream(.zlib, level: level.rawValue).run(content, .finish, into: &body)
      return body
    }
  }
}
