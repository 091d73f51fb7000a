internal import ApusBytes
internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The certificates of a peer, before they are trusted.
  public struct PresentedCertificates: Sendable, Equatable {
    /// The peer's own certificate.
    public let leaf: X509.Certificate
    /// The peer's other certificates, except malformed ones.
    public let intermediates: [X509.Certificate]
    /// All certificates of the peer, in their order.
    public let encoded: [[UInt8]]
    /// The stapled OCSP response, if there is one.
    public let stapledResponse: [UInt8]?
    /// The signed certificate timestamps of the handshake.
    public let timestamps: [[UInt8]]
    /// The key of the leaf.
    let key: VerificationKey

    /// Reads the content of the Certificate message of either version.
    ///
    /// A malformed certificate other than the leaf is skipped, because a path may be found without
    /// it. RFC 8446 section 4.4.2.
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
  /// Checks that the key usage of the leaf allows signing.
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
