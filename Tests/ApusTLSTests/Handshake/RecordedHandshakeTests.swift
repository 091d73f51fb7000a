import ApusBytes
import ApusCrypto
import ApusNames
import ApusX509
import Testing

@testable import ApusTLS

/// The handshakes of RFC 8448 sections 3 to 7, fed to a client that has sent their ClientHello.
struct RecordedHandshakeTests {
  /// Returns a client after the recorded ClientHello, or after the second if there are two.
  private func client(
    _ trace: Trace, _ share: consuming PrivateShare
  ) throws -> TLS.Client {
    var configuration = TLS.ClientConfiguration()
    let bytes = try trace("ClientHello")
    let hello: ClientHello = try ReceivedMessage(bytes).expect()
    configuration.isMiddleboxCompatible = !hello.legacySessionID.isEmpty
    var client = try TLS.Client(
      configuration, host: try CanonicalHost("server"), at: Self.now, using: SystemRandom())
    let offer = try ClientOffer(
      configuration, host: try CanonicalHost("server"),
      using: Recorded(sessionID: hello.legacySessionID))
    let retry = try? trace("HelloRetryRequest")
    var messages = AwaitingServerHello.Messages.opening(OpeningTranscript())
    if let retry {
      var opening = OpeningTranscript()
      opening.add(try trace("ClientHello1"))
      var transcript = Transcript(.sha256, opening)
      transcript.replaceByHash()
      transcript.add(retry)
      transcript.add(bytes)
      messages = .settled(transcript)
    } else {
      var opening = OpeningTranscript()
      opening.add(bytes)
      messages = .opening(opening)
    }
    let sentHello = SentHello(
      offer: offer, extensions: hello.extensions.types, sharedGroups: [share.group],
      sessionSuite: nil,
      retry: retry.map { _ in
        RetryRequest(suite: .aes128GCM, group: .secp256r1, cookie: nil)
      })
    client.handshake = .awaitingServerHello(
      AwaitingServerHello(
        sentHello: sentHello, shares: OfferedShares(share, nil), session: nil, messages: messages))
    _ = client.takeOutgoing()
    let answer = try trace("ServerHello")
    client.receive(
      ([22, 3, 3, 0, UInt8(answer.count)] + answer + (try trace("server.flight"))).span)
    return client
  }

  private static let now = UnixTime(millisecondsSinceEpoch: 1_480_000_000_000)

  @Test func `the client completes the recorded RFC 8448 handshake with client certificate`() throws
  {
    let trace = try Trace("authenticated")
    var client = try client(trace, try trace.x25519("client.private"))
    guard case .certificates(let shown) = try client.next(at: Self.now) else {
      Issue.record("the caller is not asked")
      return
    }
    let chain = try TLS.Policy().evaluate(
      [shown.leaf], for: nil, at: Self.now.wholeSecond, trusting: X509.Anchors([shown.leaf]))
    try client.trust(chain)
    guard case .connected(let facts) = try client.next(at: Self.now) else {
      Issue.record("the TLS handshake is not complete")
      return
    }
    #expect(facts.suite == .aes128GCM && facts.group == .x25519 && !facts.isResumed)
    #expect(facts.serverScheme == .ecdsaSECP256R1SHA256)
    // The key of the recorded client is not available, so this one declines.
    #expect(facts.clientAuthentication == .declined)
    let hasReplied = client.hasOutgoing
    #expect(hasReplied)
  }

  @Test func `the client completes the recorded resumed handshake of RFC 8448`() throws {
    let trace = try Trace("resumed")
    let duet = try Duet()
    duet.run()
    let chain = try #require(duet.clientFacts).chain
    let session = TLS.Session(
      scope: TLS.SessionScope(host: "server", port: 443, configuration: []), suite: .aes128GCM,
      peer: .verified(chain), applicationProtocol: nil,
      received: Duet.now, lifetime: 30, ticket: [1],
      secret: SessionSecret(try trace.secret("psk")))
    let offered = try #require(OfferedSession(session, at: Duet.now))
    let hello = try trace("ClientHello")
    var opening = OpeningTranscript()
    opening.add(hello)
    let parsed: ClientHello = try ReceivedMessage(hello).expect()
    var configuration = TLS.ClientConfiguration()
    configuration.isMiddleboxCompatible = false
    var client = try TLS.Client(
      configuration, host: try CanonicalHost("server"), at: Duet.now, using: SystemRandom())
    let offer = try ClientOffer(
      configuration, host: try CanonicalHost("server"), using: SystemRandom())
    client.handshake = .awaitingServerHello(
      AwaitingServerHello(
        sentHello: SentHello(
          offer: offer, extensions: parsed.extensions.types, sharedGroups: [.x25519],
          sessionSuite: .aes128GCM, retry: nil),
        shares: OfferedShares(try trace.x25519("client.private"), nil), session: offered,
        messages: .opening(opening)))
    let answer = try trace("ServerHello")
    client.receive(
      ([22, 3, 3, 0, UInt8(answer.count)] + answer + (try trace("server.flight"))).span)
    guard case .connected(let facts) = try client.next(at: Duet.now) else {
      Issue.record("the TLS handshake is not complete")
      return
    }
    #expect(facts.isResumed && facts.serverScheme == nil)
  }

  @Test(arguments: ["simple", "compatible", "retried"])
  func `recorded servers with 1,024-bit RSA keys are read up to the certificate`(
    name: String
  ) throws {
    let trace = try Trace(name)
    let share =
      name == "retried"
      ? try trace.p256("client.private") : try trace.x25519("client.private")
    var client = try client(trace, share)
    let error = #expect(throws: TLSError.self) { _ = try client.next(at: Self.now) }
    guard case .badCertificate(.key) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["simple", "resumed", "retried", "authenticated", "compatible"])
  func `recorded hello messages decode and encode to the same bytes`(name: String) throws {
    let trace = try Trace(name)
    let hello = try trace("ClientHello")
    #expect(try ReceivedMessage(hello).expect(ClientHello.self).encoded() == hello)
    let answer = try trace("ServerHello")
    #expect(try ReceivedMessage(answer).expect(ServerHello.self).encoded() == answer)
    if name == "retried" {
      let request = try trace("HelloRetryRequest")
      let message = try ReceivedMessage(request).expect(ServerHello.self)
      #expect(try message.encoded() == request && message.isHelloRetryRequest)
    }
  }
}

/// The session ID of a recorded ClientHello, as a client's source of randomness.
private struct Recorded: RandomSource {
  let sessionID: [UInt8]

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices {
      bytes[index] = sessionID.isEmpty ? 7 : sessionID[index % sessionID.count]
    }
  }
}
