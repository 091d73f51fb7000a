import ApusBytes
import ApusNames
import Testing

@testable import ApusTLS

/// RFC 5246 section 7, RFC 7627, RFC 5077 and RFC 5746.
struct ClientHandshake12Tests {
  private func failure(
    _ configure: (inout TLS.ClientConfiguration) -> Void = { _ in }, _ prepare: (Script12) -> Void
  ) throws -> TLSError? {
    let script = try Script12(configure)
    prepare(script)
    do {
      try script.play(upTo: nil)
      return nil
    } catch let error as TLSError {
      return error
    }
  }

  @Test func `a full TLS 1.2 handshake completes`() throws {
    let script = try Script12()
    try script.play(upTo: nil)
    #expect(script.isConnected)
    let facts = try #require(script.facts)
    #expect(facts.version == .tls12 && facts.suite == .ecdheECDSAWithAES128GCM)
    #expect(facts.group == .x25519 && !facts.isResumed)
    #expect(facts.serverScheme == .ed25519 && facts.clientAuthentication == .notRequested)
  }

  @Test(arguments: [
    TLS.SignatureScheme.ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512,
  ])
  func `TLS 1.2 accepts any hash function with any elliptic curve`(scheme: TLS.SignatureScheme)
    throws
  {
    let script = try Script12(signer: .p256, scheme: scheme)
    try script.play(upTo: nil)
    #expect(script.facts?.serverScheme == scheme)
  }

  @Test func `a TLS 1.2 client signs all handshake messages, or sends no certificate`() throws {
    let signer = try #require(Signer.client)
    for (isSigner, expected) in [
      (true, .signed(.ecdsaSECP384R1SHA384)), (false, .declined),
    ] as [(Bool, TLS.ClientAuthentication)] {
      let identities = isSigner ? [try signer.identity()] : []
      let script = try Script12 { $0.identities = identities }
      script.asks = true
      try script.play(upTo: nil)
      #expect(script.isConnected)
      #expect(script.facts?.clientAuthentication == expected)
      #expect(script.requests.map(\.peerSchemes) == (identities.isEmpty ? [] : [[0x0503]]))
    }
  }

  @Test func `TLS 1.2 without the extended master secret connects, but stores no session`()
    throws
  {
    for isExtended in [true, false] {
      let script = try Script12()
      script.isExtended = isExtended
      script.promisesTicket = true
      try script.play(upTo: nil)
      #expect(script.isConnected)
      #expect((script.session != nil) == isExtended)
    }
    let error = try failure(
      { $0.requiresExtendedMasterSecret = true }, { $0.isExtended = false })
    #expect(error == .noExtendedMasterSecret)
    #expect(error?.alert == .handshakeFailure)
  }

  @Test func `a TLS 1.2 session is resumed with its session ticket or its session ID`() throws {
    for promisesTicket in [true, false] {
      let first = try Script12()
      first.promisesTicket = promisesTicket
      try first.play(upTo: nil)
      let session = try #require(first.session)
      #expect(session.ticket == (promisesTicket ? [1, 2, 3] : []))
      #expect(session.sessionID.isEmpty == promisesTicket && !session.isSingleUse)
      for renews in [true, false] {
        let second = try Script12(session: session)
        second.promisesTicket = renews
        #expect(try second.hello.extensions.value(SessionTicket.self)?.ticket == session.ticket)
        try second.play(upTo: nil)
        #expect(second.isConnected)
        #expect(second.facts?.isResumed == true && second.facts?.group == nil)
        #expect(second.facts?.chain.leaf == first.facts?.chain.leaf)
        #expect((second.session != nil) == renews)
      }
      let refused = try Script12(session: session, resumes: false)
      try refused.play(upTo: nil)
      #expect(refused.facts?.isResumed == false)
    }
  }

