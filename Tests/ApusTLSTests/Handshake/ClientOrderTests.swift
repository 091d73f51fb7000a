import ApusBytes
import Testing

@testable import ApusTLS

/// Each state accepts the message that it waits for, and no other. RFC 8446 section 4.
struct ClientOrderTests {
  /// A well-formed message of every type.
  static func message(_ type: HandshakeType) throws -> [UInt8] {
    let list = ExtensionList()
    switch type {
    case .helloRequest: return try HelloRequest().encoded()
    case .clientHello:
      return try ClientHello(
        random: try HelloRandom(using: SystemRandom()), legacySessionID: [],
        cipherSuites: [0x1301]
      ).encoded()
    case .serverHello:
      return try ServerHello(
        random: try HelloRandom(using: SystemRandom()), legacySessionIDEcho: [],
        cipherSuite: 0x1301
      ).encoded()
    case .newSessionTicket:
      return try NewSessionTicket(lifetime: 1, ageAdd: 1, nonce: [], ticket: [1]).encoded()
    case .encryptedExtensions: return try EncryptedExtensions(list).encoded()
    case .certificate: return try CertificateMessage([.init([0x30, 0])]).encoded()
    case .serverKeyExchange:
      return try ServerKeyExchange(KeyShare(29, [1]), scheme: 0x0403, signature: []).encoded()
    case .certificateRequest:
      var algorithms = ExtensionList()
      try algorithms.append(SignatureAlgorithms([0x0403]))
      return try CertificateRequest(algorithms).encoded()
    case .serverHelloDone: return try ServerHelloDone().encoded()
    case .certificateVerify: return try CertificateVerify(0x0403, [1]).encoded()
    case .clientKeyExchange: return try ClientKeyExchange([1]).encoded()
    case .finished: return try Finished([UInt8](repeating: 0, count: 32)).encoded()
    case .certificateStatus: return try CertificateStatus([1]).encoded()
    case .keyUpdate: return try KeyUpdate.notRequested.encoded()
    case .endOfEarlyData, .compressedCertificate, .messageHash: return [type.rawValue, 0, 0, 0]
    }
  }

  @Test(arguments: Script.Step.allCases)
  func `each state of a TLS 1.3 client rejects every unexpected message type`(step: Script.Step)
    throws
  {
    let awaited: [HandshakeType] =
      switch step {
      case .serverHello: [.serverHello]
      case .encryptedExtensions: [.encryptedExtensions]
      case .certificateRequest: [.certificate, .certificateRequest]
      case .certificate: [.certificate]
      case .certificateVerify: [.certificateVerify]
      case .finished: [.finished]
      }
    for type in HandshakeType.allCases where !awaited.contains(type) {
      let script = try Script()
      try script.play(upTo: step, asking: step == .certificate)
      let message = try Self.message(type)
      #expect(throws: TLSError.unexpectedMessage(type, awaited)) { try script.give(message) }
      // A failed machine stays failed.
      #expect(throws: TLSError.unexpectedMessage(type, awaited)) {
        try script.give(try Self.message(.finished))
      }
    }
  }

  @Test func `a handshake message with an unknown type number is rejected`() throws {
    let script = try Script()
    #expect(throws: TLSError.unexpectedMessage(77, expected: [2])) {
      try script.give([77, 0, 0, 1, 0])
    }
  }

  @Test func `the client reads no messages until the caller trusts the server`() throws {
    for type in HandshakeType.allCases {
      let script = try Script()
      try script.play(upTo: .certificate)
      try script.give(try script.message(.certificate))
      #expect(script.presented != nil)
      let message = try Self.message(type)
      #expect(throws: TLSError.unexpectedMessage(type, [])) { try script.give(message) }
    }
  }

  @Test func `after the handshake, only NewSessionTicket and KeyUpdate are accepted`() throws {
    let awaited: [HandshakeType] = [.newSessionTicket, .keyUpdate]
    for type in HandshakeType.allCases where !awaited.contains(type) {
      let script = try Script()
      try script.play(upTo: nil)
      #expect(script.isConnected)
      let message = try Self.message(type)
      #expect(throws: TLSError.unexpectedMessage(type, awaited)) { try script.give(message) }
    }
  }

  @Test func `a Certificate message in a resumed handshake is rejected`() throws {
    let duet = try Duet { $0.ticketSealer = try? TLS.TicketSealer(using: SystemRandom()) }
    duet.run()
    let session = try #require(duet.sessions.first)
    for type: HandshakeType in [.certificate, .certificateRequest, .certificateVerify] {
      let script = try Script(session: session)
      // Only the server of the ticket knows the key, but the order is checked before that.
      script.alterHello = { try? $0.extensions.append(SelectedPreSharedKey(0)) }
      try script.play(upTo: .certificateRequest)
      let message = try Self.message(type)
      #expect(throws: TLSError.unexpectedMessage(type, [.finished])) { try script.give(message) }
    }
  }
}

extension TLSError {
  /// The error for a message where only others are allowed.
  static func unexpectedMessage(_ type: HandshakeType, _ expected: [HandshakeType?]) -> TLSError {
    .unexpectedMessage(
      type.rawValue, expected: expected.compactMap { awaited in awaited?.rawValue })
  }
}
