import ApusBytes
import ApusCrypto
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession
@testable import ApusTLS

/// The facts of a response's connection.
@Suite(.ownThread) struct ResponseConnectionTests {
  @Test func `each response contains the TLS handshake result of its connection`() async throws {
    let told = Lock<[HTTPSession.SecuredConnection]>([])
    let staple: [UInt8] = [1, 2, 3]
    try await SessionFixture.with(
      tls: try .local { $0.configuration.stapledResponse = staple }, TestRoutes.answer
    ) {
      $0.tls.onHandshake = { connection in told.withLock { $0.append(connection) } }
    } _: { fixture in
      let answer = try await fixture.session.send(.get("get"))
      let first = try #require(answer.tls)
      #expect(first.facts.version == .tls13 && first.facts.suite.version == .tls13)
      #expect(first.facts.group == .x25519MLKEM768 && !first.facts.isResumed)
      #expect(first.facts.applicationProtocol == Array("http/1.1".utf8))
      #expect(first.facts.chain.path?.anchor.certificate == fixture.server.root)
      #expect(first.facts.stapledResponse == staple)
      #expect(first.address == "127.0.0.1:\(fixture.server.port)")
      #expect(first.origin.port == fixture.server.port)
      // Kept from the first request.
      let next = try await fixture.session.send(.get("get"))
      let second = try #require(next.tls)
      let isSame = second.carrier.value === first.carrier.value
      #expect(isSame)
      fixture.server.closeConnections()
      try await fixture.expectNothingLeft()
      let last = try await fixture.session.send(.get("get"))
      let third = try #require(last.tls)
      #expect(third.facts.isResumed && third.facts.stapledResponse == nil)
      #expect(third.facts.chain == first.facts.chain)
      let connections = told.withLock(\.self)
      #expect(connections.map(\.facts.isResumed) == [false, true])
      let isLast = connections.last?.carrier.value === third.carrier.value
      #expect(isLast)
    }
    // A response has one reference, for any size of a handshake's facts.
    #expect(MemoryLayout<HTTPSession.SecuredConnection>.size == MemoryLayout<AnyObject>.size)
  }

  /// RFC 9266, RFC 5929 section 4.1, RFC 6962 section 3.3.
  @Test func `a response provides the channel binding and the handshake facts of its server`()
    async throws
  {
    let log = Lock<[String]>([])
    let security = try TestServer.Security.local {
      $0.configuration.timestamps = [[1, 2], [3]]
      $0.configuration.keyLog = { line in log.withLock { $0.append(line) } }
    }
    try await SessionFixture.with(tls: security, TestRoutes.answer) { fixture in
      let first = try #require(try await fixture.session.send(.get("get")).tls)
      #expect(first.facts.timestamps == [[1, 2], [3]])
      let binding = try #require(try first.exporter.channelBinding(.exporter))
      let leaf = first.facts.chain.leaf
      #expect(
        try first.exporter.channelBinding(.serverEndPoint)
          == HashAlgorithm.sha256.digest(of: leaf.der.span))
      // The server has the same secret.
      let line = try #require(log.withLock { $0.first { $0.hasPrefix("EXPORTER_SECRET") } })
      let secret = try Hex.decode(String(line.split(separator: " ")[2]))
      let exporter = ExporterSecret(
        first.facts.suite.hash, SecretBytes(copying: secret.span))
      let nothing: [UInt8] = []
      let material = try exporter.keyingMaterial(
        "EXPORTER-Channel-Binding", context: nothing.span, byteCount: 32)
      #expect(material.withBytes { $0.copy() } == binding)
      // The connection may be closed.
      fixture.server.closeConnections()
      try await fixture.expectNothingLeft()
      #expect(try first.exporter.channelBinding(.exporter) == binding)
      let second = try #require(try await fixture.session.send(.get("get")).tls)
      #expect(second.facts.isResumed && second.facts.timestamps.isEmpty)
      #expect(try second.exporter.channelBinding(.exporter) != binding)
    }
  }

  @Test func `streams, downloads and error responses contain their TLS handshake result`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let streamed = try await fixture.session.stream(.get("bytes/10")) { head, content in
        _ = try await content.collect(upTo: 100)
        return head.tls?.facts.version
      }
      #expect(streamed == .tls13)
      let path = folder.path + "/file"
      let download = try await fixture.session.download("bytes/10", to: path)
      #expect(download.head.tls?.facts.version == .tls13)
      let error = await fixture.failure(of: .get("status/404"))
      #expect(error?.reason == .status(404) && error?.response?.tls?.facts.version == .tls13)
    }
  }

  @Test func `a response without TLS or from a stub contains no TLS handshake result`() async throws
  {
    try await SessionFixture.with(TestRoutes.answer) { fixture in
      let response = try await fixture.session.send(.get("get"))
      #expect(response.tls == nil)
    }
    let double = HTTPSession.stub("https://a.example/") { _ in HTTP.Response(200) }
    let response = try await double.send(.get(""))
    #expect(response.tls == nil)
    await double.shutdown()
  }

  @Test func `responses over different connections can be equal`() async throws {
    try await SessionFixture.with(tls: try .local()) { _ in
      .response(HTTP.Response(204))
    } _: { fixture in
      let one = try await fixture.session.send(.get(""))
      fixture.server.closeConnections()
      try await fixture.expectNothingLeft()
      let other = try await fixture.session.send(.get(""))
      #expect(one.tls?.facts.isResumed == false && other.tls?.facts.isResumed == true)
      #expect(one.head == other.head && one.head.hashValue == other.head.hashValue)
    }
  }
}