  @Test func `resuming TLS 1.2 with another suite or without extended secret is an error`() throws {
    let first = try Script12()
    try first.play(upTo: nil)
    let session = try #require(first.session)
    let suite = try Script12(session: session)
    suite.alterHello = { $0.cipherSuite = TLS.CipherSuite.ecdheECDSAWithAES256GCM.rawValue }
    #expect(throws: TLSError.broken(.suiteStaysTheSame)) { try suite.play(.serverHello) }
    let unbound = try Script12(session: session)
    unbound.isExtended = false
    #expect(throws: TLSError.noExtendedMasterSecret) { try unbound.play(.serverHello) }
    // The random name for middleboxes does not belong to a session.
    let invented = try Script12()
    let name = invented.hello.legacySessionID
    invented.alterHello = { $0.legacySessionIDEcho = name }
    #expect(throws: TLSError.broken(.sessionWasOffered)) { try invented.play(.serverHello) }
  }

  @Test func `after an empty session ticket, the session has only its session ID`() throws {
    let script = try Script12()
    script.promisesTicket = true
    script.ticket = []
    try script.play(upTo: nil)
    #expect(script.isConnected)
    #expect(script.session?.ticket == [] && script.session?.sessionID.count == 32)
  }

  @Test func `data after ServerHelloDone in the same record is rejected`() throws {
    let script = try Script12()
    script.promisesTicket = true
    try script.play(upTo: .serverHelloDone)
    let start = RecordMaker.plain(22, [HandshakeType.newSessionTicket.rawValue])
    script.context.recordLayer.reader.inbox.append(start.span)
    #expect(try script.context.recordLayer.reader.next() == .incomplete)
    #expect(throws: TLSError.keyChangeInsideRecord) { try script.play(.serverHelloDone) }
  }

  @Test func `if a ticket was announced, ChangeCipherSpec before the ticket is rejected`() throws {
    for isResumed in [false, true] {
      let first = try Script12()
      try first.play(upTo: nil)
      let script = try Script12(session: isResumed ? first.session : nil)
      script.promisesTicket = true
      try script.play(upTo: .newSessionTicket)
      #expect(throws: TLSError.unexpectedRecord(type: 20)) { try script.giveChangeCipherSpec() }
    }
  }

  @Test func `a TLS 1.2 server that announced an OCSP response may omit it`() throws {
    for isThere in [true, false] {
      let script = try Script12()
      script.promisesStatus = true
      try script.play(upTo: .certificateStatus)
      if isThere {
        try script.give(try script.message(.certificateStatus))
        #expect(script.presented?.stapledResponse == [7, 7])
        try script.trust()
        try script.play(.serverKeyExchange)
      } else {
        try script.give(try script.message(.serverKeyExchange))
        #expect(script.presented?.stapledResponse == nil)
        try script.trust()
      }
      try script.play(.serverHelloDone)
      try script.play(.changeCipherSpec)
      try script.play(.finished)
      #expect(script.isConnected)
    }
  }

