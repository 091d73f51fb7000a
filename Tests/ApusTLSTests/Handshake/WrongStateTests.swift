import ApusBytes
import Testing

@testable import ApusTLS

/// The states outside of a plain handshake: each only accepts its own message.
/// RFC 8446 section 4, RFC 5246 section 7.3.
@Suite struct WrongStateTests {
  private let all = HandshakeType.allCases

  /// Gives every message but some to a new script for each.
  private func expectRefusals(
    but awaited: HandshakeType? = nil, _ script: () throws -> Script
  ) throws {
    for type in all where type != awaited {
      let script = try script()
      let message = try ClientOrderTests.message(type)
      #expect(throws: TLSError.unexpectedMessage(type, [awaited])) { try script.give(message) }
      #expect(!script.isConnected)
    }
  }

  private func expectRefusals12(
    but awaited: HandshakeType? = nil, _ script: () throws -> Script12
  ) throws {
    for type in all where type != awaited {
      let script = try script()
      #expect(throws: TLSError.unexpectedMessage(type, [awaited])) {
        try script.give([type.rawValue, 0, 0, 0])
      }
      #expect(!script.isConnected)
    }
  }

  // MARK: TLS 1.3

  @Test func `any message except ServerHello after a second ClientHello is rejected`() throws {
    try expectRefusals(but: .serverHello) {
      let script = try Script()
      try script.retry { try? $0.extensions.append(WantedKeyShare(0x0017)) }
      return script
    }
  }

  @Test func `in a resumed handshake, only Finished is accepted after EncryptedExtensions`() throws
  {
    let duet = try Duet { $0.ticketSealer = try? TLS.TicketSealer(using: SystemRandom()) }
    duet.run()
    let session = try #require(duet.sessions.first)
    try expectRefusals(but: .finished) {
      let script = try Script(session: session)
      script.alterHello = { try? $0.extensions.append(SelectedPreSharedKey(0)) }
      try script.play(upTo: .certificateRequest)
      return script
    }
  }

  @Test func `the client reads no messages until the caller has signed`() throws {
    let signer = try #require(Signer.client)
    try expectRefusals {
      let identity = try signer.identity()
      let script = try Script { $0.identities = [identity] }
      try script.play(upTo: nil, asking: true)
      return script
    }
    for isSigning in [true, false] {
      let identity = try signer.identity()
      let script = try Script12 { $0.identities = [identity] }
      script.asks = true
      try script.play(upTo: isSigning ? .serverHelloDone : .certificate)
      try script.give(try script.message(isSigning ? .serverHelloDone : .certificate))
      #expect(throws: TLSError.unexpectedRecord(type: 20)) { try script.giveChangeCipherSpec() }
    }
  }

  // MARK: TLS 1.2

  @Test func `a TLS 1.2 client reads no messages until the caller responds`() throws {
    let signer = try #require(Signer.client)
    for step in [Script12.Step.certificate, .serverHelloDone] {
      try expectRefusals12 {
        let identity = try signer.identity()
        let script = try Script12 { $0.identities = [identity] }
        script.asks = true
        try script.play(upTo: step)
        try script.give(try script.message(step))
        return script
      }
    }
  }

  @Test func `in a resumed TLS 1.2 session, only ticket, key change and Finished may follow`()
    throws
  {
    let first = try Script12()
    first.promisesTicket = true
    try first.play(upTo: nil)
    let session = try #require(first.session)
    func resumed(upTo step: Script12.Step) throws -> Script12 {
      let script = try Script12(session: session)
      script.promisesTicket = true
      try script.play(upTo: step)
      return script
    }
    try expectRefusals12(but: .newSessionTicket) { try resumed(upTo: .newSessionTicket) }
    // One ticket is enough.
    try expectRefusals12 { try resumed(upTo: .changeCipherSpec) }
    try expectRefusals12(but: .finished) { try resumed(upTo: .finished) }
  }
}
