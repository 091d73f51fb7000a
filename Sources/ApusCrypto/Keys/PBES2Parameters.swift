internal import ApusASN1
public import ApusBytes

/// The parameters of password-based encryption, which define the key derivation and the cipher.
///
///     PBES2-params ::= SEQUENCE {
///         keyDerivationFunc AlgorithmIdentifier {{PBES2-KDFs}},
///         encryptionScheme AlgorithmIdentifier {{PBES2-Encs}}
///     }
///
///     PBKDF2-params ::= SEQUENCE {
///         salt CHOICE {
///             specified OCTET STRING,
///             otherSource AlgorithmIdentifier {{PBKDF2-SaltSources}}
///         },
///         iterationCount INTEGER (1..MAX),
///         keyLength INTEGER (1..MAX) OPTIONAL,
///         prf AlgorithmIdentifier {{PBKDF2-PRFs}} DEFAULT
///         algid-hmacWithSHA1
///     }
///
/// RFC 8018 appendix A. The reader rejects an encoded default value, as DER requires.
public struct PBES2Parameters: Equatable, Sendable {
  /// A cipher of password-based encryption, in CBC mode with padding. RFC 8018 appendix B.2.5.
  public enum Cipher: Sendable, Hashable, CaseIterable {
    case aes128CBC, aes192CBC, aes256CBC
    /// Triple DES, which is only for reading old files if the caller allows Triple DES.
    case tripleDESCBC

    /// The number of bytes of the cipher's key.
    public var keyByteCount: Int {
      switch self {
      case .aes128CBC: 16
      case .aes192CBC, .tripleDESCBC: 24
      case .aes256CBC: 32
      }
    }

    /// The number of bytes of the cipher's block and of the initialization vector.
    var blockByteCount: Int {
      self == .tripleDESCBC ? TripleDES.blockByteCount : AESCBC.blockByteCount
    }
  }

  /// The range of the salt of the key derivation.
  public let salt: Range<Int>
  /// The iteration count of the key derivation.
  public let iterations: PBKDF2.IterationCount
  /// The pseudorandom function that the key derivation applies repeatedly.
  public let pseudorandomFunction: PBKDF2.PseudorandomFunction
  /// The cipher that uses the derived key.
  public let cipher: Cipher
  /// The range of the cipher's initialization vector, which is as long as a block.
  public let initializationVector: Range<Int>

  /// The number of digests that the key derivation iterates for the cipher's key.
  public var digestCount: Int {
    let byteCount =
      switch pseudorandomFunction {
      case .hmacSHA1: InsecureSHA1.byteCount
      case .hmacSHA256: SHA256.byteCount
      case .hmacSHA384: SHA384.byteCount
      case .hmacSHA512: SHA512.byteCount
      }
    return (cipher.keyByteCount + byteCount - 1) / byteCount
  }

  /// Reads the parameters of PBES2.
  ///
  /// - Parameters:
  ///   - algorithm: The encryption algorithm with its parameters.
  ///   - der: The bytes that the algorithm was read from.
  ///   - allowsLegacyEncryption: A Boolean value that indicates whether the cipher can be Triple
  ///     DES.
  public init(
    of algorithm: AlgorithmIdentifier, in der: Span<UInt8>,
    allowingLegacyEncryption allowsLegacyEncryption: Bool = false
  ) throws(CryptoError) {
    var fields = try algorithm.readParameters()
    let (derivation, scheme) = try wrapping { () throws(ASN1Error) in
      let derivation = try AlgorithmIdentifier(from: &fields, in: der)
      let scheme = try AlgorithmIdentifier(from: &fields, in: der)
      try fields.finish()
      return (derivation, scheme)
    }
    let cipher = try Cipher(scheme.oid, allowsLegacyEncryption)
    self.cipher = cipher
    initializationVector = try Self.initializationVector(of: scheme, cipher)
    guard derivation.oid == .pbkdf2 else { throw .unsupportedEncryption(derivation.oid) }
    var parameters = try derivation.readParameters()
    let (salt, count, length, function) = try wrapping { () throws(ASN1Error) in
      let salt = try parameters.readOctetString(in: der)
      let count = try parameters.readInteger(in: der)
      let length = try parameters.readOptional(.integer, in: der)?.integer(in: der)
      let function =
        parameters.isAtEnd ? nil : try AlgorithmIdentifier(from: &parameters, in: der)
      try parameters.finish()
      return (salt, count, length, function)
    }
    guard length ?? cipher.keyByteCount == cipher.keyByteCount else {
      throw .wrongParameters(derivation.oid)
    }
    self.salt = salt
    iterations = try PBKDF2.IterationCount(count)
    pseudorandomFunction = try PBKDF2.PseudorandomFunction(function)
  }

