import ApusAuthentication
import ApusBytes
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Foreign proxy programs between a session and servers of both schemes.
///
/// Each is started once, and used for all checks here, for `http` and for `https` URLs. A relay
/// before the proxy and one before the server keep the received bytes.
///
/// | asserted | squid | tinyproxy | microsocks |
/// | --- | --- | --- | --- |
/// | content both ways: `exchange` | open, Basic, Digest | open, Basic, in TLS | open, password |
/// | the bytes of the server: `expectRequests` | all | all | all |
/// | `http`, whole URLs: `expectWholeURLs` | all | all | |
/// | `https`, CONNECT: `expectTunnel` | all | all | |
/// | RFC 1928 and RFC 1929: `expectSOCKS` | | | all |
/// | no readable bytes in TLS to the proxy: `expectUnreadable` | | in TLS | |
/// | none and wrong credentials: `expectRefusals` | Basic, Digest | Basic | password |
/// | killed during two responses: `expectDeath` | all | all | all |
@Suite(.ownThread) struct ProxyProgramsTests {
  @Test(arguments: ProxyProgram.expected)
  func `a proxy program of another project forwards requests and tunnels`(
    kind: ProxyProgram.Kind
  )
    async throws
  {
    let program = try await ProxyProgram(kind)
    for isSecure in [false, true] {
      let seen = program.relay.sent.count
      let way = try await Way(through: program, kind.password, isSecure: isSecure)
      try await exchange(over: way, kind)
      expectRequests(at: way)
      let sent = program.relay.sent[seen...].filter { !$0.isEmpty }
      if kind.isSOCKS {
        expectSOCKS(sent, kind, to: way)
      } else if isSecure {
        expectTunnel(sent, kind, to: way)
      } else {
        expectWholeURLs(sent, kind, to: way)
      }
      await way.end()
    }
    if let relay = program.secureRelay { expectUnreadable(relay.sent.filter { !$0.isEmpty }) }
    if kind.password != nil { try await expectRefusals(by: program) }
    try await expectDeath(of: program)
    await program.shutdown()
  }
}

// MARK: The bytes of each hop

extension ProxyProgramsTests {
  /// Words of requests, none of which is for a proxy that forwards TLS; each is long enough not to
  /// occur in encrypted bytes by chance.
  private static let words = [
    "for-the-origin", "seven-of-nine", "sid=the-cookie", "/echo?query=words", "content-of-it",
  ]
  private static let content = Array(String(repeating: "content-of-it", count: 400).utf8)

  /// Two requests with content, and one for content.
  private func exchange(over way: Way, _ kind: ProxyProgram.Kind) async throws {
    /// A request on a connection that is just being closed would be repeated, or fail.
    func awaitEnd() async {
      guard !way.isSecure, kind.closesEachConnection else { return }
      #expect(await way.session.gauge(\.open, reaches: 0) == 0)
    }
    for _ in 0..<2 {
      var request = HTTP.Request.post("echo?query=words", .bytes(Self.content))
      request.headers["X-Own"] = "seven-of-nine"
      request.headers[.authorization] = .sensitive("Bearer for-the-origin")
      request.headers[.cookie] = .sensitive("sid=the-cookie")
      let response = try await way.session.send(request)
      #expect(response.body == Self.content)
      #expect((response.tls == nil) == !way.isSecure)
      await awaitEnd()
    }
    let response = try await way.session.send(.get("bytes/100000"))
    #expect(response.body == TestRoutes.bytes(100_000))
  }

