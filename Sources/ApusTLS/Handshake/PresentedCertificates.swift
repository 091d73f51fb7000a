internal import ApusBytes
internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The certificates of a TLS peer before a trust policy has evaluated them.
  public struct PresentedCertificates: Sendable, Equatable {
    /// The end-entity certificate of the TLS peer.
    public let leaf: X509.Certificate
    /// The intermediate certificates of the TLS peer, without malformed certificates.
    public let intermediates: [X509.Certificate]
    /// The encoded certificates of the TLS peer in the order of the Certificate message.
    public let encoded: [[UInt8]]
    /// The stapled OCSP response, or `nil` if the TLS peer stapled no response.
    public let stapledResponse: [UInt8]?
    /// The signed certificate timestamps from the messages of the TLS handshake.
    public let timestamps: [[UInt8]]
    /// The public key of the TLS peer's end-entity certificate.
    let key: VerificationKey

    /// Reads the Certificate message of TLS 1.2 or TLS 1.3.
    ///
    /// The initializer skips a malformed intermediate certificate, because a certification path may
    /// not need it. RFC 8446 section 4.4.2.
    init(
      _ encoded: [[UInt8]], stapledResponse: [UInt8]?, timestamps: [[UInt8]]
    ) throws(TLSError) {
      guard let first = encoded.first else { throw .noCertificate }
      do throws(X509Error) {
        leaf = try X509.Certificate(first)
        key = try leaf.verificationKey()
      } catch {
        throw .badCertificate(error)
      }
      intermediates = encoded.dropFirst().compactMap { try? X509.Certificate($0) }
      self.encoded = encoded
      self.stapledResponse = stapledResponse
      self.timestamps = timestamps
    }
  }
}

extension TLS.PresentedCertificates {
  /// Checks that the key usage extension of the peer's end-entity certificate allows signatures.
  ///
  /// RFC 8446 section 4.4.2.2.
  func checkSigningUse() throws(TLSError) {
    guard let usage = try keyUsage() else { return }
    guard usage.uses.contains(.digitalSignature) else { throw .broken(.keyMaySign) }
  }

  private func keyUsage() throws(TLSError) -> X509.KeyUsage? {
    do { return try leaf.keyUsage } catch { throw .badCertificate(error) }
  }
}
