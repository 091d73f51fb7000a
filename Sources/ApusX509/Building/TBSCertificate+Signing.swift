public import ApusBytes
public import ApusCrypto

extension X509.TBSCertificate {
  /// Returns the complete certificate, signed with a key, and does not check the content.
  ///
  /// The signature algorithm is the usual algorithm of the key unless the caller passes another
  /// algorithm. The signature algorithm replaces the value of `signatureAlgorithm`. RFC 5280
  /// section 4.1.1.3.
  ///
  /// - Parameters:
  ///   - key: The private key of the issuer.
  ///   - algorithm: The algorithm of the signature, or `nil` for the usual algorithm of the key.
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
  /// Returns the requested signature algorithm, or the most widely supported signature algorithm
  /// for the key.
  static func signatureAlgorithm(
    _ wanted: SignatureAlgorithm?, for key: VerificationKey
  ) throws(X509Error) -> SignatureAlgorithm {
    if let wanted { return wanted }
    // More certificate readers support PKCS #1 signatures than PSS signatures.
    if case .rsa = key { return .rsaPKCS1(.sha256) }
    guard let usual = key.supportedAlgorithms.first else {
      throw .signing(.unsupportedAlgorithm(.rsassaPSS))
    }
    return usual
  }

  /// Returns the signature over the given bytes, made with a private key.
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
  /// Returns a positive serial number of 127 bits. All random serial numbers have the same length.
  ///
  /// RFC 5280 section 4.1.2.2 requires a serial number that is unique for the issuer. Random bits
  /// make the serial number unique.
  ///
  /// - Parameter random: The source of random bytes.
  public static func random(using random: some RandomSource) throws(X509Error) -> Self {
    do throws(RandomError) {
      var bytes = try random.bytes(16)
      // The highest bit is the sign of the serial number. The next bit is set, so that every serial
      // number has the same length.
      bytes[0] = bytes[0] & 0x7f | 0x40
      return X509.SerialNumber(bytes)
    } catch {
      throw .signing(.randomness(error))
    }
  }
}
