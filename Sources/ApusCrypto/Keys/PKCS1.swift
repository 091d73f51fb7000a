import ApusASN1

/// The forms of RSA keys, as ranges of the span they were read from.
///
/// Each number is a range of its bytes, the highest first and not zero. The reader does not check
/// whether the numbers form a valid key.
public enum PKCS1 {
  /// A public key.
  ///
  ///     RSAPublicKey ::= SEQUENCE {
  ///         modulus           INTEGER,  -- n
  ///         publicExponent    INTEGER   -- e
  ///     }
  ///
  /// RFC 8017 appendix A.1.1.
  public struct PublicKey: Equatable, Sendable {
    /// n.
    public let modulus: Range<Int>
    /// e.
    public let publicExponent: Range<Int>

    /// Reads the structure, which must fill the range.
    public init(_ range: Range<Int>, in der: Span<UInt8>) throws(CryptoError) {
      let numbers = try readNumbers(range, count: 2, isVersioned: false, in: der)
      modulus = numbers[0]
      publicExponent = numbers[1]
    }
  }

  /// A private key of two primes.
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
  /// RFC 8017 appendix A.1.2; more than two primes, version 1, are rejected.
  public struct PrivateKey: Equatable, Sendable {
    /// n.
    public let modulus: Range<Int>
    /// e.
    public let publicExponent: Range<Int>
    /// d.
    public let privateExponent: Range<Int>
    /// p.
    public let prime1: Range<Int>
    /// q.
    public let prime2: Range<Int>
    /// d mod (p - 1).
    public let exponent1: Range<Int>
    /// d mod (q - 1).
    public let exponent2: Range<Int>
    /// The inverse of q mod p.
    public let coefficient: Range<Int>

    /// Reads the structure, which must fill the range.
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

  /// Reads a SEQUENCE of positive numbers, after a version of 0 if there is one.
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
