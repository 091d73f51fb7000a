import ApusX509

/// What a client says once the server has finished: who it is, if it was asked, and Finished.
///
/// RFC 8446 section 4.4.
struct ClientReply: ~Copyable, Sendable {
  var progress: Progress
  let secrets: HandshakeSecrets
  let application: ApplicationSecrets
  let proof: ServerProof
  let finished: VerifiedFinished

  /// Sends the certificates of the first identity that fits, or none if none does.
  ///
  /// RFC 8446 section 4.4.2.3.
  consuming func certified(
    for request: ClientCertificateRequest, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake {
    let choice = request.wanted.choice(among: progress.agreed.configuration.identities)
    let certificates = choice?.identity.chain ?? []
    let certificate = CertificateMessage(
      context: request.context, certificates.map { CertificateMessage.Entry($0.der) })
    let message = try certificate.encoded()
    try surroundings.link.send(message)
    progress.transcript.add(message)
    guard let choice else { return try finished(.declined, &surroundings) }
    surroundings.clientIdentity = choice.identity
    let content = SignedHandshake.content(
      of: .client, transcriptHash: progress.transcript.digest())
    return .awaitingSignature(
      AwaitingSignature(
        reply: self,
        signing: TLS.SigningRequest(
          scheme: choice.scheme, message: content, peerSchemes: request.wanted.schemes,
          identity: choice.identity)))
  }

  /// Sends Finished, from which on the client's application data may follow.
  consuming func finished(
    _ authentication: TLS.ClientAuthentication, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake {
    surroundings.clientAuthentication = authentication
    let message = try Finished(secrets.client.finished(over: progress.transcript.digest()))
      .encoded()
    try surroundings.link.send(message)
    progress.transcript.add(message)
    let suite = progress.agreed.suite
    surroundings.link.writer.setProtection(application.client.protection(suite))
    let resumption = application.resumptionSecret(after: progress.transcript.digest())
    let facts = TLS.HandshakeFacts(
      progress, proof: proof, clientAuthentication: authentication,
      clientCertificate: surroundings.clientIdentity?.leaf)
    surroundings.events.append(.connected(facts))
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
      version: .tls13, suite: progress.agreed.suite, group: progress.agreed.group,
      isResumed: proof.scheme == nil, isRetried: progress.agreed.asked.retry != nil,
      applicationProtocol: progress.applicationProtocol, chain: proof.chain,
      serverScheme: proof.scheme, stapledResponse: proof.stapledResponse,
      clientAuthentication: clientAuthentication, clientCertificate: clientCertificate)
  }
}
