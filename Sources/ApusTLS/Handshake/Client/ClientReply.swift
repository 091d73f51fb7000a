import ApusX509

/// The client's messages after the server's Finished message.
///
/// The messages are the client's certificates, if the server requested them, and the client's
/// Finished message.
///
/// RFC 8446 section 4.4.
struct ClientReply: ~Copyable, Sendable {
  var progress: Progress
  let secrets: HandshakeSecrets
  let application: ApplicationSecrets
  let proof: ServerProof
  let finished: VerifiedFinished

  /// Sends the certificates of the first suitable client identity, or an empty Certificate message.
  ///
  /// RFC 8446 section 4.4.2.3.
  consuming func certified(
    for request: ClientCertificateRequest, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let configuration = progress.negotiated.configuration
    let choice = request.wanted.choice(
      among: configuration.identities, configuration.unlistedIdentities)
    let certificates = choice?.identity.chain ?? []
    let certificate = CertificateMessage(
      context: request.context, certificates.map { CertificateMessage.Entry($0.der) })
    let message = try certificate.encoded()
    try context.recordLayer.send(message)
    progress.transcript.add(message)
    guard let choice else { return try finished(.declined, &context) }
    context.clientIdentity = choice.identity
    let content = SignedHandshake.content(
      of: .client, transcriptHash: progress.transcript.digest())
    return .awaitingSignature(
      AwaitingSignature(
        reply: self,
        signing: TLS.SigningRequest(
          scheme: choice.scheme, message: content, peerSchemes: request.wanted.schemes,
          identity: choice.identity)))
  }

  /// Sends the client's Finished message. The client can then send application data.
  consuming func finished(
    _ authentication: TLS.ClientAuthentication, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    context.clientAuthentication = authentication
    let message = try Finished(secrets.client.finished(over: progress.transcript.digest()))
      .encoded()
    try context.recordLayer.send(message)
    progress.transcript.add(message)
    let suite = progress.negotiated.suite
    context.recordLayer.writer.setProtection(application.client.protection(suite))
    let resumption = application.resumptionSecret(after: progress.transcript.digest())
    let facts = TLS.HandshakeFacts(
      progress, proof: proof, clientAuthentication: authentication,
      clientCertificate: context.clientIdentity?.leaf)
    context.events.append(.connected(facts))
    return .connected(
      Connected(
        facts, proof, finished, secrets: application, resumption: resumption))
  }
}

extension TLS.HandshakeFacts {
  fileprivate init(
    _ progress: Progress, proof: ServerProof, clientAuthentication: TLS.ClientAuthentication,
    clientCertificate: X509.Certificate?
  ) {
    self.init(
      version: .tls13, suite: progress.negotiated.suite, group: progress.negotiated.group,
      isResumed: proof.scheme == nil, isRetried: progress.negotiated.sentHello.retry != nil,
      applicationProtocol: progress.applicationProtocol, chain: proof.chain,
      serverScheme: proof.scheme, stapledResponse: proof.presented?.stapledResponse,
      timestamps: proof.presented?.timestamps ?? [],
      clientAuthentication: clientAuthentication, clientCertificate: clientCertificate)
  }
}

/// A server's requirements for the client certificate.
///
/// RFC 8446 section 4.3.2. The client ignores filters for unknown certificate extensions, as
/// section 4.2.5 requires.
struct ClientCertificateRequest: Sendable {
  let context: [UInt8]
  let wanted: TLS.IdentityRequest

  /// Reads a CertificateRequest message of a TLS 1.3 handshake.
  init(_ message: CertificateRequest) throws(TLSError) {
    guard message.context.isEmpty else { throw .broken(.contextIsEmpty) }
    try message.extensions.check(in: .certificateRequest)
    context = message.context
    let algorithms: SignatureAlgorithms = try message.extensions.require()
    _ = try message.extensions.read(SignatureAlgorithmsCert.self)
    let authorities: CertificateAuthorities? = try message.extensions.read()
    wanted = TLS.IdentityRequest(
      .tls13, schemes: algorithms.schemes, authorities: authorities?.names ?? [])
  }
}
