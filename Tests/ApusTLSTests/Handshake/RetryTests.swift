import ApusBytes
import ApusNames
import Testing

@testable import ApusTLS

/// HelloRetryRequest: RFC 8446 section 4.1.4.
struct RetryTests {
  @Test func `a HelloRetryRequest with a group, a cookie or both completes the handshake`() throws {
    for (groups, cookie) in [
      ([TLS.NamedGroup.secp384r1], nil), ([.x25519], [1, 2, 3]),
      ([.secp521r1], [UInt8](repeating: 7, count: 3000)),
    ] as [([TLS.NamedGroup], [UInt8]?)] {
      let duet = try Duet {
        $0.groups = groups
        $0.retryCookie = cookie
      }
      duet.run()
      #expect(duet.clientError == nil && duet.serverError == nil)
      #expect(duet.clientFacts?.isRetried == true && duet.serverFacts?.isRetried == true)
      #expect(duet.clientFacts?.group == groups.first)
      try duet.chat()
    }
  }

  @Test func `the second ClientHello differs from the first only in key share and cookie`() throws {
    let script = try Script { $0.isGreased = true }
    let first = script.hello
    try script.retry {
      try? $0.extensions.append(WantedKeyShare(0x0017))
      try? $0.extensions.append(Cookie([5, 6]))
    }
    let second = script.hello
    #expect(second.random == first.random && second.legacySessionID == first.legacySessionID)
    #expect(second.cipherSuites == first.cipherSuites)
    let changing: Set<UInt16> = [44, 51]
    #expect(
      second.extensions.entries.filter { !changing.contains($0.type) }.map(\.type)
        == first.extensions.entries.filter { !changing.contains($0.type) }.map(\.type))
    #expect(try second.extensions.value(Cookie.self)?.bytes == [5, 6])
    let shares = try second.extensions.value(KeyShares.self)?.shares
    #expect(shares?.map(\.group) == [0x0017])
    try script.play(upTo: nil)
    #expect(script.isConnected)
  }

  @Test func `data between a HelloRetryRequest and the second ClientHello is rejected`() throws {
    for tail: [UInt8] in [[], [HandshakeType.serverHello.rawValue]] {
      var client = try TLS.Client(
        TLS.ClientConfiguration(), host: try CanonicalHost(Duet.host), at: Duet.now,
        using: SystemRandom())
      let hello: ClientHello = try ReceivedMessage(Array(client.takeOutgoing().dropFirst(5)))
        .expect()
      var request = ServerHello(
        random: .helloRetryRequest, legacySessionIDEcho: hello.legacySessionID, cipherSuite: 0x1301)
      try request.extensions.append(SelectedVersion(0x0304))
      try request.extensions.append(Cookie([1]))
      let record = RecordMaker.plain(22, try request.encoded() + tail)
      client.receive(record.span)
      guard tail.isEmpty else {
        #expect(throws: TLSError.keyChangeInsideRecord) { try client.next(at: Duet.now) }
        continue
      }
      guard case .needsInput = try client.next(at: Duet.now) else {
        Issue.record("the client waits for a ServerHello")
        continue
      }
      let hasAnswered = client.hasOutgoing
      #expect(hasAnswered)
    }
  }

  @Test func `an invalid HelloRetryRequest is rejected`() throws {
    let cases: [(TLSError, (inout ServerHello) -> Void)] = [
      (.broken(.retryChangesSomething), { _ in }),
      (.broken(.groupWasNotShared), { try? $0.extensions.append(WantedKeyShare(0x001d)) }),
      (.broken(.groupWasOffered), { try? $0.extensions.append(WantedKeyShare(0x0018)) }),
      (.missingExtension(43), { $0.extensions = ExtensionList() }),
      (.misplacedExtension(0), { $0.extensions.append(0, []) }),
      (.unsolicitedExtension(0xabcd), { $0.extensions.append(0xabcd, []) }),
      (.repeatedExtension(43), { $0.extensions.append(43, [3, 4]) }),
      (.broken(.suiteWasOffered), { $0.cipherSuite = 0x1304 }),
      (.broken(.sessionIDIsEchoed), { $0.legacySessionIDEcho = [1] }),
    ]
    for (expected, alter) in cases {
      let script = try Script()
      #expect(throws: expected) { try script.retry(alter) }
    }
  }

  @Test func `a second HelloRetryRequest is rejected`() throws {
    let script = try Script()
    try script.retry { try? $0.extensions.append(Cookie([1])) }
    #expect(throws: TLSError.secondRetryRequest) {
      try script.retry { try? $0.extensions.append(Cookie([2])) }
    }
    #expect(TLSError.secondRetryRequest.alert == .unexpectedMessage)
  }

  @Test func `a ServerHello of TLS 1.2 after a HelloRetryRequest is rejected`() throws {
    let script = try Script()
    try script.retry { try? $0.extensions.append(WantedKeyShare(0x0017)) }
    script.alterHello = {
      $0.extensions = ExtensionList()
      $0.cipherSuite = TLS.CipherSuite.ecdheECDSAWithAES128GCM.rawValue
    }
    #expect(throws: TLSError.broken(.versionStaysTheSame)) { try script.play(.serverHello) }
  }

  @Test func `after a retry, a ServerHello with another suite or group is rejected`() throws {
    let script = try Script()
    try script.retry { try? $0.extensions.append(WantedKeyShare(0x0017)) }
    script.alterHello = { $0.cipherSuite = 0x1303 }
    #expect(throws: TLSError.broken(.suiteStaysTheSame)) { try script.play(.serverHello) }
    let other = try Script()
    try other.retry { try? $0.extensions.append(WantedKeyShare(0x0017)) }
    other.alterHello = {
      $0.extensions.replace(
        AnsweredKeyShare(KeyShare(0x001d, [UInt8](repeating: 9, count: 32))))
    }
    #expect(throws: TLSError.broken(.groupWasShared)) { try other.play(.serverHello) }
  }
}