  private static func initializationVector(
    of scheme: AlgorithmIdentifier, _ cipher: Cipher
  ) throws(CryptoError) -> Range<Int> {
    guard let vector = scheme.parameters, vector.tag == .octetString,
      vector.byteCount == cipher.blockByteCount
    else { throw .wrongParameters(scheme.oid) }
    return vector.content
  }
}

extension PBES2Parameters.Cipher {
  fileprivate init(_ oid: OID, _ allowsLegacyEncryption: Bool) throws(CryptoError) {
    switch oid {
    case .tripleDESCBC where allowsLegacyEncryption: self = .tripleDESCBC
    case .aes128CBC: self = .aes128CBC
    case .aes192CBC: self = .aes192CBC
    case .aes256CBC: self = .aes256CBC
    default: throw .unsupportedEncryption(oid)
    }
  }
}

extension PBKDF2.PseudorandomFunction {
  fileprivate init(_ algorithm: AlgorithmIdentifier?) throws(CryptoError) {
    guard let algorithm else {
      self = .hmacSHA1
      return
    }
    try algorithm.expectNullParameters()
    switch algorithm.oid {
    case .hmacWithSHA1: throw .malformed(.encodedDefault(at: algorithm.range.lowerBound))
    case .hmacWithSHA256: self = .hmacSHA256
    case .hmacWithSHA384: self = .hmacSHA384
    case .hmacWithSHA512: self = .hmacSHA512
    default: throw .unsupportedEncryption(algorithm.oid)
    }
  }
}

extension PBES2Parameters {
  /// Decrypts data with a password, and removes the padding.
  ///
  /// The data is not authenticated, so the padding can be valid by chance with a wrong password.
  /// RFC 8018 section 6.2.2.
  public func open(
    _ data: Range<Int>, in der: Span<UInt8>, password: Span<UInt8>, limit: Int
  ) throws(CryptoError) -> SecretBytes {
    guard data.count <= limit else {
      throw .inputTooLong(byteCount: data.count, limit: limit)
    }
    let block = cipher.blockByteCount
    guard !data.isEmpty, data.count % block == 0 else {
      throw .wrongByteCount(data.count, expected: (data.count / block + 1) * block)
    }
    let key = try PBKDF2.derive(
      pseudorandomFunction, password: password, salt: der.extracting(salt),
      iterations: iterations, byteCount: cipher.keyByteCount)
    let padded = key.withBytes { key in
      let (data, vector) = (der.extracting(data), der.extracting(initializationVector))
      return cipher == .tripleDESCBC
        ? TripleDES.decipher(data, key: key, initializationVector: vector)
        : AESCBC.decipher(data, key: key, initializationVector: vector)
    }
    return try padded.withBytes { (padded) throws(CryptoError) in
      let (byteCount, isPadded) = AESCBC.unpadded(padded, blockByteCount: block)
      // PUBLIC: the result of the password check, which the caller learns.
      guard isPadded.declassified else { throw .wrongPassword }
      return SecretBytes(copying: padded.extracting(first: byteCount))
    }
  }
}
