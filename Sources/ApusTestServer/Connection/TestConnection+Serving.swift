internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

extension TestConnection {
  /// Serves a connection with a closure, over TLS if the server uses TLS.
  static func serve(
    _ channel: ServerChannel, _ number: Int, _ security: TestServer.Security?,
    _ log: SecurityLog, _ work: Work, requestCame: @escaping () -> Void
  ) async throws {
    guard let security else {
      let plain = PlainServerTransport(channel)
      return try await work(
        TestConnection(plain, tls: nil, number: number, requestCame: requestCame))
    }
    let secure = SecureServerTransport(channel, security, log)
    do {
      try await secure.shakeHands(until: channel.deadline)
      try await work(
        TestConnection(secure, tls: secure.facts, number: number, requestCame: requestCame))
      try await secure.finish()
    } catch {
      try await secure.leave()
    }
  }

  /// Responds to the requests of the connection one after another with a handler.
  func serve(_ handler: TestServer.Handler) async throws {
    while let (head, framing) = try await readHead() {
      if head.expectsContinue { try await write("HTTP/1.1 100 Continue\r\n\r\n") }
      let hasContent = framing != .tunnel && framing != .upgrade
      let body = hasContent ? try await readBody() : []
      let request = TestRequest(
        head: head, body: body, trailers: trailers, connection: number, tls: tls)
      guard try await perform(answer(of: handler, to: request), request), persists else { break }
    }
    // If bytes of the client arrived after the close, a reset would discard the sent bytes.
    try await finish()
    try await drain()
  }

  /// Returns the reaction of the handler to a request. If the handler throws an error, the reaction
  /// is a response with status 500 and the text of the error.
  private func answer(
    of handler: TestServer.Handler, to request: TestRequest
  ) async -> TestAnswer {
    do {
      return try await handler(request)
    } catch {
      let text = "the handler of the test server threw: \(error)\n"
      return .response(
        HTTP.Response(
          500, headers: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8)))
    }
  }

  /// Sends the response of a handler. Returns `false` if the connection must end.
  private func perform(_ answer: TestAnswer, _ request: TestRequest) async throws -> Bool {
    switch answer {
    case .response(let response, let fault):
      guard let fault else {
        try await write(try wire(response, to: request))
        return true
      }
      return try await commit(fault, response, request)
    case .stream(let head, let body):
      let writer = HTTP.ResponseWriter(
        to: request.method, version: request.head.version, persists: persists)
      var output: [UInt8] = []
      let framing = try writer.writeHead(head, body: .unknown, to: &output).framing
      try await write(output)
      guard framing == .chunked else { return framing == .none }
      try await body(self)
      try await write("0\r\n\r\n")
      return true
    case .bytes(let bytes):
      try await write(bytes)
      return false
    case .connection(let body):
      try await body(self)
      return false
    }
  }

  /// Returns a response as the bytes of an HTTP message.
  private func wire(
    _ response: HTTP.Response, to request: TestRequest, _ length: HTTP.BodyLength? = nil
  ) throws -> [UInt8] {
    let writer = HTTP.ResponseWriter(
      to: request.method, version: request.head.version, persists: persists)
    var output: [UInt8] = []
    let isChunked = !response.trailers.isEmpty || length == .unknown
    var body = try writer.writeHead(
      response.head, body: isChunked ? .unknown : .known(response.body.count),
      trailers: response.trailers, to: &output)
    if body.framing != .none { try body.write(response.body.span, to: &output) }
    try body.finish(to: &output)
    return output
  }

  private func commit(
    _ fault: AnswerFault, _ response: HTTP.Response, _ request: TestRequest
  ) async throws -> Bool {
    switch fault {
    case .finish(let count):
      try await write(Array(try wire(response, to: request).prefix(count)))
      return false
    case .cut(let count):
      try await write(Array(try wire(response, to: request).prefix(count)))
      try cut()
      return false
    case .reset(let count):
      try await write(Array(try wire(response, to: request).prefix(count)))
      // The pause gives the sent bytes time to arrive before the reset.
      try await sleep(.milliseconds(1))
      reset()
      return false
    case .drip(let count, let pause):
      try await write(try wire(response, to: request), byteCount: count, every: pause)
      return true
    case .silence:
      try await hang()
      return false
    case .wrongLength(let difference):
      let count = max(0, response.body.count + difference)
      var announced = response
      announced.headers[.contentLength] = HTTP.FieldValue("\(count)")
      announced.headers[.transferEncoding] = nil
      let fields = announced.headers.map { "\($0.name.text): \($0.value.text)\r\n" }.joined()
      try await write("HTTP/1.1 \(response.status) \r\n\(fields)\r\n")
      try await write(response.body)
      return false
    case .badChunk:
      let whole = try wire(response, to: request, .unknown)
      try await write(Array(whole.dropLast(5)) + Array("xyz\r\n".utf8))
      return false
    case .informational(let count):
      for _ in 0..<count { try await write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") }
      try await write(try wire(response, to: request))
      return true
    case .hugeField(let count):
      var response = response
      response.headers.append(
        "X-Huge", HTTP.FieldValue(String(repeating: "x", count: max(0, count))))
      try await write(try wire(response, to: request))
      return true
    case .strayBytes(let bytes):
      try await write(try wire(response, to: request) + bytes)
      return true
    }
  }
}
