internal import ApusASN1
public import ApusCrypto

extension X509.Certificate {
  /// The public key of the certificate.
  /// The property does not check the public key, which can have an unsupported algorithm.
  public var publicKey: X509.PublicKey { X509.PublicKey(publicKeyInfo, in: der.span) }

  /// The range of the certificate's SubjectPublicKeyInfo, which is the input of key pins.
  public var publicKeyRange: Range<Int> { publicKeyInfo.range }

  /// Reads the certificate's public key in the format of the key's algorithm.
  public func key() throws(X509Error) -> SubjectPublicKeyInfo.Key {
    do throws(CryptoError) {
      return try publicKeyInfo.key(in: der.span)
    } catch {
      throw .key(error)
    }
  }

  /// The number of bits of an RSA key's encoded modulus, or `nil` if the key is not an RSA key.
  ///
  /// The property does not check that the RSA key can verify signatures, because the check would
  /// take much longer.
  public var rsaBitCount: Int? {
    switch try? key() {
    case .rsa(let key), .rsaPSS(let key, _): bitCount(of: key)
    case nil, .ec, .ed25519, .x25519, .ed448, .x448, .dsa, .other: nil
    }
  }

  /// Returns the number of bits of the RSA modulus of the certificate's public key.
  func bitCount(of key: PKCS1.PublicKey) -> Int {
    key.modulus.count * 8 - der[key.modulus.lowerBound].leadingZeroBitCount
  }

  /// Returns a Boolean value that indicates whether two certificates have the same encoded key and
  /// key algorithm.
  ///
  /// - Parameter other: The certificate to compare with.
  public func hasSameKey(as other: X509.Certificate) -> Bool {
    der[publicKeyRange] == other.der[other.publicKeyRange]
  }

  /// The key pin of the certificate's public key.
  public var pin: X509.Pin {
    X509.Pin(publicKeyInfo: der.span.extracting(publicKeyRange))
  }
}

extension X509.Certificate {
  /// Returns the certificate's public key as a key that verifies signatures, if its algorithm is
  /// supported.
  ///
  /// An RSA key with a modulus of less than `RSA.minimumBitCount` bits is rejected unless the
  /// caller allows it.
  ///
  /// - Parameter allowingSmallModulus: A Boolean value that indicates whether short RSA keys are
  ///   returned too; the default is false.
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

  /// Returns a Boolean value that indicates whether the certificate's signature is valid for a
  /// public key.
  ///
  /// The function throws an error if the algorithm is broken, is not supported or does not fit the
  /// key. Callers can therefore distinguish an unusable algorithm from an invalid signature. RFC
  /// 5280 section 4.1.1.3.
  ///
  /// - Parameter key: The public key of the issuer.
  public func isSigned(by key: VerificationKey) throws(X509Error) -> Bool {
    try X509.SignedContent(signedRange, signatureAlgorithm, signatureRange)
      .isSigned(by: key, in: der.span)
  }
}
