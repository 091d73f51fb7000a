/// The handshake state of a client that waits for the certificates of a TLS 1.2 server.
///
/// RFC 5246 section 7.4.2.
struct AwaitingCertificate12: ~Copyable, Sendable {
  var progress: Progress12

  consuming func received(_ message: ReceivedMessage) throws(TLSError) -> ClientHandshake12 {
    let certificate: CertificateMessage12 = try message.expect()
    progress.transcript.add(message.bytes)
    let presented = try TLS.PresentedCertificates(
      certificate.certificates, stapledResponse: nil, timestamps: progress.negotiated.timestamps)
    guard progress.negotiated.promisesStatus else {
      return .awaitingTrust(
        AwaitingTrust12(progress: progress, presented: presented, waiting: nil))
    }
    return .awaitingStatus(AwaitingStatus12(progress: progress, presented: presented))
  }
}

/// The handshake state of a TLS 1.2 client that waits for the server's CertificateStatus message.
/// The server may omit the message.
///
/// RFC 6066 section 8.
struct AwaitingStatus12: ~Copyable, Sendable {
  var progress: Progress12
  let presented: TLS.PresentedCertificates

  consuming func received(_ message: ReceivedMessage) throws(TLSError) -> ClientHandshake12 {
    guard message.type != .serverKeyExchange else {
      return .awaitingTrust(
        AwaitingTrust12(progress: progress, presented: presented, waiting: message))
    }
    let status: CertificateStatus = try message.expect(or: .serverKeyExchange)
    progress.transcript.add(message.bytes)
    let stapled = try TLS.PresentedCertificates(
      presented.encoded, stapledResponse: status.response, timestamps: presented.timestamps)
    return .awaitingTrust(
      AwaitingTrust12(progress: progress, presented: stapled, waiting: nil))
  }
}

/// The handshake state of a TLS 1.2 client that waits for the caller to check the server's
/// certificates.
struct AwaitingTrust12: ~Copyable, Sendable {
  let progress: Progress12
  let presented: TLS.PresentedCertificates
  /// The handshake message that the server sent instead of the announced CertificateStatus message,
  /// or `nil`.
  let waiting: ReceivedMessage?

  /// Continues the TLS 1.2 handshake with the trust policy's proof that the server is trusted.
  consuming func trusted(_ chain: TLS.TrustedChain) throws(TLSError) -> ClientHandshake12 {
    chain.expect(presented, of: progress.negotiated.sentHello.offer.host)
    let waiting = self.waiting
    let next = AwaitingServerKeyExchange(
      progress: progress, presented: presented, chain: chain)
    guard let waiting else { return .awaitingServerKeyExchange(next) }
    return try next.received(waiting)
  }
}

/// The handshake state of a client that waits for the server's signed key share.
///
/// The server signs the key share with the private key of its certificate. RFC 8422 section 5.4.
struct AwaitingServerKeyExchange: ~Copyable, Sendable {
  var progress: Progress12
  let presented: TLS.PresentedCertificates
  let chain: TLS.TrustedChain

  consuming func received(_ message: ReceivedMessage) throws(TLSError) -> ClientHandshake12 {
    let exchange: ServerKeyExchange = try message.expect()
    let negotiated = progress.negotiated
    guard let group = TLS.NamedGroup(rawValue: exchange.share.group), group != .x25519MLKEM768,
      negotiated.configuration.groups.contains(group)
    else { throw .broken(.groupWasOffered) }
    try presented.checkSigningUse()
    let signature = try exchange.verified(
      by: presented.key, offered: negotiated.configuration.offeredSchemes, suite: negotiated.suite,
      clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom)
    progress.transcript.add(message.bytes)
    return .awaitingServerHelloDone(
      AwaitingServerHelloDone(
        progress: progress, group: group, share: exchange.share.publicKey,
        proof: .certificate(chain, signature, presented),
        request: nil))
  }
}
