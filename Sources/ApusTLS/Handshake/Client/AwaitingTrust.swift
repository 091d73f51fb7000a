import ApusNames

/// The handshake state of a client that waits for the caller to check the server's certificates.
struct AwaitingTrust: ~Copyable, Sendable {
  let progress: Progress
  let secrets: HandshakeSecrets
  let request: ClientCertificateRequest?
  let presented: TLS.PresentedCertificates

  /// Continues the handshake with the trust policy's proof that the server is trusted.
  consuming func trusted(_ chain: TLS.TrustedChain) -> ClientHandshake {
    chain.expect(presented, of: progress.negotiated.sentHello.offer.host)
    return .awaitingCertificateVerify(
      AwaitingCertificateVerify(
        progress: progress, secrets: secrets, request: request, presented: presented,
        chain: chain))
  }
}

/// The handshake state of a client that waits for the server's CertificateVerify message.
///
/// The message proves that the server has the private key of its certificate. RFC 8446 section
/// 4.4.3.
struct AwaitingCertificateVerify: ~Copyable, Sendable {
  var progress: Progress
  let secrets: HandshakeSecrets
  let request: ClientCertificateRequest?
  let presented: TLS.PresentedCertificates
  let chain: TLS.TrustedChain

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let verify: CertificateVerify = try message.expect()
    try presented.checkSigningUse()
    let signature = try verify.verified(
      by: presented.key, offered: progress.negotiated.configuration.signatureSchemes, in: .tls13,
      over: SignedHandshake.content(
        of: .server, transcriptHash: progress.transcript.digest()))
    progress.transcript.add(message.bytes)
    return .awaitingFinished(
      AwaitingFinished(
        progress: progress, secrets: secrets,
        proof: .certificate(chain, signature, presented),
        request: request))
  }
}

extension TLS.TrustedChain {
  /// Checks that the proof of trust refers to the presented certificate and the requested host.
  func expect(_ presented: TLS.PresentedCertificates, of host: CanonicalHost) {
    precondition(leaf == presented.leaf, "the proof is for another certificate")
    precondition(self.host == nil || self.host == host, "the proof is for another host")
  }
}
