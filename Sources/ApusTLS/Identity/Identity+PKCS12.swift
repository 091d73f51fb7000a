internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLS.Identity {
  /// Reads certificates and a private key from one file of PKCS #12, which a password locks.
  ///
  /// RFC 7292.
  public init(
    pkcs12 der: Span<UInt8>, password: Span<UInt8>, generation: UInt64 = 0
  ) throws(TLS.IdentityError) {
    let certificates: [X509.Certificate]
    let held: TLS.HeldKey
    do throws(X509Error) {
      let store = try X509.PKCS12(der, password: password)
      certificates = store.certificates
      held = TLS.HeldKey(store.takeKey())
    } catch {
      throw .certificate(error, line: nil)
    }
    try self.init(certificates, held, generation: generation)
  }
}
