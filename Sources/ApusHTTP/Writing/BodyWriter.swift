extension HTTP {
  /// Frames a body as its head announced it, and never writes a byte more than was announced.
  ///
  ///     chunk = chunk-size CRLF chunk-data CRLF
  ///
  /// A failure is final: the message is incomplete, and its connection has to be closed.
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

    /// The framing of the body on the wire.
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

    /// Writes a part of the body with its framing; an empty part writes nothing.
    ///
    /// - Parameters:
    ///   - part: The next bytes of the body.
    ///   - output: The buffer to which the bytes are appended.
    public mutating func write(
      _ part: Span<UInt8>, to output: inout [UInt8]
    ) throws(WriteError) {
      try begin(part.count, to: &output)
      output.append(part)
      end(part.count, to: &output)
    }

    /// Writes the framing before a part of that many bytes, which the caller then sends itself.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes that follow.
    ///   - output: The buffer to which the bytes are appended.
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
        // A chunk of no bytes would end the body.
        guard byteCount > 0 else { return }
        output.append(contentsOf: String(byteCount, radix: 16).utf8)
        output.append(contentsOf: [0x0d, 0x0a])
      case .untilClose:
        return
      case .ended:
        throw .bodyEnded
      }
    }

    /// Writes the framing after a part of that many bytes.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes that were sent.
    ///   - output: The buffer to which the bytes are appended.
    public func end(_ byteCount: Int, to output: inout [UInt8]) {
      if case .chunked = state, byteCount > 0 { output.append(contentsOf: [0x0d, 0x0a]) }
    }

    /// Ends the body; the given trailers follow those that were announced with the head.
    ///
    /// - Parameters:
    ///   - more: The fields to add to the announced ones.
    ///   - output: The buffer to which the bytes are appended.
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
  /// Writes a field that has been found fit for a trailer section.
  mutating func writeTrailer(_ field: HTTP.Field) throws(HTTP.WriteError) {
    guard !HTTP.forbiddenTrailers.contains(field.name) else {
      throw .forbiddenTrailer(field.name)
    }
    try write(field.name, field.value)
  }
}

extension HTTP {
  /// Fields that must be known before the body: framing, routing, credentials, and controls.
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
