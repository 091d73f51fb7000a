public import ApusASN1

extension DERWriter {
  /// Writes an AlgorithmIdentifier. The optional closure `parameters` writes the algorithm
  /// parameters.
  ///
  /// RFC 5280 section 4.1.1.2.
  public mutating func writeAlgorithm(
    _ oid: OID, parameters: (inout DERWriter) -> Void = { _ in }
  ) {
    writeSequence { algorithm in
      algorithm.writeOID(oid)
      parameters(&algorithm)
    }
  }

  /// Writes the SubjectPublicKeyInfo of an elliptic curve key, whose point is in X9.63 form.
  ///
  /// RFC 5480 section 2.
  public mutating func writePublicKey(_ curve: NamedCurve, point: [UInt8]) {
    writeSequence { info in
      info.writeAlgorithm(.ecPublicKey) { $0.writeOID(curve.oid) }
      info.writeBitString(point)
    }
  }

  /// Writes the SubjectPublicKeyInfo of a key without inner structure, such as an Ed25519 key.
  ///
  /// RFC 8410 section 4.
  public mutating func writePublicKey(_ algorithm: OID, raw bytes: [UInt8]) {
    writeSequence { info in
      info.writeAlgorithm(algorithm)
      info.writeBitString(bytes)
    }
  }

  /// Writes the SubjectPublicKeyInfo of an RSA key from its big-endian modulus and exponent.
  ///
  /// RFC 3279 section 2.3.1.
  public mutating func writeRSAPublicKey(modulus: [UInt8], exponent: [UInt8]) {
    writeSequence { info in
      info.writeAlgorithm(.rsaEncryption) { $0.writeNull() }
      info.writeBitString { key in
        key.writeSequence { numbers in
          numbers.writeInteger(magnitude: modulus)
          numbers.writeInteger(magnitude: exponent)
        }
      }
    }
  }
}

extension DERWriter {
  /// Writes the SubjectPublicKeyInfo of an RSA key. RFC 3279 section 2.3.1.
  mutating func writePublicKey(_ key: RSA.PublicKey) {
    writeRSAPublicKey(modulus: key.modulus, exponent: key.exponentBytes)
  }

  /// Writes the SubjectPublicKeyInfo of an RSA key that is restricted to PSS signatures. RFC 4055
  /// section 1.2.
  mutating func writePublicKey(_ key: RSA.PublicKey, restrictedTo restriction: RSA.PSSRestriction?)
  {
    writeSequence { info in
      info.writePSSAlgorithm(restriction)
      info.writeBitString(key.pkcs1)
    }
  }

  /// Writes the AlgorithmIdentifier of an RSA key that is restricted to PSS signatures. RFC 4055
  /// section 1.2.
  mutating func writePSSAlgorithm(_ restriction: RSA.PSSRestriction?) {
    writeAlgorithm(.rsassaPSS) { algorithm in
      guard let restriction else { return }
      algorithm.writePSSParameters(
        restriction.hash, saltByteCount: restriction.leastSaltByteCount)
    }
  }

  /// Writes RSASSA-PSS-params with the default trailer field. RFC 4055 section 3.1.
  mutating func writePSSParameters(_ hash: HashAlgorithm, saltByteCount: Int) {
    writeSequence { fields in
      fields.writeExplicit(0) { field in field.writeAlgorithm(hash.oid) { $0.writeNull() } }
      fields.writeExplicit(1) { field in
        field.writeAlgorithm(.mgf1) { mask in mask.writeAlgorithm(hash.oid) { $0.writeNull() } }
      }
      if saltByteCount != 20 { fields.writeExplicit(2) { $0.writeInteger(saltByteCount) } }
    }
  }
}

extension RSA.PublicKey {
  /// The DER encoding of the public key as an RSAPublicKey. RFC 8017 appendix A.1.1.
  var pkcs1: [UInt8] {
    var writer = DERWriter()
    writer.writeSequence { numbers in
      numbers.writeInteger(magnitude: modulus)
      numbers.writeInteger(magnitude: exponentBytes)
    }
    return writer.bytes
  }

  /// The bytes of the RSA exponent, with the highest byte first.
  var exponentBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: exponent >> UInt64(56 - 8 * $0)) }
  }
}
