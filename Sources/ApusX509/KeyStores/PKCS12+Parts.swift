public import ApusCrypto

extension X509.PKCS12 {
  /// Reads the certificates of a PKCS #12 file, such as a trust store of Java.
  ///
  /// A private key in the file is skipped and not decrypted. RFC 7292.
  ///
  /// - Parameters:
  ///   - der: The bytes of the PKCS #12 file.
  ///   - password: The password in UTF-8, or `nil` for a file without encryption, such as the
  ///     `cacerts` of Java 18. Without a password, the integrity of the file is not checked.
  ///   - allowsLegacyEncryption: A Boolean value that indicates whether certificates may be
  ///     encrypted with Triple DES.
  /// - Returns: The certificates in the order of the file.
  /// - Throws: `X509Error.keyStore` with the reason.
  public static func certificates(
    in der: Span<UInt8>, password: Span<UInt8>?,
    allowingLegacyEncryption allowsLegacyEncryption: Bool = false
  ) throws(X509Error) -> [X509.Certificate] {
    do throws(Problem) {
      var contents = Contents(
        iterationLimit: iterationLimit, allowingLegacyEncryption: allowsLegacyEncryption,
        isTrustStore: true)
      try contents.read(der, password: password)
      return contents.finishTrustStore()
    } catch {
      throw .keyStore(error)
    }
  }

  /// Reads the private key of a PKCS #12 file, even if the file has no certificate of the key.
  ///
  /// The function also reads the certificates of the file, which must be well-formed. RFC 7292.
  ///
  /// - Parameters:
  ///   - der: The bytes of the PKCS #12 file.
  ///   - password: The password in UTF-8.
  ///   - allowsSmallModulus: A Boolean value that indicates whether the modulus of an RSA key may
  ///     have fewer than 2,048 bits.
  ///   - allowsLegacyEncryption: A Boolean value that indicates whether the key may be encrypted
  ///     with Triple DES or RC2.
  /// - Returns: The only private key of the file.
  /// - Throws: `X509Error.keyStore` with the reason.
  public static func key(
    in der: Span<UInt8>, password: Span<UInt8>,
    allowingSmallModulus allowsSmallModulus: Bool = false,
    allowingLegacyEncryption allowsLegacyEncryption: Bool = false
  ) throws(X509Error) -> SigningKey {
    do throws(Problem) {
      var contents = Contents(
        iterationLimit: iterationLimit, allowingLegacyEncryption: allowsLegacyEncryption)
      try contents.read(der, password: password)
      return try contents.finishKey(allowingSmallModulus: allowsSmallModulus)
    } catch {
      throw .keyStore(error)
    }
  }
}
