internal import ApusASN1
package import ApusBytes

/// How old files of PKCS #12 are locked: `pbeWithSHAAnd3-KeyTripleDES-CBC`.
///
///     pkcs-12PbeParams ::= SEQUENCE {
///         salt        OCTET STRING,
///         iterations  INTEGER
///     }
///
/// RFC 7292 appendix C. For reading such files where a caller asks for that, and for nothing else:
/// RFC 8018 locks keys today.
package struct PKCS12PBEParameters: Equatable, Sendable {
  /// The salt.
  package let salt: Range<Int>
  /// How often each digest is iterated.
  package let iterations: PBKDF2.IterationCount

  /// How many digests are iterated: those of the cipher's key, and that of the first vector.
  package static let digestCount =
    PKCS12KDF.digestCount(TripleDES.keyByteCount, InsecureSHA1.self)
    + PKCS12KDF.digestCount(TripleDES.blockByteCount, InsecureSHA1.self)

  /// Reads the parameters of the one algorithm that there is.
  package init(
    of algorithm: AlgorithmIdentifier, in der: Span<UInt8>
  ) throws(CryptoError) {
    guard algorithm.oid == .pbeWithSHAAnd3KeyTripleDESCBC else {
      throw .unsupportedEncryption(algorithm.oid)
    }
    var fields = try algorithm.readParameters()
    let (salt, count) = try wrapping { () throws(ASN1Error) in
      let salt = try fields.readOctetString(in: der)
      let count = try fields.readInteger(in: der)
      try fields.finish()
      return (salt, count)
    }
    self.salt = salt
    iterations = try PBKDF2.IterationCount(count)
  }

  /// What a password opens, without its padding; nil is the NULL password.
  ///
  /// It is authenticated by nothing: that the padding is right may be chance.
  package func open(
    _ data: Range<Int>, in der: Span<UInt8>, password: Span<UInt8>?, limit: Int
  ) throws(CryptoError) -> SecretBytes {
    let (salt, data) = (der.extracting(salt), der.extracting(data))
    let wide = try PKCS12KDF.password16(password, salt: salt)
    guard data.count <= limit else { throw .inputTooLong(byteCount: data.count, limit: limit) }
    let block = TripleDES.blockByteCount
    guard !data.isEmpty, data.count % block == 0 else {
      throw .wrongByteCount(data.count, expected: (data.count / block + 1) * block)
    }
    guard let wide else { throw .wrongPassword }
    let key = derive(.cipherKey, wide, salt, byteCount: TripleDES.keyByteCount)
    let vector = derive(.initializationVector, wide, salt, byteCount: block)
    let padded = key.withBytes { key in
      vector.withBytes { vector in
        TripleDES.decipher(data, key: key, initializationVector: vector)
      }
    }
    return try padded.withBytes { (padded) throws(CryptoError) in
      let (byteCount, isPadded) = AESCBC.unpadded(padded, blockByteCount: block)
      // PUBLIC: whether the password fits, which the caller is told.
      guard isPadded.declassified else { throw .wrongPassword }
      return SecretBytes(copying: padded.extracting(first: byteCount))
    }
  }

  private func derive(
    _ purpose: PKCS12KDF.Purpose, _ password: borrowing SecretBytes, _ salt: Span<UInt8>,
    byteCount: Int
  ) -> SecretBytes {
    password.withBytes { password in
      PKCS12KDF.derive(
        purpose, InsecureSHA1.self, password: password, salt: salt, iterations: iterations,
        byteCount: byteCount)
    }
  }
}
