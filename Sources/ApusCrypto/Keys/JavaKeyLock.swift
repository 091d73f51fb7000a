internal import ApusASN1
package import ApusBytes

/// The encryption of private keys in the Java key stores JKS and JCEKS.
///
/// The library only reads the key stores JKS and JCEKS, because their encryption does not protect
/// short passwords.
package enum JavaKeyLock {
  /// The maximum number of iterations in a JCEKS file.
  package static let iterationLimit = 5_000_000

  /// Decrypts a private key of a JKS key store.
  ///
  /// The data is a salt of 20 bytes, the encrypted key, and the SHA-1 digest of the password and
  /// the key. A sequence of SHA-1 digests encrypts the key. Each digest covers the password and the
  /// previous digest.
  ///
  /// - Parameters:
  ///   - data: The encrypted data of the private key.
  ///   - password: The password in UTF-16, with the high byte of each code unit first.
  /// - Throws: `CryptoError.wrongPassword` if the digest does not match the decrypted key.
  package static func open(
    jks data: Span<UInt8>, password: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    let size = InsecureSHA1.byteCount
    guard data.count > 2 * size else {
      throw .wrongByteCount(data.count, expected: 2 * size + 1)
    }
    let end = data.count - size
    var previous = SecretBytes(copying: data.extracting(first: size))
    let key = SecretBytes(count: end - size) { key in
      for start in stride(from: size, to: end, by: size) {
        let next = digest(of: password, previous)
        next.withBytes { next in
          for index in 0..<min(size, end - start) {
            key[start - size + index] = data[start + index] ^ next[index]
          }
        }
        previous = next
      }
    }
    let right = digest(of: password, key)
    let isRight = right.withBytes { ConstantTime.equal($0, data.extracting(end...)) }
    // PUBLIC: the result of the password check, which the caller learns.
    guard isRight.declassified else { throw .wrongPassword }
    return key
  }

  private static func digest(
    of password: Span<UInt8>, _ rest: borrowing SecretBytes
  ) -> SecretBytes {
    var hash = InsecureSHA1()
    hash.update(password)
    rest.withBytes { hash.update($0) }
    return SecretBytes(count: InsecureSHA1.byteCount) { hash.finalize(into: &$0) }
  }

  /// Decrypts a private key of a JCEKS key store with PBEWithMD5AndTripleDES.
  ///
  ///     PBEParameter ::= SEQUENCE {
  ///         salt OCTET STRING (SIZE(8)),
  ///         iterationCount INTEGER
  ///     }
  ///
  /// RFC 8018 appendix A.3. Each half of the salt is hashed with the password for all iterations.
  /// The two digests are the key and the initialization vector.
  ///
  /// - Parameters:
  ///   - info: The encrypted private key with its algorithm.
  ///   - der: The bytes of the encrypted private key.
  ///   - password: The password in ASCII.
  package static func open(
    jceks info: EncryptedPrivateKeyInfo, in der: Span<UInt8>, password: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    var fields = try info.encryptionAlgorithm.readParameters()
    let (saltRange, count) = try wrapping { () throws(ASN1Error) in
      let salt = try fields.readOctetString(in: der)
      let count = try fields.readInteger(in: der)
      try fields.finish()
      return (salt, count)
    }
    guard saltRange.count == 8 else {
      throw .wrongByteCount(saltRange.count, expected: 8)
    }
    guard (1...iterationLimit).contains(count) else {
      throw .iterationCountOutOfRange(count, limit: iterationLimit)
    }
    let data = der.extracting(info.encryptedData)
    let block = TripleDES.blockByteCount
    guard !data.isEmpty, data.count % block == 0 else {
      throw .wrongByteCount(data.count, expected: (data.count / block + 1) * block)
    }
    var salt = der.extracting(saltRange).copy()
    if salt[..<4] == salt[4...] {
      // Java's implementation tries to reverse the first half of the salt, but moves the bytes in a
      // different order.
      (salt[0], salt[1], salt[2]) = (salt[3], salt[0], salt[1])
    }
    let derived = SecretBytes(count: 32) { derived in
      for half in 0..<2 {
        var digest = SecretBytes(copying: salt.span.extracting(4 * half..<4 * half + 4))
        for _ in 0..<count {
          var hash = InsecureMD5()
          digest.withBytes { hash.update($0) }
          hash.update(password)
          digest = SecretBytes(count: InsecureMD5.byteCount) { hash.finalize(into: &$0) }
        }
        digest.withBytes { derived.copy($0, at: 16 * half) }
      }
    }
    let padded = derived.withBytes { derived in
      TripleDES.decipher(
        data, key: derived.extracting(first: TripleDES.keyByteCount),
        initializationVector: derived.extracting(droppingFirst: TripleDES.keyByteCount))
    }
    return try padded.withBytes { (padded) throws(CryptoError) in
      let (byteCount, isPadded) = AESCBC.unpadded(padded, blockByteCount: block)
      // PUBLIC: the result of the password check, which the caller learns.
      guard isPadded.declassified else { throw .wrongPassword }
      return SecretBytes(copying: padded.extracting(first: byteCount))
    }
  }
}
