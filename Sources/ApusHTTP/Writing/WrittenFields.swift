extension HTTP {
  /// The prepared bytes of the HTTP version and header fields of requests to one origin.
  ///
  /// Most requests of a session have the same header fields. The fields are checked and converted
  /// to bytes once. The writer then appends the prepared bytes after the method and the target of
  /// each request.
  ///
  /// RFC 9112 section 3, RFC 9110 sections 7 to 10.
  package struct WrittenFields: Sendable {
    /// The origin of the server that receives the requests.
    package let origin: Origin
    /// The route of the requests: direct, or through a proxy.
    package let route: Route
    /// A Boolean value that indicates whether the requests have an `Upgrade` field.
    package let upgrades: Bool
    /// A Boolean value that indicates whether the client closes the connection after the response.
    package let closes: Bool
    /// A Boolean value that indicates whether the request has `Expect: 100-continue`.
    package let expectsContinue: Bool
    /// The part of the request target before the path, such as the host. The target of a `CONNECT`
    /// request has only this part.
    let targetStart: String
    /// The value of the caller's `Content-Length` field, which must equal the length of the body.
    let contentLength: StatedLength
    /// The prepared bytes between the request target and the framing field of the body.
    let bytes: [UInt8]

    /// The value of the `Content-Length` field in a list of fields.
    enum StatedLength: Sendable, Equatable {
      case none
      case of(Int)
      /// The value of `Content-Length` is not a number or is too large for a body.
      case invalid
    }

    /// Checks header fields and prepares their bytes for requests to an origin on a route.
    package init(_ fields: Fields, to origin: Origin, _ route: Route = .direct) throws(WriteError) {
      (self.origin, self.route) = (origin, route)
      switch route {
      case .direct, .tunnel: targetStart = ""
      case .proxy: targetStart = origin.description
      case .connect: targetStart = origin.authorityForm
      }
      upgrades = fields.contains(.upgrade)
      closes = fields.list(.connection, contains: "close")
      expectsContinue = fields.list(.expect, contains: "100-continue")
      contentLength = try Self.statedLength(fields)
      // The buffer has capacity for the fields, the separators of each field, the version and the
      // host.
      var head = HeadBuffer(
        reserving: fields.storage.count + 4 * fields.lines.count + origin.authority.utf8.count + 64)
      head.writeVersion()
      try head.writeHost(origin, fields, route)
      try head.write(fields, route)
      if route != .connect { try head.writeConnectionOptions(fields) }
      bytes = head.bytes
    }

    /// Returns the value of the `Content-Length` field in a list of fields. RFC 9110 section 8.6.
    private static func statedLength(_ fields: Fields) throws(WriteError) -> StatedLength {
      guard fields.contains(.contentLength) else { return .none }
      let given = fields.values(of: .contentLength)
      guard given.count == 1, let length = given.first else {
        throw .repeatedField(.contentLength)
      }
      guard let count = ASCII.decimal(length.bytes.span).flatMap({ Int(exactly: $0) }) else {
        return .invalid
      }
      return .of(count)
    }
  }
}

/// The description of prepared header fields omits their bytes, because the bytes may contain
/// secrets.
extension HTTP.WrittenFields: CustomStringConvertible, CustomReflectable {
  package var description: String { "prepared header fields of requests by \(route)" }

  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HeadBuffer {
  /// Writes the `Host` field. A single valid `Host` field of the caller replaces the derived host,
  /// except in a `CONNECT` request.
  ///
  /// RFC 9112 section 3.2.
  fileprivate mutating func writeHost(
    _ origin: HTTP.Origin, _ fields: HTTP.Fields, _ route: HTTP.Route
  ) throws(HTTP.WriteError) {
    if fields.contains(.host) {
      let given = fields.values(of: .host)
      guard given.count == 1, let host = given.first else { throw .repeatedField(.host) }
      // The writer rejects percent-encoding, which could hide a delimiter, and port 0, although the
      // reader accepts both.
      guard let parsed = HTTP.HostField(host.bytes.span), !parsed.host.isEmpty, parsed.port != 0,
        !host.bytes.contains(0x25)
      else { throw .invalidHost }
      if route != .connect { return try write(.host, host) }
    }
    let host = route == .connect ? origin.authorityForm : origin.authority
    let name = HTTP.FieldName.host.text
    try write(name.utf8.span, host.utf8.span)
  }

  fileprivate mutating func write(
    _ fields: HTTP.Fields, _ route: HTTP.Route
  ) throws(HTTP.WriteError) {
    for line in fields.lines {
      let name = fields.storage.span.extracting(line.name)
      guard try Self.isSent(name, route) else { continue }
      try write(name, fields.storage.span.extracting(line.value))
    }
  }

  /// Returns whether the writer sends a header field of the caller without changes.
  ///
  /// The origin server never receives the credentials for a proxy, and a `CONNECT` request contains
  /// no fields for the origin server.
  private static func isSent(
    _ name: Span<UInt8>, _ route: HTTP.Route
  ) throws(HTTP.WriteError) -> Bool {
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

  /// Writes the `Connection` field. The field lists `TE` and `Upgrade`, because otherwise a proxy
  /// would forward these fields.
  ///
  /// RFC 9110 sections 7.8 and 10.1.4.
  fileprivate mutating func writeConnectionOptions(
    _ fields: HTTP.Fields
  ) throws(HTTP.WriteError) {
    try writeConnectionOption(.te, fields)
    try writeConnectionOption(.upgrade, fields)
  }

  private mutating func writeConnectionOption(
    _ name: HTTP.FieldName, _ fields: HTTP.Fields
  ) throws(HTTP.WriteError) {
    guard fields.contains(name), !fields.list(.connection, contains: name.text) else { return }
    try write(.connection, HTTP.FieldValue(name.text))
  }
}
