/// The state while a TLS 1.2 server sends its certificates.
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

/// The state while a server staples the promised OCSP response, or omits it.
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

/// The state while the caller checks the server's certificates; no messages are read.
struct AwaitingTrust12: ~Copyable, Sendable {
  let progress: Progress12
  let presented: TLS.PresentedCertificates
  /// The next message, if it came instead of an OCSP response.
  let waiting: ReceivedMessage?

  /// Continues with the proof of the caller's policy.
  consuming func trusted(_ chain: TLS.TrustedChain) throws(TLSError) -> ClientHandshake12 {
    chain.expect(presented, of: progress.negotiated.sentHello.offer.host)
    let waiting = self.waiting
    let next = AwaitingServerKeyExchange(
      progress: progress, presented: presented, chain: chain)
    guard let waiting else { return .awaitingServerKeyExchange(next) }
    return try next.received(waiting)
  }
}

/// The state while the server sends its share, signed with the key of its certificate.
///
/// RFC 8422 section 5.4.
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
