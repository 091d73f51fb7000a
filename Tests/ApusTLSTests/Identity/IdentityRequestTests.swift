import ApusBytes
import ApusCrypto
import ApusX509
import Testing

@testable import ApusTLS

/// Which identity a server is shown: RFC 8446 section 4.4.2.3, RFC 5246 section 7.4.4.
@Suite struct IdentityRequestTests {
  private let p384: TLS.Identity
  private let ed25519: TLS.Identity
  private let root384: X509.Certificate
  private let root25519: X509.Certificate

  init() throws {
    let one = try #require(Signer.client)
    let other = try #require(Signer.otherClient)
    (p384, root384) = (try one.identity(), one.root)
    (ed25519, root25519) = (try other.identity(), other.root)
  }

  private func request(
    _ version: TLS.Version = .tls13, schemes: [TLS.SignatureScheme] = TLS.SignatureScheme.allCases,
    authorities: [X509.Certificate] = [], types: [UInt8]? = nil
  ) -> TLS.IdentityRequest {
    TLS.IdentityRequest(
      version, schemes: schemes.map(\.rawValue), authorities: authorities.map(\.subject.der),
      certificateTypes: types)
  }

  @Test func `the first identity that fits is chosen, and none where none fits`() {
    let both = [p384, ed25519]
    for (request, chosen) in [
      (request(), p384), (request(schemes: [.ed25519]), ed25519),
      (request(authorities: [root384, root25519]), p384),
      (request(authorities: [root25519]), ed25519),
      (request(schemes: [.ed25519], authorities: [root384]), nil),
      (request(schemes: [.rsaPSSRSAESHA256]), nil),
    ] as [(TLS.IdentityRequest, TLS.Identity?)] {
      #expect(request.choice(among: both)?.identity.leaf == chosen?.leaf)
      #expect(request.choice(among: []) == nil)
    }
    #expect(request().choice(among: both.reversed())?.identity.leaf == ed25519.leaf)
    #expect(request().choice(among: both)?.scheme == .ecdsaSECP384R1SHA384)
  }

  @Test func `what is in an identity's way is told`() throws {
    let stranger = try #require(Signer.p256).root
    #expect(request().obstacle(for: p384) == nil)
    #expect(request(schemes: [.ed25519]).obstacle(for: p384) == .signatureScheme)
    #expect(request(authorities: [stranger]).obstacle(for: p384) == .authority)
    #expect(request(.tls12, types: [1]).obstacle(for: p384) == .certificateType)
    #expect(request(.tls12, types: [1, 64]).obstacle(for: p384) == nil)
    #expect(request(.tls12, types: [64]).obstacle(for: ed25519) == nil)
  }

