extension HTTP {
  /// Writes the heads of requests for one route, and determines the framing of each body.
  ///
  /// The writer adds `Host` and the framing fields itself. The caller's input is checked byte by
  /// byte and rejected if it could be read differently.
  ///
  /// RFC 9112 section 3, RFC 9110 sections 7 to 10.
  public struct RequestWriter: Sendable {
    /// The way the requests take.
    public let route: Route
    /// The peer's version, as far as known; a server of HTTP/1.0 is sent no chunks.
    public var peerVersion: Version

    /// Creates a writer for a route.
    ///
    /// - Parameters:
    ///   - route: The way to the server: direct, or through a proxy.
    ///   - peerVersion: The version of the server; chunks are not sent to one before 1.1.
    public init(_ route: Route = .direct, peerVersion: Version = .http11) {
      self.route = route
      self.peerVersion = peerVersion
    }

    /// Appends a request's head to the output, or throws and leaves the output as it was.
    ///
    /// With `asterisk`, the request is for the server as a whole. Trailers that are known
    /// beforehand are checked now and written after the body.
    ///
    /// - Parameters:
    ///   - method: The method of the request, such as `GET`.
    ///   - destination: The host, the path and the query.
    ///   - asterisk: A Boolean value that indicates whether the target is `*`, which only `OPTIONS`
    ///     may have.
    ///   - fields: The header fields; the writer adds `Host` and the framing.
    ///   - body: The length of the content, known or not.
    ///   - trailers: The fields that follow the content.
    ///   - output: The buffer to which the bytes are appended.
    public func writeHead(
      _ method: Method, _ destination: Destination, asterisk: Bool = false, fields: Fields = [:],
      body: BodyLength = .none, trailers: Fields = [:], to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      let written = try WrittenFields(fields, to: destination.origin, route)
      let target = try target(method, destination, asterisk, behind: written.targetStart)
      return try write(method, target, written, body, trailers, to: &output)
    }

    /// Appends a head as `writeHead` does, with fields that have been written for the URL's server.
    package func writeHead(
      _ method: Method, _ url: URL, fields: WrittenFields, body: BodyLength = .none,
      trailers: Fields = [:], to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      precondition(fields.route == route && fields.origin == url.origin, "another's fields")
      try check(method)
      let start = fields.targetStart
      let target =
        try route == .connect ? CheckedTarget(start: start) : CheckedTarget(url, behind: start)
      return try write(method, target, fields, body, trailers, to: &output)
    }

    /// `CONNECT` is for tunnels only, and the asterisk for `OPTIONS` only.
    private func check(_ method: Method, asterisk: Bool = false) throws(WriteError) {
      guard (method == .connect) == (route == .connect), !asterisk || method == .options else {
        throw .targetDoesNotFitMethod
      }
    }

    /// RFC 9112 section 3.2.
    private func target(
      _ method: Method, _ destination: Destination, _ asterisk: Bool, behind start: String
    ) throws(WriteError) -> CheckedTarget {
      try check(method, asterisk: asterisk)
      if route == .connect { return try CheckedTarget(start: start) }
      // To a proxy the server as a whole is an empty path. RFC 9112 section 3.2.4.
      if asterisk { return try CheckedTarget(start: start, path: route == .proxy ? "" : "*") }
      let path = destination.path.isEmpty ? "/" : destination.path
      guard path.utf8.first == 0x2f else { throw .invalidTarget(at: start.utf8.count) }
      return try CheckedTarget(start: start, path: path, query: destination.query)
    }

    private func write(
      _ method: Method, _ target: CheckedTarget, _ fields: WrittenFields, _ body: BodyLength,
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

    private func checkTrailers(_ trailers: Fields) throws(WriteError) {
      guard !trailers.isEmpty else { return }
      var checked = HeadBuffer()
      for trailer in trailers { try checked.writeTrailer(trailer) }
    }

    /// The framing of the body, after a check that the caller's statements agree.
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
  /// Writes the framing field of a request's body, if one is necessary.
  fileprivate mutating func write(_ framing: HTTP.BodyFraming) throws(HTTP.WriteError) {
    switch framing {
    case .contentLength(let count): try write(.contentLength, HTTP.FieldValue("\(count)"))
    case .chunked: try write(.transferEncoding, "chunked")
    case .none, .untilClose, .tunnel, .upgrade: break
    }
  }
}
