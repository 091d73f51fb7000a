import ApusNet
import ApusTLS
import ApusX509

/// What one kind of connection is to be like as a server of TLS 1.3, understood from its flags.
struct ShimServerSettings: Sendable {
  let flags: ShimFlags
  let configuration: TLS.ServerConfiguration
  let key: TLS.HeldKey
  /// How much application data is taken at a time.
  let readSize: Int

  /// Understands flags; tickets are those of the sealer.
  init(_ flags: ShimFlags, _ sealer: TLS.TicketSealer) throws(ShimFailure) {
    guard try flags.versions().contains(.tls13) else {
      throw .unimplemented("a server of TLS 1.2")
    }
    guard (try flags.number(.exportKeyingMaterial) ?? 0) == 0 else {
      throw .unimplemented("keying material of a server")
    }
    guard !flags.contains(.useOCSPCallback) else {
      throw .unimplemented("a response that is stapled when it is asked for")
    }
    guard let identity = try flags.identity() else {
      throw .unimplemented("a server without a certificate")
    }
    key = identity.key
    let publicKey = identity.key.publicKey
    var configuration = TLS.ServerConfiguration(
      identity.shown.chain,
      schemes: identity.shown.schemes.filter { $0.fits(publicKey, in: .tls13) })
    if let groups = try flags.groups() { configuration.groups = groups }
    configuration.clientSchemes =
      try flags.schemes(.verifyPrefs) ?? configuration.clientSchemes.usual
    if let name = flags.text(.selectALPN) {
      configuration.applicationProtocols = [Array(name.utf8)]
    }
    configuration.stapledResponse = try flags.bytes(.ocspResponse)
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

  /// The path by which a client is believed: the runner wants every one believed but where it asks
  /// for the opposite, so that each is given its own certificate as root.
  func path(
    of presented: TLS.PresentedCertificates, at moment: UnixTime
  ) throws(X509.TrustFailure) -> X509.VerifiedChain {
    var verifier = X509.Verifier(anchors: X509.Anchors([presented.leaf]))
    verifier.judgesDates = false
    return try verifier.verify(
      presented.leaf, intermediates: presented.intermediates, for: .client, at: moment)
  }
}
