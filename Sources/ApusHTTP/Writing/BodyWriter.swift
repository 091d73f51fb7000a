extension HTTP {
  /// A writer of a message body, which writes the body in chunks or checks the body against its
  /// `Content-Length`.
  ///
  ///     chunk = chunk-size CRLF chunk-data CRLF
  ///
  /// After an error of the body writer, the message is incomplete, and the caller must close the
  /// connection.
  ///
  /// RFC 9112 section 7.1.
  public struct BodyWriter: Sendable {
    private enum State: Sendable {
      case counted(left: Int, announced: Int)
      case chunked
      case untilClose
      case ended
    }

    private var state: State
    private let trailers: Fields

    /// The framing of the message body.
    public let framing: BodyFraming

    init(_ framing: BodyFraming, trailers: Fields = Fields()) {
      self.framing = framing
      self.trailers = trailers
      switch framing {
      case .contentLength(let count): state = .counted(left: count, announced: count)
      case .chunked: state = .chunked
      case .untilClose: state = .untilClose
      case .none: state = .counted(left: 0, announced: 0)
      case .tunnel, .upgrade: state = .ended
      }
    }

    /// Writes the next bytes of the body, with the chunk framing if the body is chunked. The
    /// function ignores an empty array.
    ///
    /// - Parameters:
    ///   - part: The next bytes of the body.
    ///   - output: The buffer that receives the written bytes.
    public mutating func write(
      _ part: Span<UInt8>, to output: inout [UInt8]
    ) throws(WriteError) {
      try begin(part.count, to: &output)
      output.append(part)
      end(part.count, to: &output)
    }

    /// Writes the chunk size before a part of the body that the caller sends without this writer.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes of the part.
    ///   - output: The buffer that receives the written bytes.
    public mutating func begin(
      _ byteCount: Int, to output: inout [UInt8]
    ) throws(WriteError) {
      precondition(byteCount >= 0, "a part of fewer than no bytes")
      switch state {
      case .counted(let left, let announced):
        guard byteCount <= left else {
          state = .ended
          throw .bodyTooLong(announced: announced)
        }
        state = .counted(left: left - byteCount, announced: announced)
      case .chunked:
        // An empty chunk would end the chunked body.
        guard byteCount > 0 else { return }
        output.append(contentsOf: String(byteCount, radix: 16).utf8)
        output.append(contentsOf: [0x0d, 0x0a])
      case .untilClose:
        return
      case .ended:
        throw .bodyEnded
      }
    }

    /// Writes the end of a chunk after a part of the body that the caller sent without this writer.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes of the part.
    ///   - output: The buffer that receives the written bytes.
    public func end(_ byteCount: Int, to output: inout [UInt8]) {
      if case .chunked = state, byteCount > 0 { output.append(contentsOf: [0x0d, 0x0a]) }
    }

    /// Ends the body and writes the trailer fields: first the fields that were passed with the
    /// head, then the given fields.
    ///
    /// - Parameters:
    ///   - more: The trailer fields to write after the announced trailer fields.
    ///   - output: The buffer that receives the written bytes.
    public mutating func finish(
      trailers more: Fields = Fields(), to output: inout [UInt8]
    ) throws(WriteError) {
      let last = state
      state = .ended
      switch last {
      case .counted(let left, let announced):
        guard left == 0 else {
          throw .bodyTooShort(announced: announced, written: announced - left)
        }
        guard more.isEmpty else { throw .trailersNeedChunks }
      case .chunked:
        var section = HeadBuffer()
        for field in trailers { try section.writeTrailer(field) }
        for field in more { try section.writeTrailer(field) }
        section.end()
        output.append(contentsOf: [0x30, 0x0d, 0x0a])
        output.append(contentsOf: section.bytes)
      case .untilClose:
        guard more.isEmpty else { throw .trailersNeedChunks }
      case .ended:
        throw .bodyEnded
      }
    }
  }
}

extension HeadBuffer {
  /// Checks a field and writes it as a trailer field.
  mutating func writeTrailer(_ field: HTTP.Field) throws(HTTP.WriteError) {
    guard !HTTP.forbiddenTrailers.contains(field.name) else {
      throw .forbiddenTrailer(field.name)
    }
    try write(field.name, field.value)
  }
}

extension HTTP {
  /// The fields that are forbidden in a trailer section, because a recipient needs them before the
  /// body, such as `Content-Length` and `Host`.
  ///
  /// RFC 9110 section 6.5.1.
  static let forbiddenTrailers: Set<FieldName> = [
    .transferEncoding, .contentLength, .host, .trailer, .connection, .upgrade, .te,
    "Keep-Alive", "Proxy-Connection", .contentEncoding, .contentType, .contentRange,
    .authorization, .proxyAuthorization, .proxyAuthenticate, .wwwAuthenticate,
    "Authentication-Info", "Proxy-Authentication-Info", .cookie, .setCookie, .cacheControl,
    .expect, "Max-Forwards", "Pragma", .range, .ifMatch, .ifNoneMatch, .ifModifiedSince,
    .ifUnmodifiedSince, .ifRange, .age, .date, .expires, .location, .retryAfter, .vary,
  ]
}
