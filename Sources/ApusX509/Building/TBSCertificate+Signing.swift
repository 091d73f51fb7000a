public import ApusBytes
public import ApusCrypto

extension X509.TBSCertificate {
  /// Returns the whole certificate, signed with a key; the content is not checked.
  ///
  /// The algorithm is the usual one of the key unless another is given; it replaces
  /// `signatureAlgorithm`. RFC 5280 section 4.1.1.3.
  ///
  /// - Parameters:
  ///   - key: The private key of the issuer.
  ///   - algorithm: The algorithm of the signature; nil for the usual one of the key.
  ///   - random: The source of random bytes.
  public func signed(
    by key: borrowing SigningKey, _ algorithm: SignatureAlgorithm? = nil,
    using random: some RandomSource
  ) throws(X509Error) -> X509.Certificate {
    let algorithm = try X509.signatureAlgorithm(algorithm, for: key.publicKey)
    var content = self
    content.signatureAlgorithm = try X509.Algorithm(of: algorithm)
    let der = try content.der()
    return try content.certificate(signature: X509.sign(der, key, algorithm, using: random))
  }
}

extension X509 {
  /// Returns the requested algorithm, or the one that every reader supports for the key.
  static func signatureAlgorithm(
    _ wanted: SignatureAlgorithm?, for key: VerificationKey
  ) throws(X509Error) -> SignatureAlgorithm {
    if let wanted { return wanted }
    // More readers support PKCS #1 than PSS.
    if case .rsa = key { return .rsaPKCS1(.sha256) }
    guard let usual = key.supportedAlgorithms.first else {
      throw .signing(.unsupportedAlgorithm(.rsassaPSS))
    }
    return usual
  }

  /// Returns the signature of a key over bytes.
  static func sign(
    _ der: [UInt8], _ key: borrowing SigningKey, _ algorithm: SignatureAlgorithm,
    using random: some RandomSource
  ) throws(X509Error) -> [UInt8] {
    do throws(CryptoError) {
      return try key.signature(for: der.span, algorithm, using: random)
    } catch {
      throw .signing(error)
    }
  }
}

extension X509.SerialNumber {
  /// Returns a positive number of 127 random bits, which all have the same length.
  ///
  /// RFC 5280 section 4.1.2.2 requires a unique number, which random bits are.
  ///
  /// - Parameter random: The source of random bytes.
  public static func random(using random: some RandomSource) throws(X509Error) -> Self {
    do throws(RandomError) {
      var bytes = try random.bytes(16)
      // The highest bit is the sign. The next is set, so that every number has the same length.
      bytes[0] = bytes[0] & 0x7f | 0x40
      return X509.SerialNumber(bytes)
    } catch {
      throw .signing(.randomness(error))
    }
  }
}
