internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLS.Identity {
  /// Reads certificates and a private key from one file of PKCS #12, which a password locks.
  ///
  /// With `allowingLegacyEncryption` also a file that is locked by Triple DES, as old tools did it;
  /// why not by default, `X509.PKCS12` says. RFC 7292.
  public init(
    pkcs12 der: Span<UInt8>, password: Span<UInt8>, allowingLegacyEncryption: Bool = false,
    generation: UInt64 = 0
  ) throws(TLS.IdentityError) {
    let certificates: [X509.Certificate]
    let held: TLS.HeldKey
    do throws(X509Error) {
      let store = try X509.PKCS12(
        der, password: password, allowingLegacyEncryption: allowingLegacyEncryption)
      certificates = store.certificates
      held = TLS.HeldKey(store.takeKey())
    } catch {
      throw .certificate(error, line: nil)
    }
    try self.init(certificates, held, generation: generation)
  }
}
