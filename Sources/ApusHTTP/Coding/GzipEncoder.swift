extension HTTP {
  /// A streaming encoder that compresses a message body into one gzip member.
  ///
  /// RFC 1952 section 2.3.
  public struct GzipEncoder: ~Copyable {
    private let stream: DeflateStream

    /// The compression level, which favors speed or size.
    public enum Level: Int32, Sendable, Codable {
      /// The compression level that stores the content without compression.
      case stored = 0
      /// The compression level that needs the least time.
      case fastest = 1
      /// The default compression level of zlib, which is a compromise between speed and size.
      case balanced = 6
      /// The compression level that produces the smallest output.
      case smallest = 9
    }

    /// Creates a gzip encoder for one message body.
    ///
    /// - Parameter level: The compression level, which favors speed or size.
    public init(level: Level = .balanced) throws(InvalidCoding) {
      stream = try DeflateStream(.gzip, level: level.rawValue)
    }

    /// Compresses the next part of the content and appends the compressed bytes that zlib does not
    /// buffer.
    ///
    /// - Parameters:
    ///   - content: The next bytes of the content.
    ///   - body: The buffer that receives the compressed bytes.
    public mutating func encode(
      _ content: Span<UInt8>, into body: inout [UInt8]
    ) throws(InvalidCoding) {
      try stream.run(content, .none, into: &body)
    }

    /// Appends the buffered compressed bytes, so the peer can decompress all content that was
    /// encoded so far.
    ///
    /// - Parameter body: The buffer that receives the compressed bytes.
    public mutating func flush(into body: inout [UInt8]) throws(InvalidCoding) {
      try stream.run(Span(), .sync, into: &body)
    }

    /// Appends the remaining compressed bytes and ends the gzip member.
    ///
    /// - Parameter body: The buffer that receives the compressed bytes.
    public consuming func finish(into body: inout [UInt8]) throws(InvalidCoding) {
      try stream.run(Span(), .finish, into: &body)
    }

    /// Returns the gzip-compressed form of complete content.
    ///
    /// - Parameters:
    ///   - content: The complete content.
    ///   - level: The compression level, which favors speed or size.
    public static func encode(
      _ content: Span<UInt8>, level: Level = .balanced
    ) throws(InvalidCoding) -> [UInt8] {
      var body: [UInt8] = []
      try DeflateStream(.gzip, level: level.rawValue).run(content, .finish, into: &body)
      return body
    }
  }
}

// The encoder is safe to send because its zlib stream has a single owner, which needs exclusive
// access to change the stream.
extension HTTP.GzipEncoder: @unchecked Sendable {}

extension HTTP {
  /// An encoder that compresses a body with the coding `deflate`, which is the zlib format.
  ///
  /// Use the encoder only in tests, because some recipients read the coding `deflate` as bare
  /// DEFLATE. Use gzip in requests.
  ///
  /// RFC 9110 section 8.4.1.2.
  package enum DeflateEncoder {
    /// Returns the `deflate`-coded form of complete content.
    package static func encode(
      _ content: Span<UInt8>, level: GzipEncoder.Level = .balanced
    ) throws(InvalidCoding) -> [UInt8] {
      var body: [UInt8] = []
      try DeflateStream(.zlib, level: level.rawValue).run(content, .finish, into: &body)
      return body
    }
  }
}
