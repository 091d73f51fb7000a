internal import ApusASN1
public import ApusCrypto

extension X509.Certificate {
  /// The key, which has not been looked at: one that no algorithm takes can be held too.
  public var publicKey: X509.PublicKey { X509.PublicKey(publicKeyInfo, in: der.span) }

  /// The SubjectPublicKeyInfo as it stands there: what pins are made of.
  public var publicKeyRange: Range<Int> { publicKeyInfo.range }

  /// Reads the certificate's key by its algorithm.
  public func key() throws(X509Error) -> SubjectPublicKeyInfo.Key {
    do throws(CryptoError) {
      return try publicKeyInfo.key(in: der.span)
    } catch {
      throw .key(error)
    }
  }

  /// The number of bits of the modulus of an RSA key, as it is written; nil for every other key.
  ///
  /// The key is not checked for use with signatures, which would take far longer.
  public var rsaBitCount: Int? {
    switch try? key() {
    case .rsa(let key), .rsaPSS(let key, _): bitCount(of: key)
    case nil, .ec, .ed25519, .x25519, .ed448, .x448, .dsa, .other: nil
    }
  }

  /// How many bits the modulus of the certificate's key has.
  func bitCount(of key: PKCS1.PublicKey) -> Int {
    key.modulus.count * 8 - der[key.modulus.lowerBound].leadingZeroBitCount
  }

  /// Returns whether both certificates are for the same key, written alike with its algorithm.
  public func hasSameKey(as other: X509.Certificate) -> Bool {
    der[publicKeyRange] == other.der[other.publicKeyRange]
  }

  /// The pin of the certificate's key.
  public var pin: X509.Pin {
    X509.Pin(publicKeyInfo: der.span.extracting(publicKeyRange))
  }
}

extension X509.Certificate {
  /// Returns the key in a form that signatures are checked with, if its algorithm is supported.
  ///
  /// An RSA modulus of less than `RSA.minimumBitCount` bits is refused unless the caller allows it.
  public func verificationKey(
    allowingSmallModulus: Bool = false
  ) throws(X509Error) -> VerificationKey {
    do throws(CryptoError) {
      return try VerificationKey(
        publicKeyInfo, in: der.span, allowingSmallModulus: allowingSmallModulus)
    } catch {
      throw .key(error)
    }
  }

  /// Returns whether the certificate is signed with the private key that belongs to a public one.
  ///
  /// An algorithm that is broken, not supported or none of the key's is thrown, so that it is told
  /// apart from a signature that is wrong. RFC 5280 section 4.1.1.3.
  public func isSigned(by key: VerificationKey) throws(X509Error) -> Bool {
    try X509.SignedContent(signedRange, signatureAlgorithm, signatureRange)
      .isSigned(by: key, in: der.span)
  }
}