  /// Checks that the server has the requests with all of its own fields, and none of the proxy's.
  private func expectRequests(at way: Way) {
    #expect(way.requestCount == 3)
    guard !way.isSecure else { return expectUnreadable(way.relay.sent.filter { !$0.isEmpty }) }
    let requests = way.relay.sent.flatMap { SentRequest.all(in: $0) }
    let lines = requests.map { $0.line.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(
      lines.sorted() == ["GET /bytes/100000", "POST /echo?query=words", "POST /echo?query=words"])
    for request in requests {
      let isPost = request.line.utf8.first == 0x50
      #expect(request["host"] == [way.place])
      #expect(request["authorization"] == (isPost ? ["Bearer for-the-origin"] : []))
      #expect(request["cookie"] == (isPost ? ["sid=the-cookie"] : []))
      #expect(request["x-own"] == (isPost ? ["seven-of-nine"] : []))
      #expect(request.content == (isPost ? Self.content : []))
      #expect(!request.fields.contains { $0.name.utf8.starts(with: "proxy-".utf8) })
      #expect(!request.holds("svc") && !request.holds("sesame") && !request.holds("c3Zj"))
    }
  }

  /// Checks that an HTTP proxy gets whole URLs, and its credential with each request after its
  /// challenge.
  private func expectWholeURLs(_ sent: [[UInt8]], _ kind: ProxyProgram.Kind, to way: Way) {
    let requests = sent.flatMap { SentRequest.all(in: $0) }
    let shown = requests.map { Self.isCredential($0["proxy-authorization"], of: kind) }
    #expect(shown == (kind.password == nil ? [nil, nil, nil] : [nil, true, true, true]))
    for request in requests.dropLast() {
      #expect(request.line == "POST http://\(way.place)/echo?query=words HTTP/1.1")
    }
    #expect(requests.last?.line == "GET http://\(way.place)/bytes/100000 HTTP/1.1")
    #expect(requests.allSatisfy { $0["host"] == [way.place] })
  }

  /// Checks that an HTTP proxy gets the destination, its credential after its challenge, and then
  /// the server's bytes.
  private func expectTunnel(_ sent: [[UInt8]], _ kind: ProxyProgram.Kind, to way: Way) {
    var requests: [SentRequest] = []
    var tunnels: [[UInt8]] = []
    for bytes in sent {
      var rest = bytes
      while rest.starts(with: "CONNECT ".utf8) { requests.append(SentRequest.take(from: &rest)) }
      if !rest.isEmpty { tunnels.append(rest) }
    }
    let shown = requests.map { Self.isCredential($0["proxy-authorization"], of: kind) }
    #expect(shown == (kind.password == nil ? [nil] : [nil, true]))
    for request in requests {
      #expect(request.line == "CONNECT \(way.place) HTTP/1.1")
      #expect(request["host"] == [way.place])
      #expect(request.fields.allSatisfy { ["host", "proxy-authorization"].contains($0.name) })
    }
    #expect(tunnels == way.relay.sent.filter { !$0.isEmpty })
    expectUnreadable(tunnels)
  }

  /// Checks that a SOCKS5 proxy gets a greeting, a password if it requires one, and the
  /// destination; the rest is the server's bytes.
  private func expectSOCKS(_ sent: [[UInt8]], _ kind: ProxyProgram.Kind, to way: Way) {
    var words: [UInt8] = kind.password == nil ? [5, 1, 0] : [5, 2, 0, 2]
    if let password = kind.password {
      words += [1, 3] + Array("svc".utf8) + [UInt8(password.utf8.count)] + Array(password.utf8)
    }
    // A literal address, and a name that the proxy looks up.
    words += way.isSecure ? [5, 1, 0, 3, 9] + Array("localhost".utf8) : [5, 1, 0, 1, 127, 0, 0, 1]
    words += [UInt8(way.relay.port >> 8), UInt8(truncatingIfNeeded: way.relay.port)]
    #expect(sent == way.relay.sent.filter { !$0.isEmpty }.map { words + $0 })
  }

  /// Checks that a hop has TLS from its ClientHello on: RFC 8446 section 5.1.
  private func expectUnreadable(_ sent: [[UInt8]]) {
    #expect(!sent.isEmpty)
    for bytes in sent {
      #expect(bytes.starts(with: [0x16, 0x03]) && bytes.count > 5 && bytes[5] == 1)
      for word in Self.words + ["sesame", "Authorization"] {
        #expect(!SentRequest.holds(bytes, word), "\(word)")
      }
    }
  }

  /// Returns whether a field has the password of a kind of proxy; nil without one.
  private static func isCredential(_ values: [String], of kind: ProxyProgram.Kind) -> Bool? {
    guard let value = values.first, let password = kind.password else { return nil }
    guard kind == .squidWithDigest else {
      return values == ["Basic \(Base64.encode(Array("svc:\(password)".utf8)))"]
    }
    let bytes = Array(value.utf8)
    return bytes.starts(with: "Digest ".utf8) && SentRequest.holds(bytes, "username=\"svc\"")
      && !SentRequest.holds(bytes, "sesame")
  }
}

// MARK: Errors

extension ProxyProgramsTests {
  private func expectRefusals(by program: ProxyProgram) async throws {
    for isSecure in [false, true] {
      for password in [nil, "wrong"] {
        let way = try await Way(through: program, password, isSecure: isSecure)
        let error = await way.session.failure(of: .get("bytes/1"))
        // tinyproxy's response to an unknown password looks like the server's.
        let isUnclear = program.kind == .tinyproxyWithBasic && password != nil && !isSecure
        if isUnclear {
          #expect(error?.reason == .status(401))
        } else if case .proxy(let fault) = error?.reason {
          let expected: [HTTPSessionError.ProxyFault.Cause] =
            password == nil
            ? [.authentication(.noCredential), .socks(.noAcceptableMethod)]
            : [.authentication(.credentialRefused), .socks(.credentialRefused), .status(401)]
          #expect(expected.contains(fault.cause))
        } else {
          Issue.record("\(String(describing: error))")
        }
        #expect(way.relay.sent.isEmpty && way.requestCount == 0)
        await way.end()
      }
    }
  }

