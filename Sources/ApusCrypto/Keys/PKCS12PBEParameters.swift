package import ApusASN1
package import ApusBytes

/// The parameters of the old PKCS #12 encryption, which uses Triple DES or RC2 with SHA-1.
///
///     pkcs-12PbeParams ::= SEQUENCE {
///         salt        OCTET STRING,
///         iterations  INTEGER
///     }
///
/// RFC 7292 appendix C. The old encryption is only for reading existing files if the caller allows
/// it. New keys use the encryption of RFC 8018.
package struct PKCS12PBEParameters: Equatable, Sendable {
  /// The range of the salt of the key derivation.
  package let salt: Range<Int>
  /// The iteration count of each digest.
  package let iterations: PBKDF2.IterationCount

  private let scheme: Scheme

  /// The cipher and the key length of the old PKCS #12 encryption. RFC 7292 appendix C.
  private enum Scheme {
    case tripleDES, tripleDESWithTwoKeys, rc2With128Bits, rc2With40Bits

    init?(_ oid: OID) {
      switch oid {
      case .pbeWithSHAAnd3KeyTripleDESCBC: self = .tripleDES
      case .pbeWithSHAAnd2KeyTripleDESCBC: self = .tripleDESWithTwoKeys
      case .pbeWithSHAAnd128BitRC2CBC: self = .rc2With128Bits
      case .pbeWithSHAAnd40BitRC2CBC: self = .rc2With40Bits
      default: return nil
      }
    }

    var keyByteCount: Int {
      switch self {
      case .tripleDES: 24
      case .tripleDESWithTwoKeys, .rc2With128Bits: 16
      case .rc2With40Bits: 5
      }
    }

    func decipher(
      _ data: Span<UInt8>, key: Span<UInt8>, initializationVector vector: Span<UInt8>
    ) -> SecretBytes {
      switch self {
      case .tripleDES:
        return TripleDES.decipher(data, key: key, initializationVector: vector)
      case .tripleDESWithTwoKeys:
        // The first DES key is also the third DES key.
        let three = SecretBytes(count: TripleDES.keyByteCount) { three in
          for index in 0..<TripleDES.keyByteCount { three[index] = key[index % 16] }
        }
        return three.withBytes {
          TripleDES.decipher(data, key: $0, initializationVector: vector)
        }
      case .rc2With128Bits, .rc2With40Bits:
        return RC2.decipher(data, key: key, initializationVector: vector)
      }
    }
  }

  /// Returns whether an algorithm belongs to the old PKCS #12 encryption.
  package static func has(_ oid: OID) -> Bool { Scheme(oid) != nil }

  /// The number of iterated digests, for the key and for the initialization vector.
  package var digestCount: Int {
    PKCS12KDF.digestCount(scheme.keyByteCount, InsecureSHA1.self)
      + PKCS12KDF.digestCount(TripleDES.blockByteCount, InsecureSHA1.self)
  }

  /// Reads the parameters of an encryption algorithm.
  package init(
    of algorithm: AlgorithmIdentifier, in der: Span<UInt8>
  ) throws(CryptoError) {
    guard let scheme = Scheme(algorithm.oid) else {
      throw .unsupportedEncryption(algorithm.oid)
    }
    self.scheme = scheme
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

  /// Returns the decrypted data without its padding; a `nil` password is the NULL password.
  ///
  /// The data is not authenticated, so the padding can be valid by chance with a wrong password.
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
    let key = derive(.cipherKey, wide, salt, byteCount: scheme.keyByteCount)
    let vector = derive(.initializationVector, wide, salt, byteCount: block)
    let padded = key.withBytes { key in
      vector.withBytes { vector in
        scheme.decipher(data, key: key, initializationVector: vector)
      }
    }
    return try padded.withBytes { (padded) throws(CryptoError) in
      let (byteCount, isPadded) = AESCBC.unpadded(padded, blockByteCount: block)
      // PUBLIC: the result of the password check, which the caller learns.
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
