public import ApusASN1
internal import ApusBytes
public import ApusCrypto

extension X509 {
  /// A public key with its algorithm, independent of the bytes that it was read from.
  ///
  ///     SubjectPublicKeyInfo  ::=  SEQUENCE  {
  ///       algorithm            AlgorithmIdentifier,
  ///       subjectPublicKey     BIT STRING  }
  ///
  /// RFC 5280 section 4.1. The public key can have any algorithm, supported or not.
  public struct PublicKey: Hashable, Sendable {
    /// The algorithm of the public key.
    public let algorithm: Algorithm
    /// The bits of the public key, in the format of the key's algorithm.
    public let bits: [UInt8]

    /// Creates a public key of any algorithm.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm of the public key.
    ///   - bits: The bits of the public key, in the format of its algorithm.
    public init(_ algorithm: Algorithm, bits: [UInt8]) {
      self.algorithm = algorithm
      self.bits = bits
    }

    /// Creates a public key from a SubjectPublicKeyInfo that was read from the bytes.
    ///
    /// - Parameters:
    ///   - info: The SubjectPublicKeyInfo with its ranges in the bytes.
    ///   - der: The bytes that the SubjectPublicKeyInfo was read from.
    public init(_ info: SubjectPublicKeyInfo, in der: Span<UInt8>) {
      algorithm = Algorithm(info.algorithm, in: der)
      bits = der.extracting(info.subjectPublicKey).copy()
    }

    /// Reads a SubjectPublicKeyInfo, which must span all of the bytes.
    ///
    /// - Parameter der: The bytes of the SubjectPublicKeyInfo.
    public init(der: Span<UInt8>) throws(X509Error) {
      do throws(ASN1Error) {
        self.init(try SubjectPublicKeyInfo(der), in: der)
      } catch {
        throw .malformed(.publicKey, error)
      }
    }

    /// The public key as a SubjectPublicKeyInfo.
    public var der: [UInt8] {
      var writer = DERWriter(capacity: bits.count + 32)
      write(to: &writer)
      return writer.bytes
    }

    /// Writes the public key as a SubjectPublicKeyInfo.
    ///
    /// - Parameter writer: The writer that receives the DER.
    public func write(to writer: inout DERWriter) {
      writer.writeSequence { info in
        algorithm.write(to: &info)
        info.writeBitString(bits)
      }
    }
  }
}

extension X509.PublicKey {
  /// Returns the public key as a key that verifies signatures, if its algorithm is supported.
  ///
  /// An RSA key with a modulus of less than `RSA.minimumBitCount` bits is rejected.
  func verificationKey() throws(X509Error) -> VerificationKey {
    let der = der
    do throws(CryptoError) {
      return try VerificationKey(spki: der.span)
    } catch {
      throw .key(error)
    }
  }
}

extension X509.PublicKey {
  /// Creates a public key from a key that verifies signatures.
  ///
  /// - Parameter key: The key that verifies signatures.
  public init(_ key: VerificationKey) throws(X509Error) {
    let der = key.spki
    try self.init(der: der.span)
  }
}

extension X509.PublicKey {
  /// Returns a Boolean value that indicates whether two public keys are the same key, even if their
  /// DER differs.
  ///
  /// The DER of a key can differ in several ways. A point has a compressed and an uncompressed form
  /// (RFC 5480 section 2.2), and parameters may be absent. An RSA key for PSS only is the same key
  /// as an RSA key for any use (RFC 4055 section 1.2). Keys with unsupported algorithms are
  /// compared byte by byte.
  ///
  /// A private key, a certification request and a certificate belong together if their public keys
  /// are the same.
  ///
  /// - Parameter other: The public key to compare with.
  public func isSameKey(as other: X509.PublicKey) -> Bool {
    if self == other { return true }
    guard let left = try? VerificationKey(spki: der.span, allowingSmallModulus: true),
      let right = try? VerificationKey(spki: other.der.span, allowingSmallModulus: true)
    else { return false }
    switch (left, right) {
    case (.rsa(let left), .rsaPSS(let right, _)), (.rsaPSS(let left, _), .rsa(let right)):
      return left == right
    default: return left == right
    }
  }
}
