extension HTTP {
  /// A writer of request heads for one route, which also determines the framing of each request
  /// body.
  ///
  /// The request writer adds the `Host` field and the framing fields. The writer rejects invalid
  /// bytes in the request, so that no input can inject a header field or a second request.
  ///
  /// RFC 9112 section 3, RFC 9110 sections 7 to 10.
  public struct RequestWriter: Sendable {
    /// The route of the requests: direct, or through a proxy.
    public let route: Route
    /// The HTTP version of the server, or HTTP/1.1 if the version is unknown. The writer sends no
    /// chunked body to a server with HTTP/1.0.
    public var peerVersion: Version

    /// Creates a request writer for direct requests or for requests through a proxy.
    ///
    /// - Parameters:
    ///   - route: The route to the server: direct or through a proxy.
    ///   - peerVersion: The HTTP version of the server; a server before HTTP/1.1 receives no
    ///     chunked body.
    public init(_ route: Route = .direct, peerVersion: Version = .http11) {
      self.route = route
      self.peerVersion = peerVersion
    }

    /// Appends the head of a request to the output. If the function throws an error, the output is
    /// unchanged.
    ///
    /// If `asterisk` is true, the request target is `*`, which means the whole server. The writer
    /// checks the given trailer fields now, and writes them after the body.
    ///
    /// - Parameters:
    ///   - method: The method of the request, such as `GET`.
    ///   - destination: The destination of the request: the origin, the path and the query.
    ///   - asterisk: A Boolean value that indicates whether the target is `*`, which only `OPTIONS`
    ///     may have.
    ///   - fields: The header fields of the request; the writer adds `Host` and the framing fields.
    ///   - body: The length of the body, which may be unknown.
    ///   - trailers: The trailer fields, which follow the content.
    ///   - output: The buffer that receives the written bytes.
    public func writeHead(
      _ method: Method, _ destination: Destination, asterisk: Bool = false, fields: Fields = [:],
      body: BodyLength = .none, trailers: Fields = [:], to output: inout [UInt8]
    ) throws(WriteError) -> BodyWriter {
      let written = try WrittenFields(fields, to: destination.origin, route)
      let target = try target(method, destination, asterisk, behind: written.targetStart)
      return try write(method, target, written, body, trailers, to: &output)
    }

    /// Appends the head of a request with header fields whose bytes were prepared in advance for
    /// the origin of the URL.
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

    /// Checks that the method `CONNECT` is used only for tunnels, and the request target `*` only
    /// with `OPTIONS`.
    private func check(_ method: Method, asterisk: Bool = false) throws(WriteError) {
      guard (method == .connect) == (route == .connect), !asterisk || method == .options else {
        throw .targetDoesNotFitMethod
      }
    }

    /// Returns the request target in the form that the route requires. RFC 9112 section 3.2.
    private func target(
      _ method: Method, _ destination: Destination, _ asterisk: Bool, behind start: String
    ) throws(WriteError) -> CheckedTarget {
      try check(method, asterisk: asterisk)
      if route == .connect { return try CheckedTarget(start: start) }
      // In an OPTIONS request to a proxy, an empty path means the whole server. RFC 9112 section
      // 3.2.4.
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

    /// Returns the framing of a request body. The function throws an error if the caller's fields
    /// contradict the body length.
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
  /// Writes the `Content-Length` or `Transfer-Encoding` field of a request, if the request needs
  /// one of the fields.
  fileprivate mutating func write(_ framing: HTTP.BodyFraming) throws(HTTP.WriteError) {
    switch framing {
    case .contentLength(let count): try write(.contentLength, HTTP.FieldValue("\(count)"))
    case .chunked: try write(.transferEncoding, "chunked")
    case .none, .untilClose, .tunnel, .upgrade: break
    }
  }
}