  /// Kills the proxy while endless responses without TLS and over TLS are read.
  private func expectDeath(of program: ProxyProgram) async throws {
    var ways: [Way] = []
    for isSecure in [false, true] {
      ways.append(try await Way(through: program, program.kind.password, isSecure: isSecure))
    }
    let cuts = ways.map { way in Task { await way.readUntilCut() } }
    for way in ways { await way.begun.pass() }
    program.kill()
    for cut in cuts {
      let code = await cut.value?.code.name ?? "none"
      let codes = ["cannot-connect", "connection-lost", "tls", "invalid-response"]
      #expect(codes.contains(code), "\(code)")
    }
    for way in ways { await way.end() }
  }
}

/// A session with a proxy and a relay before its server.
private struct Way {
  let session: HTTPSession
  let relay: Relay
  let isSecure: Bool
  /// A gate that opens after a piece of the endless response was received.
  let begun = Gate()
  private let server: TestServer
  private let gate = Gate()

  init(through program: ProxyProgram, _ password: String?, isSecure: Bool) async throws {
    self.isSecure = isSecure
    server = try await TestServer(tls: isSecure ? Self.security.get() : nil) { [gate] request in
      guard request.path == "/cut" else { return try await TestRoutes.answer(request) }
      return .stream(HTTP.ResponseHead(200)) { connection in
        try await connection.writeChunk([1])
        await gate.pass()
      }
    }
    relay = try Relay(to: server.port)
    let roots = [program.authority?.root, server.root].compactMap(\.self)
    let proxy = try program.proxy(password: password)
    let host = isSecure ? "https://localhost" : "http://127.0.0.1"
    session = try HTTPSession("\(host):\(relay.port)/") {
      $0.proxies = .list([proxy])
      if !roots.isEmpty { $0.tls.roots = .only(roots) }
      $0.timeouts.queue = .seconds(60)
      $0.timeouts.connect = .seconds(60)
      $0.timeouts.tls = .seconds(60)
    }
  }

  /// Its keys are made once for all servers.
  private static let security = Result { try TestServer.Security.local() }

  /// The host and the port of the server, as requests name them.
  var place: String { "\(isSecure ? "localhost" : "127.0.0.1"):\(relay.port)" }

  var requestCount: Int { server.requestCount }

  /// Reads an endless response, and returns the error at its end.
  func readUntilCut() async -> HTTPSessionError? {
    do {
      try await session.stream(.get("cut")) { _, body in
        for try await piece in body where !piece.isEmpty { begun.open() }
      }
      return nil
    } catch {
      return error as? HTTPSessionError
    }
  }

  func end() async {
    gate.open()
    await session.shutdown()
    // Squid keeps its connections to a server until that closes them, or for a minute.
    await server.shutdown()
    await relay.shutdown()
  }
}

/// A request in the form that was sent over a hop.
private struct SentRequest {
  let line: String
  /// The fields, with their names in small letters.
  let fields: [(name: String, value: String)]
  let content: [UInt8]
  private let bytes: [UInt8]

  /// Takes a request with its content, whose length is known, from the front of some bytes.
  static func take(from bytes: inout [UInt8]) -> SentRequest {
    var end = 0
    while end < bytes.count, !bytes[end...].starts(with: "\r\n\r\n".utf8) { end += 1 }
    let lines = bytes[..<end].split(separator: 0x0a).map { line in
      String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
    }
    let fields = lines.dropFirst().map { line in
      let parts = line.utf8.split(separator: 0x3a, maxSplits: 1).map { String($0) ?? "" }
      return (name: parts[0].lowercased(), value: String(parts.last?.drop { $0 == " " } ?? ""))
    }
    let count = fields.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    let content = Array(bytes[min(end + 4, bytes.count)...].prefix(count))
    let head = Array(bytes[..<end])
    bytes.removeFirst(min(end + 4 + count, bytes.count))
    return SentRequest(line: lines.first ?? "", fields: fields, content: content, bytes: head)
  }

  static func all(in bytes: [UInt8]) -> [SentRequest] {
    var rest = bytes
    var requests: [SentRequest] = []
    while !rest.isEmpty { requests.append(take(from: &rest)) }
    return requests
  }

  /// The values of all fields of a name.
  subscript(name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  func holds(_ word: String) -> Bool { Self.holds(bytes, word) }

  static func holds(_ bytes: [UInt8], _ word: String) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }
}
