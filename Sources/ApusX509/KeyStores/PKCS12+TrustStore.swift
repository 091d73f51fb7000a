internal import ApusCrypto

extension X509.PKCS12 {
  /// Reads the certificates of a file, such as a Java trust store.
  ///
  /// A private key in the file is skipped and not decrypted. RFC 7292.
  ///
  /// - Parameters:
  ///   - der: The bytes of the file.
  ///   - password: The password in UTF-8. Nil is for a file without encryption, such as the
  ///     `cacerts` of Java 18: its certificates are read, and its integrity is not checked.
  ///   - allowsLegacyEncryption: A Boolean value that indicates whether certificates can be
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
}
