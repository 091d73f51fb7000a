internal import ApusBytes
internal import ApusCrypto
public import ApusX509

extension TLS {
  /// What a peer has shown of itself, none of it believed yet.
  public struct PresentedCertificates: Sendable, Equatable {
    /// The certificate of the peer itself.
    public let leaf: X509.Certificate
    /// The other certificates that it has sent, except those that cannot be read.
    public let intermediates: [X509.Certificate]
    /// Everything it has sent, in its order.
    public let encoded: [[UInt8]]
    /// The OCSP response that it has stapled, if it has.
    public let stapledResponse: [UInt8]?
    /// The signed certificate timestamps that it has sent beside the certificate.
    public let timestamps: [[UInt8]]
    /// The key of the leaf.
    let key: VerificationKey

    /// Reads what stands in the message of either version.
    ///
    /// A certificate further up that cannot be read is passed over, because a path may be found
    /// without it. RFC 8446 section 4.4.2.
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
  /// Checks that the leaf lets its key sign, if it says what the key is for.
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