  @Test func `an authority may stand anywhere above the certificate`() throws {
    let chain = try TLS.Identity(
      [p384.leaf, root384], signer: try #require(Signer.client))
    #expect(request(authorities: [root384]).obstacle(for: chain) == nil)
    // A name that no certificate is issued by is no name of the leaf itself.
    #expect(request(authorities: [p384.leaf]).obstacle(for: chain) == .authority)
  }

  // MARK: Handshakes

  /// A handshake in which the server asks, and names authorities.
  private func duet(
    _ identities: [TLS.Identity], naming authorities: [X509.Certificate],
    schemes: [TLS.SignatureScheme]? = nil
  ) throws -> Duet {
    var configuration = TLS.ClientConfiguration()
    configuration.identities = identities
    let duet = try Duet(configuration) {
      $0.clientCertificates = .optional
      $0.clientAuthorities = authorities.map(\.subject)
      if let schemes { $0.clientSchemes = schemes }
    }
    duet.run()
    return duet
  }

  @Test func `a server of TLS 1_3 is shown what it names, or nothing`() throws {
    let stranger = try #require(Signer.p256).root
    let named = try duet([ed25519, p384], naming: [root384])
    #expect(named.signings.map(\.identity?.leaf) == [p384.leaf])
    #expect(named.signings.map(\.scheme) == [.ecdsaSECP384R1SHA384])
    let request = named.client.identityRequest
    #expect(request?.authorities == [root384.subject.der] && request?.version == .tls13)
    let declined = try duet([ed25519, p384], naming: [stranger])
    #expect(declined.clientFacts?.clientAuthentication == .declined)
    #expect(declined.clientFacts?.clientCertificate == nil && declined.signings.isEmpty)
    let unnamed = try duet([ed25519, p384], naming: [], schemes: [.ecdsaSECP384R1SHA384])
    #expect(unnamed.signings.map(\.identity?.leaf) == [p384.leaf])
  }

  @Test func `a server of TLS 1_2 is shown what it names, or nothing`() throws {
    let stranger = try #require(Signer.p256).root
    for (types, authorities, chosen) in [
      ([64], [], p384), ([64, 1], [root384.subject.der], p384), ([1], [], nil),
      ([64], [stranger.subject.der], nil),
    ] as [([UInt8], [[UInt8]], TLS.Identity?)] {
      let script = try Script12 { $0.identities = [ed25519, p384] }
      script.asks = true
      script.request = CertificateRequest12(
        certificateTypes: types, schemes: [0x0503], authorities: authorities)
      try script.play(upTo: nil)
      #expect(script.isConnected)
      #expect(script.requests.map(\.identity?.leaf) == (chosen.map { [$0.leaf] } ?? []))
      #expect(script.facts?.clientCertificate == chosen?.leaf)
      #expect(script.context.identityRequest?.certificateTypes == types)
    }
  }

  // MARK: Tickets

  @Test func `a ticket is bound to the identity that was shown`() throws {
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    func session(showing identities: [TLS.Identity]) throws -> TLS.Session {
      var configuration = TLS.ClientConfiguration()
      configuration.identities = identities
      let duet = try Duet(configuration, clientSigner: nil) { $0.ticketSealer = sealer }
      duet.run()
      return try #require(duet.sessions.last)
    }
    let anonymous = try session(showing: [p384])
    #expect(anonymous.clientDigest == nil && anonymous.fits([]) && anonymous.fits([ed25519]))
    let script = try Script { $0.identities = [ed25519, p384] }
    try script.play(upTo: nil, asking: true)
    try script.sign()
    #expect(script.isConnected)
    let ticket = NewSessionTicket(lifetime: 9, ageAdd: 1, nonce: [0], ticket: [1])
    try script.give(try ticket.encoded())
    guard case .session(let bound) = script.context.events.last else {
      Issue.record("there is no session")
      return
    }
    #expect(bound.clientDigest == p384.digest)
    for (identities, isOffered) in [
      ([], false), ([ed25519], false), ([p384], true), ([ed25519, p384], true),
    ] as [([TLS.Identity], Bool)] {
      var configuration = TLS.ClientConfiguration()
      configuration.identities = identities
      let duet = try Duet(configuration, session: bound)
      #expect(duet.client.offersSession == isOffered)
    }
  }

  @Test func `a resumed connection is still that of the identity`() throws {
    let script = try Script12(
      { $0.identities = [p384] }, session: try session12(p384.digest))
    script.promisesTicket = true
    script.ticket = [8]
    try script.play(upTo: nil)
    #expect(script.facts?.isResumed == true)
    #expect(script.facts?.clientCertificate == p384.leaf)
    #expect(script.session?.clientDigest == p384.digest)
  }

  private func session12(_ digest: [UInt8]) throws -> TLS.Session {
    let signer = try #require(Signer.ed25519)
    let first = try Script12(signer: signer)
    first.promisesTicket = true
    try first.play(upTo: nil)
    let session = try #require(first.session)
    return TLS.Session(
      scope: session.scope, suite: session.suite, peer: session.peer, applicationProtocol: nil,
      received: session.received, lifetime: session.lifetime, ticket: session.ticket,
      sessionID: session.sessionID, clientDigest: digest, secret: session.secret)
  }
}
