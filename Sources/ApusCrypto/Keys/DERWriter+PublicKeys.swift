public import ApusASN1

extension DERWriter {
  /// Writes an AlgorithmIdentifier, whose parameters are what `parameters` writes, if anything.
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

  /// Writes the SubjectPublicKeyInfo of an elliptic curve key in X9.63 form.
  ///
  /// RFC 5480 section 2.
  public mutating func writePublicKey(_ curve: NamedCurve, point: [UInt8]) {
    writeSequence { info in
      info.writeAlgorithm(.ecPublicKey) { $0.writeOID(curve.oid) }
      info.writeBitString(point)
    }
  }

  /// Writes the SubjectPublicKeyInfo of a key that is bytes and nothing else, as of Ed25519.
  ///
  /// RFC 8410 section 4.
  public mutating func writePublicKey(_ algorithm: OID, raw bytes: [UInt8]) {
    writeSequence { info in
      info.writeAlgorithm(algorithm)
      info.writeBitString(bytes)
    }
  }

  /// Writes the SubjectPublicKeyInfo of an RSA key of two numbers, the highest byte first.
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
