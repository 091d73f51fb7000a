extension HTTP {
  /// A writer of response heads, which also determines the framing of each response body.
  ///
  /// RFC 9112 section 4, and section 6.3 for the framing.
  public struct ResponseWriter: Sendable {
    /// The method of the request to which the server responds.
    public let method: Method
    /// The HTTP version of the client. The writer sends no chunked body to a client with HTTP/1.0.
    public let version: Version
    /// A Boolean value that indicates whether the connection remains open after the response.
    public let persists: Bool

    /// Creates a writer for the response to a request.
    ///
    /// - Parameters:
    ///   - method: The method of the request, which determines whether the response has content.
    ///   - version: The HTTP version of the client; a client before HTTP/1.1 receives no chunked
    ///     body.
    ///   - persists: A Boolean value that indicates whether the connection remains open after the
    ///     response.
    public init(to method: Method, version: Version = .http11, persists: Bool = true) {
      self.method = method
      self.version = version
      self.persists = persists
    }

    /// Appends the head of a response to the output.
    /// If the function throws an error, the output is unchanged.
    ///
    /// - Parameters:
    ///   - response: The head of the response: the status, the reason phrase and the header fields.
    ///   - body: The length of the body, which may be unknown.
    ///   - trailers: The trailer fields, which follow the content.
    ///   - output: The buffer that receives the written bytes.
    public func writeHead(
      _ response: ResponseHead, body: BodyLength = .none, trailers: Fields = [:],
      to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      let framing = try frame(response.status, body)
      guard trailers.isEmpty || framing == .chunked else { throw .trailersNeedChunks }
      var head = HeadBuffer(behind: &output)
      do throws(WriteError) {
        try head.writeStatusLine(response)
        for field in response.fields {
          switch field.name {
          case .contentLength, .transferEncoding: throw .reservedField(field.name)
          default: try head.write(field.name, field.value)
          }
        }
        try writeFraming(framing, body, response, to: &head)
        head.end()
        var checked = HeadBuffer()
        for trailer in trailers { try checked.writeTrailer(trailer) }
      } catch {
        head.withdraw(to: &output)
        throw error
      }
      head.giveBack(to: &output)
      return BodyWriter(framing, trailers: trailers)
    }

    private func frame(_ status: Status, _ body: BodyLength) throws(WriteError) -> BodyFraming {
      if case .known(let count) = body, count < 0 { throw .invalidBodyLength(count) }
      let isTunnel = method == .connect && status.isSuccess
      if isTunnel || status.isInformational || status.code == 204 || status.code == 304 {
        guard body == .none || body == .known(0) else { throw .bodyNotAllowed }
        return isTunnel ? .tunnel : status.code == 101 ? .upgrade : .none
      }
      // A response to HEAD has no body, but has the same framing fields as a response to GET.
      if method == .head { return .none }
      switch body {
      case .none: return .contentLength(0)
      case .known(let count): return .contentLength(count)
      case .unknown: return version.isAtLeast11 ? .chunked : .untilClose
      }
    }

    private func writeFraming(
      _ framing: BodyFraming, _ body: BodyLength, _ response: ResponseHead,
      to head: inout HeadBuffer
    ) throws(WriteError) {
      switch framing {
      case .contentLength(let count): try head.write(.contentLength, FieldValue("\(count)"))
      case .chunked: try head.write(.transferEncoding, "chunked")
      case .none:
        if method == .head, case .known(let count) = body {
          try head.write(.contentLength, FieldValue("\(count)"))
        }
      case .untilClose, .tunnel, .upgrade: break
      }
      guard !response.status.isInformational else { return }
      let closes = !persists || framing == .untilClose
      guard closes || !version.isAtLeast11 else { return }
      // The caller cannot override the connection option `close` or `keep-alive` of the writer.
      let option = closes ? "close" : "keep-alive"
      if !response.fields.list(.connection, contains: option) {
        try head.write(.connection, FieldValue(option))
      }
    }
  }
}