  @Test func `a TLS 1.2 ServerHello with a value that was not offered is rejected`() throws {
    let cases: [(TLSError, (inout ServerHello) -> Void)] = [
      (.unsupportedVersion(0x0302), { $0.legacyVersion = 0x0302 }),
      (.broken(.compressionIsNull), { $0.legacyCompressionMethod = 1 }),
      (.broken(.suiteWasOffered), { $0.cipherSuite = 0xc013 }),
      (.broken(.suiteIsOfVersion), { $0.cipherSuite = 0x1301 }),
      (.misplacedExtension(51), { $0.extensions.append(51, [0, 29]) }),
      (.unsolicitedExtension(15), { $0.extensions.append(15, [1]) }),
      (.duplicateExtension(23), { $0.extensions.append(23, []) }),
      (.unsafeRenegotiation, { $0.extensions.replace(RenegotiationInfo([1])) }),
      (.broken(.pointFormatIsUncompressed), { try? $0.extensions.append(ECPointFormats([1])) }),
    ]
    for (expected, alter) in cases {
      #expect(try failure { $0.alterHello = alter } == expected)
    }
    // A missing renegotiation_info is tolerated, and so are unrequested groups.
    #expect(
      try failure {
        $0.alterHello = {
          $0.extensions = ExtensionList($0.extensions, without: .renegotiationInfo)
          $0.extensions.append(10, [0, 2, 0, 29])
        }
      } == nil)
  }

  @Test(arguments: [HelloRandom.downgradeToTLS12, HelloRandom.downgradeToTLS11])
  func `a ServerHello with the downgrade mark ends the handshake`(end: [UInt8]) throws {
    let alter: (inout ServerHello) -> Void = {
      var reader = ByteReader($0.random.bytes.dropLast(8) + end)
      $0.random = (try? HelloRandom(from: &reader)) ?? $0.random
    }
    #expect(try failure { $0.alterHello = alter } == .broken(.downgradeIsNotTold))
    #expect(TLSError.broken(.downgradeIsNotTold).alert == .illegalParameter)
    // For a client without TLS 1.3 it is expected.
    #expect(try failure({ $0.versions = [.tls12] }, { $0.alterHello = alter }) == nil)
  }

  @Test func `a client without TLS 1.2 rejects a ServerHello of TLS 1.2`() throws {
    let error = try failure({ $0.versions = [.tls13] }, { _ in })
    #expect(error == .unsupportedVersion(0x0303))
    #expect(error?.alert == .protocolVersion)
  }

  @Test func `a TLS 1.2 key share of another group or with a wrong signature is rejected`() throws {
    let cases: [(TLSError, (inout ServerKeyExchange) -> Void)] = [
      (.wrongSignature, { $0.signature[4] ^= 1 }),
      (.wrongSignature, { $0.share.publicKey[0] ^= 1 }),
      (.broken(.groupWasOffered), { $0.share.group = 0x0018 }),
      (.broken(.groupWasOffered), { $0.share.group = 0x11ec }),
      (.broken(.schemeWasOffered), { $0.scheme = 0x0203 }),
      (.broken(.schemeFitsKey), { $0.scheme = TLS.SignatureScheme.ecdsaSECP256R1SHA256.rawValue }),
    ]
    for (expected, alter) in cases {
      #expect(try failure { $0.alterExchange = alter } == expected)
    }
    let suite = try failure {
      $0.alterHello = { $0.cipherSuite = TLS.CipherSuite.ecdheRSAWithAES128GCM.rawValue }
    }
    #expect(suite == .broken(.schemeFitsKey))
    // The hybrid is only for TLS 1.3, though it is offered.
    let hybrid = try failure(
      { $0.groups = [.x25519MLKEM768, .x25519] }, { $0.alterExchange = { $0.share.group = 0x11ec } }
    )
    #expect(hybrid == .broken(.groupWasOffered))
  }

  @Test func `a TLS 1.2 record size limit below 64 or above 16,384 is rejected`() throws {
    for (limit, expected) in [
      (63, .recordSizeLimitTooSmall(63)), (64, nil), (16_384, nil),
      (16_385, .broken(.recordSizeLimitIsInRange)),
    ] as [(UInt16, TLSError?)] {
      let error = try failure(
        { $0.recordSizeLimit = 1000 },
        { $0.alterHello = { try? $0.extensions.append(RecordSizeLimit(limit)) } })
      #expect(error == expected)
    }
  }

  @Test func `a suite that was not offered and a certificate that cannot sign are rejected`()
    throws
  {
    let others: [TLS.CipherSuite] = [.aes128GCM, .ecdheECDSAWithAES256GCM]
    #expect(try failure({ $0.suites = others }, { _ in }) == .broken(.suiteWasOffered))
    let script = try Script12(signer: .mute)
    #expect(throws: TLSError.broken(.keyMaySign)) { try script.play(upTo: nil) }
  }

  @Test func `a TLS 1.2 session is offered until its expiration`() throws {
    let first = try Script12()
    first.promisesTicket = true
    try first.play(upTo: nil)
    let session = try #require(first.session)
    let end = Duet.now.millisecondsSinceEpoch + Int64(session.lifetime) * 1000
    for (moment, isOffered) in [(end - 1, true), (end, false)] {
      let client = try TLS.Client(
        TLS.ClientConfiguration(), host: try CanonicalHost(Duet.host), session: session,
        at: UnixTime(millisecondsSinceEpoch: moment), using: SystemRandom())
      let offers = client.offersSession
      #expect(offers == isOffered)
    }
  }

  @Test func `a TLS 1.2 Finished with a wrong bit or a wrong length is rejected`() throws {
    for alter: (inout Finished) -> Void in [
      { $0.verifyData[11] ^= 1 }, { $0.verifyData.removeLast() }, { $0.verifyData.append(0) },
    ] {
      #expect(try failure { $0.alterFinished = alter } == .wrongFinished)
    }
  }

  @Test(arguments: Script12.Step.allCases)
  func `each state of a TLS 1.2 client rejects every unexpected message type`(step: Script12.Step)
    throws
  {
    let awaited: [HandshakeType] =
      switch step {
      case .serverHello: [.serverHello]
      case .certificate: [.certificate]
      case .certificateStatus: [.certificateStatus, .serverKeyExchange]
      case .serverKeyExchange: [.serverKeyExchange]
      case .certificateRequest: [.serverHelloDone, .certificateRequest]
      case .serverHelloDone: [.serverHelloDone]
      case .newSessionTicket: [.newSessionTicket]
      case .changeCipherSpec: []
      case .finished: [.finished]
      }
    for type in HandshakeType.allCases where !awaited.contains(type) {
      let script = try Script12()
      script.promisesTicket = true
      script.promisesStatus = step == .certificateStatus
      script.asks = step == .serverHelloDone
      try script.play(upTo: step)
      #expect(throws: TLSError.unexpectedMessage(type, awaited)) {
        try script.give([type.rawValue, 0, 0, 0])
      }
    }
    if step != .newSessionTicket, step != .changeCipherSpec {
      let script = try Script12()
      try script.play(upTo: step)
      #expect(throws: TLSError.unexpectedRecord(type: 20)) { try script.giveChangeCipherSpec() }
    }
  }

  @Test func `a TLS 1.2 session ticket that was not announced is rejected`() throws {
    let script = try Script12()
    try script.play(upTo: .newSessionTicket)
    #expect(throws: TLSError.unexpectedMessage(.newSessionTicket, [])) {
      try script.play(.newSessionTicket)
    }
  }

  @Test func `a TLS 1.2 client declines renegotiations, up to a limit`() throws {
    let script = try Script12()
    try script.play(upTo: nil)
    script.context.recordLayer.outgoing = []
    for _ in 0..<TLS.HandshakeLimit.warnings.count {
      try script.give(try HelloRequest().encoded())
      // An encrypted alert.
      #expect(script.context.recordLayer.outgoing.first == 21)
      script.context.recordLayer.outgoing = []
    }
    #expect(throws: TLSError.tooMany(.warnings)) {
      try script.give(try HelloRequest().encoded())
    }
    // A connection of a week receives a request each minute.
    let patient = try Script12()
    try patient.play(upTo: nil)
    for minute in 0..<10 {
      let passed = Duet.now.millisecondsSinceEpoch + 60_000 * Int64(minute)
      patient.context.now = UnixTime(millisecondsSinceEpoch: passed)
      try patient.give(try HelloRequest().encoded())
    }
    for type: HandshakeType in [.clientHello, .serverHello, .keyUpdate, .newSessionTicket] {
      let other = try Script12()
      try other.play(upTo: nil)
      #expect(throws: TLSError.unexpectedMessage(type, [.helloRequest])) {
        try other.give([type.rawValue, 0, 0, 0])
      }
    }
  }

  @Test func `four warnings before the ServerHello are ignored, and the fifth is an error`() throws
  {
    for (level, description, count, expected) in [
      (1, 112, 4, nil), (1, 112, 5, .tooMany(.warnings)), (2, 112, 1, .alerted(112)),
      (1, 0, 1, .alerted(0)),
    ] as [(UInt8, UInt8, Int, TLSError?)] {
      var client = try TLS.Client(
        TLS.ClientConfiguration(), host: try CanonicalHost(Duet.host), at: Duet.now,
        using: SystemRandom())
      for _ in 0..<count { client.receive([21, 3, 3, 0, 2, level, description].span) }
      var error: TLSError?
      do throws(TLSError) { _ = try client.next(at: Duet.now) } catch let thrown { error = thrown }
      #expect(error == expected)
    }
  }
}
