import ApusBytes
import ApusCrypto
import ApusTestServer
import ApusX509
import Testing

@testable import ApusTLS

/// The choice of an identity for a server: RFC 8446 section 4.4.2.3, RFC 5246 section 7.4.4.
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

  @Test func `the first suitable identity is sent, or no certificate if none is suitable`() {
    let both = [p384, ed25519]
    for (request, chosen) in [
      (request(), p384), (request(schemes: [.ed25519]), ed25519),
      (request(authorities: [root384, root25519]), p384),
      (request(authorities: [root25519]), ed25519),
      (request(schemes: [.ed25519], authorities: [root384]), nil),
      (request(schemes: [.rsaPSSRSAESHA256]), nil),
    ] as [(TLS.IdentityRequest, TLS.Identity?)] {
      #expect(request.choice(among: both, .withheld)?.identity.leaf == chosen?.leaf)
      for unlisted in TLS.UnlistedIdentities.allCases {
        #expect(request.choice(among: [], unlisted) == nil)
      }
    }
    #expect(request().choice(among: both.reversed(), .withheld)?.identity.leaf == ed25519.leaf)
    #expect(request().choice(among: both, .withheld)?.scheme == .ecdsaSECP384R1SHA384)
  }

  /// RFC 8446 section 4.4.2.3 and RFC 5246 section 7.4.6: a SHOULD.
  @Test func `sent, sentIfAlone and withheld determine whether an unlisted one is sent`() throws {
    let stranger = try #require(Signer.p256).root
    let unlisted = request(authorities: [stranger])
    let both = [p384, ed25519]
    for (identities, treatment, chosen) in [
      ([p384], .sentIfAlone, p384), (both, .sentIfAlone, nil), ([p384], .withheld, nil),
      (both, .withheld, nil), ([p384], .sent, p384), (both, .sent, p384),
      (both.reversed(), .sent, ed25519),
    ] as [([TLS.Identity], TLS.UnlistedIdentities, TLS.Identity?)] {
      let choice = unlisted.choice(among: identities, treatment)
      #expect(choice?.identity.leaf == chosen?.leaf, "\(identities.count) \(treatment)")
    }
    for treatment in TLS.UnlistedIdentities.allCases {
      // A listed identity is preferred, and an unsuitable key is never used.
      let listed = request(authorities: [root25519])
      #expect(listed.choice(among: both, treatment)?.identity.leaf == ed25519.leaf)
      let other = request(schemes: [.ed25519], authorities: [stranger])
      #expect(other.choice(among: [p384], treatment) == nil)
      let ofRSA = request(.tls12, authorities: [stranger], types: [1])
      #expect(ofRSA.choice(among: [p384], treatment) == nil)
    }
    let second = request(schemes: [.ed25519], authorities: [stranger])
    #expect(second.choice(among: both, .sent)?.identity.leaf == ed25519.leaf)
  }

  @Test func `a single unlisted identity is sent in TLS 1.2 and in TLS 1.3`() throws {
    let stranger = try #require(Signer.p256).root
    #expect(try duet([p384], naming: [stranger]).signings.map(\.identity?.leaf) == [p384.leaf])
    for (treatment, chosen) in [
      (.sentIfAlone, p384), (.sent, p384), (.withheld, nil),
    ] as [(TLS.UnlistedIdentities, TLS.Identity?)] {
      let script = try Script12 {
        $0.identities = [p384]
        $0.unlistedIdentities = treatment
      }
      script.asks = true
      script.request = CertificateRequest12(
        certificateTypes: [64], schemes: [0x0503], authorities: [stranger.subject.der])
      try script.play(upTo: nil)
      #expect(script.isConnected)
      #expect(script.facts?.clientCertificate == chosen?.leaf)
    }
  }

  /// RFC 5246 section 7.4.1.4.1: any hash function works with any curve, unlike in TLS 1.3.
  @Test func `a P-384 key signs with SHA-256 if a TLS 1.2 server accepts only SHA-256`()
    throws
  {
    let ownKey = SigningKey.p384(try .generate(using: SystemRandom()))
    let held = try TestAuthority().client("worker", key: ownKey)
    guard case .p384 = try p384.leaf.verificationKey(), case .held(let key) = held.key else {
      Issue.record("the identities have other keys")
      return
    }
    for (schemes, scheme) in [
      ([.ecdsaSECP256R1SHA256], .ecdsaSECP256R1SHA256),
      ([.ecdsaSECP521R1SHA512], .ecdsaSECP521R1SHA512),
      ([.ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384], .ecdsaSECP384R1SHA384),
    ] as [([TLS.SignatureScheme], TLS.SignatureScheme)] {
      #expect(request(.tls12, schemes: schemes).choice(among: [held], .sent)?.scheme == scheme)
      let is13 = scheme == .ecdsaSECP384R1SHA384
      let other = request(.tls13, schemes: schemes).choice(among: [held], .sent)
      #expect(other?.scheme == (is13 ? scheme : nil))
      let content: [UInt8] = [1, 2, 3]
      let signature = try key.signature(for: content.span, by: scheme, using: SystemRandom())
      let isValid = key.publicKey.isValid(
        signature: signature.span, scheme.algorithm, for: content.span)
      #expect(isValid)
      // An external signer only uses the hash function of its curve, unless it names others.
      #expect(
        request(.tls12, schemes: schemes).choice(among: [p384], .sent)?.scheme
          == (is13 ? scheme : nil))
    }
    let elsewhere = try TLS.Identity(
      p384.chain, signer: try #require(Signer.client), schemes: [.ecdsaSECP256R1SHA256])
    #expect(elsewhere.schemes == [.ecdsaSECP256R1SHA256])
  }

  @Test func `the mismatch between an identity and the server's request is reported`() throws {
    let stranger = try #require(Signer.p256).root
    #expect(request().obstacle(for: p384) == nil)
    #expect(request(schemes: [.ed25519]).obstacle(for: p384) == .signatureScheme)
    #expect(request(authorities: [stranger]).obstacle(for: p384) == .authority)
    #expect(request(.tls12, types: [1]).obstacle(for: p384) == .certificateType)
    #expect(request(.tls12, types: [1, 64]).obstacle(for: p384) == nil)
    #expect(request(.tls12, types: [64]).obstacle(for: ed25519) == nil)
  }

  @Test func `any issuer in the certificate chain can match the server's list`() throws {
    let chain = try TLS.Identity(
      [p384.leaf, root384], signer: try #require(Signer.client))
    #expect(request(authorities: [root384]).obstacle(for: chain) == nil)
    // The name of the leaf itself is not the name of an issuer.
    #expect(request(authorities: [p384.leaf]).obstacle(for: chain) == .authority)
  }

  // MARK: Handshakes

  /// A handshake with a certificate request and authorities.
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

  @Test func `with a list of authorities, a TLS 1.3 server gets only a listed certificate`() throws
  {
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

  @Test func `with a list of authorities, a TLS 1.2 server gets only a listed certificate`() throws
  {
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

  @Test func `a session ticket is used only with the client identity of its handshake`() throws {
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

  @Test func `a resumed connection reports the client identity of the first handshake`() throws {
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
