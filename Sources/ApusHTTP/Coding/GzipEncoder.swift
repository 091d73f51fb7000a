extension HTTP {
  /// Compresses a body into one gzip member, piece by piece.
  ///
  /// RFC 1952 section 2.3.
  public struct GzipEncoder: ~Copyable {
    private let stream: DeflateStream

    /// The effort for a shorter body.
    public enum Level: Int32, Sendable, Codable {
      /// No compression.
      case stored = 0
      /// The least time.
      case fastest = 1
      /// zlib's own choice between the two.
      case balanced = 6
      /// The least bytes.
      case smallest = 9
    }

    /// Creates a body that has not begun.
    ///
    /// - Parameter level: The effort: faster or smaller.
    public init(level: Level = .balanced) throws(InvalidCoding) {
      stream = try DeflateStream(.gzip, level: level.rawValue)
    }

    /// Consumes a piece of the content, and appends the finished part of the body.
    ///
    /// - Parameters:
    ///   - content: The next piece of the content.
    ///   - body: The buffer that receives the compressed bytes.
    public mutating func encode(
      _ content: Span<UInt8>, into body: inout [UInt8]
    ) throws(InvalidCoding) {
      try stream.run(content, .none, into: &body)
    }

    /// Appends all of the content so far, so that a peer can read it now.
    ///
    /// - Parameter body: The buffer that receives the compressed bytes.
    public mutating func flush(into body: inout [UInt8]) throws(InvalidCoding) {
      try stream.run(Span(), .sync, into: &body)
    }

    /// Appends the rest of the body.
    ///
    /// - Parameter body: The buffer that receives the compressed bytes.
    public consuming func finish(into body: inout [UInt8]) throws(InvalidCoding) {
      try stream.run(Span(), .finish, into: &body)
    }

    /// Returns the body of content that is there as a whole.
    ///
    /// - Parameters:
    ///   - content: The whole content.
    ///   - level: The effort: faster or smaller.
    public static func encode(
      _ content: Span<UInt8>, level: Level = .balanced
    ) throws(InvalidCoding) -> [UInt8] {
      var body: [UInt8] = []
      try DeflateStream(.gzip, level: level.rawValue).run(content, .finish, into: &body)
      return body
    }
  }
}

// The stream has one owner, which needs exclusive access to change it.
extension HTTP.GzipEncoder: @unchecked Sendable {}

extension HTTP {
  /// Compresses a body with the coding `deflate`, which is zlib's format.
  ///
  /// Some recipients read it as bare DEFLATE instead. So it is for tests only; use gzip.
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
