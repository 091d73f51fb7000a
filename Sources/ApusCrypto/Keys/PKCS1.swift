import ApusASN1

/// The PKCS #1 structures of RSA keys, as ranges of the original span.
///
/// Each number is a range of big-endian bytes, and is not zero. The reader does not check that the
/// numbers form a valid key.
public enum PKCS1 {
  /// A public RSA key in PKCS #1 form.
  ///
  ///     RSAPublicKey ::= SEQUENCE {
  ///         modulus           INTEGER,  -- n
  ///         publicExponent    INTEGER   -- e
  ///     }
  ///
  /// RFC 8017 appendix A.1.1.
  public struct PublicKey: Equatable, Sendable {
    /// The range of the modulus n.
    public let modulus: Range<Int>
    /// The range of the public exponent e.
    public let publicExponent: Range<Int>

    /// Reads the RSAPublicKey structure, which must fill the range.
    public init(_ range: Range<Int>, in der: Span<UInt8>) throws(CryptoError) {
      let numbers = try readNumbers(range, count: 2, isVersioned: false, in: der)
      modulus = numbers[0]
      publicExponent = numbers[1]
    }
  }

  /// A private RSA key of two primes in PKCS #1 form.
  ///
  ///     RSAPrivateKey ::= SEQUENCE {
  ///         version           Version,
  ///         modulus           INTEGER,  -- n
  ///         publicExponent    INTEGER,  -- e
  ///         privateExponent   INTEGER,  -- d
  ///         prime1            INTEGER,  -- p
  ///         prime2            INTEGER,  -- q
  ///         exponent1         INTEGER,  -- d mod (p-1)
  ///         exponent2         INTEGER,  -- d mod (q-1)
  ///         coefficient       INTEGER,  -- (inverse of q) mod p
  ///         otherPrimeInfos   OtherPrimeInfos OPTIONAL
  ///     }
  ///
  /// RFC 8017 appendix A.1.2. The reader rejects version 1, which has more than two primes.
  public struct PrivateKey: Equatable, Sendable {
    /// The range of the modulus n.
    public let modulus: Range<Int>
    /// The range of the public exponent e.
    public let publicExponent: Range<Int>
    /// The range of the private exponent d.
    public let privateExponent: Range<Int>
    /// The range of the first prime p.
    public let prime1: Range<Int>
    /// The range of the second prime q.
    public let prime2: Range<Int>
    /// The range of the exponent d mod (p - 1).
    public let exponent1: Range<Int>
    /// The range of the exponent d mod (q - 1).
    public let exponent2: Range<Int>
    /// The range of the coefficient, which is the inverse of q modulo p.
    public let coefficient: Range<Int>

    /// Reads the RSAPrivateKey structure, which must fill the range.
    public init(_ range: Range<Int>, in der: Span<UInt8>) throws(CryptoError) {
      let numbers = try readNumbers(range, count: 8, isVersioned: true, in: der)
      modulus = numbers[0]
      publicExponent = numbers[1]
      privateExponent = numbers[2]
      prime1 = numbers[3]
      prime2 = numbers[4]
      exponent1 = numbers[5]
      exponent2 = numbers[6]
      coefficient = numbers[7]
    }
  }

  /// Reads a SEQUENCE of positive INTEGER values. A private key structure begins with the version
  /// 0.
  private static func readNumbers(
    _ range: Range<Int>, count: Int, isVersioned: Bool, in der: Span<UInt8>
  ) throws(CryptoError) -> [Range<Int>] {
    var fields = try wrapping { () throws(ASN1Error) in
      try DERReader(sequenceFilling: range, in: der)
    }
    if isVersioned { try fields.readVersion(0...0, in: der) }
    let numbers = try wrapping { () throws(ASN1Error) in
      var numbers: [Range<Int>] = []
      for _ in 0..<count { numbers.append(try fields.readMagnitude(in: der)) }
      try fields.finish()
      return numbers
    }
    for number in numbers where der[number.lowerBound] == 0 { throw .zero(at: number.lowerBound) }
    return numbers
  }
}
