extension TLS {
  /// Whoever signs with a client's key that never leaves its place: a KMS, an HSM, an agent.
  ///
  /// The handshake waits for it; how long is the caller's to bound.
  public protocol Signer: Sendable {
    /// Signs the content of a CertificateVerify, which is not hashed yet, by a scheme.
    ///
    /// ECDSA signatures are in DER, those of RSA as long as the modulus. RFC 8446 section 4.4.3.
    func signature(for content: [UInt8], by scheme: SignatureScheme) async throws -> [UInt8]
  }
}
