internal import ApusASN1
public import ApusBytes

extension SigningKey {
  /// The DER encoding of the private key as an unencrypted `PrivateKeyInfo`.
  ///
  /// The structure has version 0, which every reader supports. RFC 5958 section 2.
  public var pkcs8: SecretBytes {
    switch self {
    case .rsa(let key):
      SecretBytes.pkcs8(key) { $0.writeAlgorithm(.rsaEncryption) { $0.writeNull() } }
    case .rsaPSS(let pss):
      SecretBytes.pkcs8(pss.key) { $0.writePSSAlgorithm(pss.restriction) }
    case .p256(let key): SecretBytes.pkcs8(.p256, key.rawRepresentation, key.publicKey.x963)
    case .p384(let key): SecretBytes.pkcs8(.p384, key.rawRepresentation, key.publicKey.x963)
    case .p521(let key): SecretBytes.pkcs8(.p521, key.rawRepresentation, key.publicKey.x963)
    case .ed25519(let key): SecretBytes.pkcs8(.ed25519, key.rawRepresentation)
    }
  }

  /// Returns the DER of an `EncryptedPrivateKeyInfo` that PBES2 encrypts with AES.
  ///
  /// RFC 5958 section 3.
  ///
  /// - Parameters:
  ///   - password: The bytes of the password.
  ///   - iterations: The iteration count of the key derivation, 100,000 by default.
  ///   - random: The source of the salt and of the initialization vector.
  /// - Throws: `CryptoError.randomness` if the source of random bytes fails, or an error if the
  ///   iteration count is out of range.
  public func encryptedPKCS8(
    password: Span<UInt8>, iterations: Int = 100_000, using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    let count = try PBKDF2.IterationCount(iterations)
    let sealed = try pkcs8.withBytes { (key) throws(CryptoError) in
      try PBES2Parameters.seal(key, password: password, iterations: count, using: random)
    }
    var writer = DERWriter()
    writer.writeSequence { info in
      info.writeRaw(sealed.algorithm)
      info.writeOctetString(sealed.content)
    }
    return writer.bytes
  }
}

extension X25519.PrivateKey {
  /// The DER encoding of the private key as an unencrypted `PrivateKeyInfo`. RFC 5958 section 2.
  public var pkcs8: SecretBytes { .pkcs8(.x25519, rawRepresentation) }
}

extension SecretBytes {
  /// Returns the PrivateKeyInfo of a private key without inner structure, such as an Ed25519 key.
  /// RFC 8410 section 7.
  fileprivate static func pkcs8(_ oid: OID, _ bytes: consuming SecretBytes) -> SecretBytes {
    let algorithm = { (writer: inout DERWriter) in writer.writeAlgorithm(oid) }
    return privateKeyInfo(capacity: 64, algorithm: algorithm) { key in
      key.prepend(0x04) { content in bytes.withBytes { content.prepend($0) } }
    }
  }

  /// Returns the PrivateKeyInfo of an elliptic curve key from its scalar and its public point. RFC
  /// 5915 section 3.
  fileprivate static func pkcs8(
    _ curve: NamedCurve, _ scalar: consuming SecretBytes, _ point: [UInt8]
  ) -> SecretBytes {
    var publicKey = DERWriter()
    publicKey.writeExplicit(1) { $0.writeBitString(point) }
    let algorithm = { (writer: inout DERWriter) in
      writer.writeAlgorithm(.ecPublicKey) { $0.writeOID(curve.oid) }
    }
    return privateKeyInfo(capacity: 320, algorithm: algorithm) { key in
      key.prepend(0x30) { fields in
        fields.prepend(publicKey.bytes.span)
        fields.prepend(0x04) { content in scalar.withBytes { content.prepend($0) } }
        fields.prependInteger([1].span)
      }
    }
  }

  /// Returns the PrivateKeyInfo of a private RSA key. RFC 8017 appendix A.1.2.
  fileprivate static func pkcs8(
    _ key: borrowing RSA.PrivateKey, algorithm: (inout DERWriter) -> Void
  ) -> SecretBytes {
    // The modulus and the private exponent have the full length of the modulus. The other large
    // numbers have half of the length.
    privateKeyInfo(capacity: 5 * key.publicKey.byteCount + 256, algorithm: algorithm) { info in
      info.prepend(0x30) { numbers in
        numbers.prependInteger(key.coefficient)
        numbers.prependInteger(key.second.exponent)
        numbers.prependInteger(key.first.exponent)
        numbers.prependInteger(key.second.modulus.value)
        numbers.prependInteger(key.first.modulus.value)
        numbers.prependInteger(key.privateExponent)
        numbers.prependInteger(key.publicKey.exponentBytes.span)
        numbers.prependInteger(key.publicKey.modulus.span)
        numbers.prependInteger([0].span)
      }
    }
  }

  private static func privateKeyInfo(
    capacity: Int, algorithm: (inout DERWriter) -> Void, key: (inout SecretDERWriter) -> Void
  ) -> SecretBytes {
    var identifier = DERWriter()
    algorithm(&identifier)
    var writer = SecretDERWriter(capacity: capacity)
    writer.prepend(0x30) { info in
      info.prepend(0x04, key)
      info.prepend(identifier.bytes.span)
      info.prependInteger([0].span)
    }
    return writer.finish()
  }
}

extension SecretDERWriter {
  fileprivate mutating func prependInteger(_ number: borrowing Natural) {
    var bytes = SecretBytes(zeros: 8 * number.limbCount)
    bytes.withMutableBytes { number.write(bigEndian: &$0) }
    bytes.withBytes { prependInteger($0) }
  }
}
