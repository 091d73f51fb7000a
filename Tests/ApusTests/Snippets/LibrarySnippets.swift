import Apus
import ApusBytes
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// The regions between the marks are the code of the libraries' first pages.
@Suite(.ownThread) struct LibrarySnippets {
  // Snippet:
  /// Handles received bytes, and returns the bytes for the server.
  func advance(
    _ client: inout TLS.Client, _ received: [UInt8], at now: UnixTime, trusting roots: X509.Anchors
  ) throws -> [UInt8] {
    client.receive(received.span)
    while true {
      switch try client.next(at: now) {
      case .certificates(let presented):
        let chain = [presented.leaf] + presented.intermediates
        let host = try CanonicalHost("localhost")
        try client.trust(try TLS.Policy().evaluate(chain, for: host, at: now, trusting: roots))
      case .connected(let facts): print("connected with", facts.version)
      case .needsInput, .closed: return client.takeOutgoing()
      case .signing, .session, .applicationData: return client.takeOutgoing()
      }
    }
  }
  // End.

  @Test func `a TLS client state machine performs a handshake without a socket`() async throws {
    let authority = try TestAuthority()
    let now = TestAuthority.now
    let server = try await TestServer(tls: try TestServer.Security(authority)) { _ in
      .response(HTTP.Response(200))
    }
    let loop = try EventLoop()
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: server.port)
    var client = try TLS.Client(
      TLS.ClientConfiguration(), host: try CanonicalHost("localhost"), at: now,
      using: SystemRandom())
    let limit = Deadline.after(.seconds(180))
    let socket = try await Socket.connect(to: address, until: limit, on: loop)
    let roots = X509.Anchors([authority.root])
    var outgoing = try advance(&client, [], at: now, trusting: roots)
    while !client.isConnected {
      try await socket.send(outgoing.span, until: limit)
      var received = ByteQueue()
      try #require(try await socket.receive(into: &received, until: limit) > 0)
      let bytes = received.withBytes { span in span.indices.map { span[$0] } }
      outgoing = try advance(&client, bytes, at: now, trusting: roots)
    }
    #expect(!outgoing.isEmpty)
    socket.close()
    await server.shutdown()
    await loop.shutdown()
  }

  @Test func `a response head is parsed from its bytes`() throws {
    // Snippet:
    let url = try HTTP.URL("https://Example.com:443/a/../users?page=2")
    print(url, url.host, url.requestTarget)

    var reader = HTTP.ResponseReader()
    reader.expectResponse(to: .get)
    let received = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8)
    let (consumed, event) = try reader.read(received.span)
    if case .head(let framing, _) = event, let head = reader.takeHead() {
      print(head.status, head.headers["Content-Length"] ?? "", framing, consumed)
    }
    // End.
    #expect("\(url)" == "https://example.com/users?page=2")
    #expect(consumed == received.count - 5)
    guard case .head = event else {
      Issue.record("\(event)")
      return
    }
  }

  @Test func `a certificate is parsed and verified`() throws {
    let authority = try TestAuthority()
    let identity = try authority.server()
    let (root, intermediates) = (authority.root, authority.intermediates)
    let (text, now) = (identity.leaf.pem, TestAuthority.now)
    // Snippet:
    let certificate = try X509.Certificate(pem: text)
    print(certificate.subject, certificate.validity.daysLeft(at: now), certificate.pin)
    for name in try certificate.subjectAlternativeName?.names ?? [] { print(name) }

    let verifier = X509.Verifier(anchors: X509.Anchors([root]), profile: .web)
    let host = try CanonicalHost("localhost")
    let chain = try verifier.verify(
      certificate, intermediates: intermediates, for: .server(host), at: now)
    print(chain.anchor)
    // End.
    #expect(chain.anchor.certificate == root)
  }

  // Snippet:
  /// Returns the virtual time of a request to a server that never responds.
  func patience() async throws -> Duration {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { _ in
        .response(HTTP.Response(200), .silence)
      }
      let api = try network.session("https://api.example.com/")
      _ = try? await api.get("users/1")
      return network.elapsed
    }
  }
  // End.

  @Test func `a call to a silent server fails after the 60-second first-byte timeout`() async throws
  {
    let elapsed = try await patience()
    #expect(elapsed >= .seconds(60) && elapsed < .seconds(61))
  }
}
