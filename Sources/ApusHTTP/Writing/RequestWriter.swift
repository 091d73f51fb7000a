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
      let framing = try frame(method, body, fields, trailers)
      if body == .none || body == .known(0), fields.list(.expect, contains: "100-continue") {
        throw .expectsContinueWithoutContent
      }
      var head = HeadBuffer(behind: &output)
      do throws(WriteError) {
        try head.writeRequestLine(method, target(method, destination, asterisk))
        try writeHost(destination, fields, to: &head)
        try writeFields(fields, to: &head)
        try writeConnectionOptions(fields, to: &head)
        try head.write(framing)
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

    /// RFC 9112 section 3.2.
    private func target(
      _ method: Method, _ destination: Destination, _ asterisk: Bool
    ) throws(WriteError) -> RequestTarget {
      guard (method == .connect) == (route == .connect), !asterisk || method == .options else {
        throw .targetDoesNotFitMethod
      }
      switch route {
      case .connect:
        return RequestTarget(.authority, destination.origin.authorityForm)
      case .proxy:
        let origin = destination.origin.description
        // The server as a whole is an empty path to a proxy. RFC 9112 section 3.2.4.
        if asterisk { return RequestTarget(.absolute, origin) }
        return RequestTarget(.absolute, try destination.target(behind: origin))
      case .direct, .tunnel:
        if asterisk { return RequestTarget(.asterisk, "*") }
        return RequestTarget(.origin, try destination.target())
      }
    }

    /// One valid `Host` of the caller's replaces the derived one, but never in `CONNECT`.
    private func writeHost(
      _ destination: Destination, _ fields: Fields, to head: inout HeadBuffer
    ) throws(WriteError) {
      if fields.contains(.host) {
        let given = fields.values(of: .host)
        guard given.count == 1, let host = given.first else { throw .repeatedField(.host) }
        // Stricter than what is read: no encoding that could hide a delimiter, and no port 0.
        guard let parsed = HostField(host.bytes.span), !parsed.host.isEmpty, parsed.port != 0,
          !host.bytes.contains(0x25)
        else { throw .invalidHost }
        if route != .connect { return try head.write(.host, host) }
      }
      let host =
        route == .connect ? destination.origin.authorityForm : destination.origin.authority
      let name = FieldName.host.text
      try head.write(name.utf8.span, host.utf8.span)
    }

    private func writeFields(_ fields: Fields, to head: inout HeadBuffer) throws(WriteError) {
      for line in fields.lines {
        let name = fields.storage.span.extracting(line.name)
        guard try isSent(name) else { continue }
        try head.write(name, fields.storage.span.extracting(line.value))
      }
    }

    /// Whether a field of the caller's is written as it is.
    ///
    /// A proxy's credentials never reach the origin, and a request for a tunnel carries nothing
    /// that is meant for the origin.
    private func isSent(_ name: Span<UInt8>) throws(WriteError) -> Bool {
      switch name.count {
      case 4 where ASCII.equalsIgnoringCase(name, "Host"),
        14 where ASCII.equalsIgnoringCase(name, "Content-Length"):
        return false
      case 17 where ASCII.equalsIgnoringCase(name, "Transfer-Encoding"):
        throw .reservedField(.transferEncoding)
      case 19 where ASCII.equalsIgnoringCase(name, "Proxy-Authorization"),
        16 where ASCII.equalsIgnoringCase(name, "Proxy-Connection"):
        return route == .proxy || route == .connect
      default:
        return route != .connect || ASCII.equalsIgnoringCase(name, "User-Agent")
      }
    }

    /// `TE` and `Upgrade` must be named in `Connection`, or a proxy would forward them.
    ///
    /// RFC 9110 sections 7.8 and 10.1.4.
    private func writeConnectionOptions(
      _ fields: Fields, to head: inout HeadBuffer
    ) throws(WriteError) {
      guard route != .connect else { return }
      try writeConnectionOption(.te, fields, to: &head)
      try writeConnectionOption(.upgrade, fields, to: &head)
    }

    private func writeConnectionOption(
      _ name: FieldName, _ fields: Fields, to head: inout HeadBuffer
    ) throws(WriteError) {
      guard fields.contains(name), !fields.list(.connection, contains: name.text) else { return }
      try head.write(.connection, FieldValue(name.text))
    }

    /// How the body is framed, once what the caller says of it has been found to agree.
    ///
    /// RFC 9112 section 6, RFC 9110 section 8.6.
    private func frame(
      _ method: Method, _ body: BodyLength, _ fields: Fields, _ trailers: Fields
    ) throws(WriteError) -> BodyFraming {
      let framing: BodyFraming
      switch body {
      case .none, .known(0):
        let says = method.anticipatesContent || fields.contains(.contentLength)
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
      try checkContentLength(fields, body, framing)
      guard trailers.isEmpty || framing == .chunked else { throw .trailersNeedChunks }
      return framing
    }

    private func checkContentLength(
      _ fields: Fields, _ body: BodyLength, _ framing: BodyFraming
    ) throws(WriteError) {
      guard fields.contains(.contentLength) else { return }
      let given = fields.values(of: .contentLength)
      guard given.count == 1, let length = given.first else {
        throw .repeatedField(.contentLength)
      }
      guard let count = ASCII.decimal(length.bytes.span).flatMap({ Int(exactly: $0) }),
        framing == .contentLength(count)
      else { throw .contentLengthDiffers(body: body) }
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
