extension HTTP {
  /// Writes the heads of requests for one route, and says how each body is to be framed.
  ///
  /// `Host` and the framing fields are the writer's own. What the caller gives is checked byte by
  /// byte and refused when it could be read as something else.
  ///
  /// RFC 9112 section 3, RFC 9110 sections 7 to 10.
  public struct RequestWriter: Sendable {
    /// The way the requests take.
    public let route: Route
    /// The peer's version, as far as known; a server of HTTP/1.0 is sent no chunks.
    public var peerVersion: Version

    /// Creates a writer for a route.
    public init(_ route: Route = .direct, peerVersion: Version = .http11) {
      self.route = route
      self.peerVersion = peerVersion
    }

    /// Appends a request's head to the output, or throws and leaves the output as it was.
    ///
    /// With `asterisk`, the request is for the server as a whole. Trailers that are known
    /// beforehand are checked now and written after the body.
    public func writeHead(
      _ method: Method, _ destination: Destination, asterisk: Bool = false, fields: Fields = [:],
      body: BodyLength = .none, trailers: Fields = [:], to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      let written = try WrittenFields(fields, to: destination.origin, route)
      let target =
        try asterisk
        ? serverTarget(method, written)
        : target(method, path: destination.path, query: destination.query, written)
      return try write(method, target, written, body, trailers, to: &output)
    }

    /// Appends a head as `writeHead` does, with fields that have been written for its server.
    package func writeHead(
      _ method: Method, path: String, query: String?, fields: WrittenFields,
      body: BodyLength = .none, trailers: Fields = [:], to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      let target = try target(method, path: path, query: query, fields)
      return try write(method, target, fields, body, trailers, to: &output)
    }

    private func write(
      _ method: Method, _ target: HeadBuffer.Target, _ fields: WrittenFields, _ body: BodyLength,
      _ trailers: Fields, to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      let framing = try frame(method, body, fields, trailers)
      if body == .none || body == .known(0), fields.expectsContinue {
        throw .expectsContinueWithoutContent
      }
      var head = HeadBuffer(behind: &output)
      do throws(WriteError) {
        try head.write(method, target)
        head.write(fields)
        try head.write(framing)
        head.end()
        try checkTrailers(trailers)
      } catch {
        head.withdraw(to: &output)
        throw error
      }
      head.giveBack(to: &output)
      return BodyWriter(framing, trailers: trailers)
    }

    /// The target of a request for the server as a whole.
    ///
    /// It is an empty path to a proxy. RFC 9112 section 3.2.4.
    private func serverTarget(
      _ method: Method, _ fields: WrittenFields
    ) throws(WriteError) -> HeadBuffer.Target {
      guard method == .options, fields.route != .connect else { throw .targetDoesNotFitMethod }
      let isForProxy = fields.route == .proxy
      return HeadBuffer.Target(start: fields.targetStart, path: isForProxy ? "" : "*", query: nil)
    }

    /// The target of a request for a path and a query.
    ///
    /// RFC 9112 sections 3.2.1 to 3.2.3.
    private func target(
      _ method: Method, path: String, query: String?, _ fields: WrittenFields
    ) throws(WriteError) -> HeadBuffer.Target {
      let (start, isForTunnel) = (fields.targetStart, fields.route == .connect)
      guard (method == .connect) == isForTunnel else { throw .targetDoesNotFitMethod }
      if isForTunnel { return HeadBuffer.Target(start: start, path: "", query: nil) }
      guard let first = path.utf8.first else {
        return HeadBuffer.Target(start: start, path: "/", query: query)
      }
      guard first == 0x2f else { throw .invalidTarget(at: start.utf8.count) }
      return HeadBuffer.Target(start: start, path: path, query: query)
    }

    private func checkTrailers(_ trailers: Fields) throws(WriteError) {
      guard !trailers.isEmpty else { return }
      var checked = HeadBuffer()
      for trailer in trailers { try checked.writeTrailer(trailer) }
    }

    /// How the body is framed, once what the caller says of it has been found to agree.
    ///
    /// RFC 9112 section 6, RFC 9110 section 8.6.
    private func frame(
      _ method: Method, _ body: BodyLength, _ fields: WrittenFields, _ trailers: Fields
    ) throws(WriteError) -> BodyFraming {
      let framing: BodyFraming
      switch body {
      case .none, .known(0):
        let says = method.anticipatesContent || fields.contentLength != .none
        framing = says ? .contentLength(0) : .none
      case .known(let count):
        guard count > 0 else { throw .invalidBodyLength(count) }
        framing = .contentLength(count)
      case .unknown:
        guard peerVersion.isAtLeast11 else { throw .lengthRequired }
        framing = .chunked
      }
      let hasBody = body != .none && body != .known(0)
      if hasBody, method == .trace || method == .connect { throw .bodyNotAllowed }
      switch fields.contentLength {
      case .none: break
      case .of(let count) where framing == .contentLength(count): break
      case .of, .invalid: throw .contentLengthDiffers(body: body)
      }
      guard trailers.isEmpty || framing == .chunked else { throw .trailersNeedChunks }
      return framing
    }
  }
}

extension HeadBuffer {
  /// Writes the field that says how a request's body is framed, if one must.
  fileprivate mutating func write(_ framing: HTTP.BodyFraming) throws(HTTP.WriteError) {
    switch framing {
    case .contentLength(let count): try write(.contentLength, HTTP.FieldValue("\(count)"))
    case .chunked: try write(.transferEncoding, "chunked")
    case .none, .untilClose, .tunnel, .upgrade: break
    }
  }
}
