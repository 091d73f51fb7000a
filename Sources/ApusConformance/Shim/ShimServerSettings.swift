import ApusNet
import ApusTLS
import ApusX509

/// The settings of a TLS 1.3 server for one kind of connection, which the flags determine.
struct ShimServerSettings: Sendable {
  let flags: ShimFlags
  /// The TLS configuration without the certificates of a credential.
  private let configuration: TLS.ServerConfiguration
  /// The credentials in the order of preference. The array contains at least one credential.
  private let identities: [ShimIdentity]
  /// The number of bytes of application data in each read.
  let readSize: Int

  /// Creates the settings of the TLS server from the flags. The sealer creates the session tickets.
  init(_ flags: ShimFlags, _ sealer: TLS.TicketSealer) throws(ShimFailure) {
    guard try flags.versions().contains(.tls13) else {
      throw .unimplemented("a server of TLS 1.2")
    }
    guard (try flags.number(.exportKeyingMaterial) ?? 0) == 0 else {
      throw .unimplemented("keying material of a server")
    }
    guard !flags.contains(.useOCSPCallback) else {
      throw .unimplemented("a response that is stapled on request")
    }
    identities = try flags.identities()
    guard !identities.isEmpty else { throw .unimplemented("a server without a certificate") }
    var configuration = TLS.ServerConfiguration([], schemes: [])
    if let groups = try flags.groups() { configuration.groups = groups }
    configuration.clientSchemes =
      try flags.schemes(.verifyPrefs) ?? configuration.clientSchemes.usual
    if let name = flags.text(.selectALPN) {
      configuration.applicationProtocols = [Array(name.utf8)]
    }
    let asks = [ShimSwitch.verifyPeer, .expectVerifyResult].contains(where: flags.contains)
    configuration.clientCertificates = asks ? .optional : .ignored
    if flags.contains(.requireAnyClientCertificate) {
      configuration.clientCertificates = .required
    }
    if !flags.contains(.noTicket) { configuration.ticketSealer = sealer }
    self.flags = flags
    self.configuration = configuration
    readSize = max(1, try flags.number(.readSize) ?? 16_384)
  }

  /// A Boolean value that indicates whether the server requests no client certificate.
  var ignoresClients: Bool { configuration.clientCertificates == .ignored }

  /// A Boolean value that indicates whether the credential depends on the ClientHello message.
  var needsHello: Bool { !flags.credentials.isEmpty }

  /// Returns the credential for a ClientHello message, and the TLS configuration with this
  /// credential.
  ///
  /// If no credential fits, the first credential supports no signature scheme, so the handshake
  /// fails as expected.
  func choice(
    for hello: ShimHello?
  ) -> (identity: ShimIdentity, configuration: TLS.ServerConfiguration) {
    let fitting = identities.first { identity in
      guard let hello else { return true }
      let isListed = identity.shown.chain.contains { hello.authorities.contains($0.issuer.der) }
      return identity.schemes.contains { hello.schemes.contains($0.rawValue) }
        && (isListed || !identity.mustMatchIssuer)
    }
    let identity = fitting ?? identities[0]
    var configuration = configuration
    configuration.certificates = identity.shown.chain
    configuration.schemes = fitting?.schemes ?? []
    configuration.stapledResponse = identity.stapledResponse
    return (identity, configuration)
  }

  /// Returns a verified certificate path for a client. The runner expects that the server trusts
  /// every client unless a flag requires the opposite, so each client's certificate is used as a
  /// root.
  func path(
    of presented: TLS.PresentedCertificates, at moment: UnixTime
  ) throws(X509.TrustFailure) -> X509.VerifiedChain {
    var verifier = X509.Verifier(anchors: X509.Anchors([presented.leaf]))
    verifier.judgesDates = false
    return try verifier.verify(
      presented.leaf, intermediates: presented.intermediates, for: .client, at: moment)
  }
}

extension ShimIdentity {
  /// The signature schemes of the private key for TLS 1.3 handshakes.
  fileprivate var schemes: [TLS.SignatureScheme] {
    shown.schemes.filter { $0.fits(key.publicKey, in: .tls13) }
  }
}
