internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLS.Identity {
  /// Reads certificates and a private key from PEM texts, which can be the same text.
  ///
  /// The first certificate is the client's own certificate. The initializer reads the first private
  /// key in the key's text. The private key is in the format PKCS #8, encrypted PKCS #8, PKCS #1 or
  /// SEC 1. RFC 7468 sections 5, 10 and 11.
  ///
  /// - Parameters:
  ///   - chain: The PEM text with the certificates, the client's own certificate first.
  ///   - key: The PEM text with the private key.
  ///   - password: The password of an encrypted private key in UTF-8, or `nil` if the private key
  ///     is not encrypted.
  ///   - generation: A number that differs between identities that replace each other; 0 by
  ///     default.
  public init(
    pemChain chain: Span<UInt8>, pemKey key: Span<UInt8>, password: Span<UInt8>? = nil,
    generation: UInt64 = 0
  ) throws(TLS.IdentityError) {
    let bundle = X509.Bundle(chain)
    guard bundle.entries.count <= Self.certificateLimit else {
      throw .tooManyCertificates(limit: Self.certificateLimit)
    }
    let (certificates, problems) = bundle.certificates()
    if let problem = problems.first {
      guard problem.error != .noCertificate else { throw .noCertificate }
      throw .certificate(problem.error, line: problem.line)
    }
    let held: TLS.HeldKey
    do throws(CryptoError) {
      held = TLS.HeldKey(try SigningKey(pem: key, password: password))
    } catch {
      throw .key(error)
    }
    try self.init(certificates, held, generation: generation)
  }
}

extension TLS.Identity {
  /// Reads certificates and a private key from one encrypted PKCS #12 file.
  ///
  /// With `allowingLegacyEncryption` the PKCS #12 file can also be encrypted with Triple DES, which
  /// old tools use; `X509.PKCS12` explains the risk. RFC 7292.
  ///
  /// - Parameters:
  ///   - der: The bytes of the PKCS #12 file.
  ///   - password: The password of the PKCS #12 file in UTF-8.
  ///   - allowingLegacyEncryption: A Boolean value that indicates whether Triple DES and RC2 are
  ///     accepted; the default is false.
  ///   - generation: A number that differs between identities that replace each other; 0 by
  ///     default.
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
