public import ApusASN1

/// The hash function, mask and salt length of a PSS signature, or the restrictions of a PSS key.
///
///     RSASSA-PSS-params  ::=  SEQUENCE  {
///        hashAlgorithm     [0] HashAlgorithm DEFAULT sha1Identifier,
///        maskGenAlgorithm  [1] MaskGenAlgorithm DEFAULT mgf1SHA1Identifier,
///        saltLength        [2] INTEGER DEFAULT 20,
///        trailerField      [3] INTEGER DEFAULT 1  }
///
/// RFC 4055 section 3.1. The reader rejects an encoded default value, as DER requires.
public struct RSASSAPSSParameters: Equatable, Sendable {
  /// The object identifier of the hash function for the message.
  public let hash: OID
  /// The object identifier of the hash function for the mask generation function MGF1.
  public let maskHash: OID
  /// The number of bytes of a signature's salt, or the minimum number of bytes that a key allows.
  public let saltByteCount: Int
  /// The trailer field, for which only the value 1 is defined.
  public let trailerField: Int

  /// Reads the PSS parameters of an algorithm.
  public init(
    of algorithm: AlgorithmIdentifier, in der: Span<UInt8>
  ) throws(CryptoError) {
    var fields = try algorithm.readParameters()
    let (hash, mask) = try wrapping { () throws(ASN1Error) in
      let hash = try Self.algorithm(tagged: 0, from: &fields, in: der)
      return (hash, try Self.algorithm(tagged: 1, from: &fields, in: der))
    }
    self.hash = try Self.hash(hash)
    maskHash = try Self.maskHash(mask, in: der)
    (saltByteCount, trailerField) = try wrapping { () throws(ASN1Error) in
      let salt = try Self.integer(tagged: 2, default: 20, from: &fields, in: der)
      let trailer = try Self.integer(tagged: 3, default: 1, from: &fields, in: der)
      try fields.finish()
      return (salt, trailer)
    }
    guard saltByteCount >= 0 else { throw .wrongParameters(algorithm.oid) }
  }

  private static func algorithm(
    tagged number: UInt32, from fields: inout DERReader, in der: Span<UInt8>
  ) throws(ASN1Error) -> AlgorithmIdentifier? {
    guard var field = try fields.readOptionalExplicit(number, in: der) else { return nil }
    let algorithm = try AlgorithmIdentifier(from: &field, in: der)
    try field.finish()
    return algorithm
  }

  private static func integer(
    tagged number: UInt32, default absent: Int, from fields: inout DERReader, in der: Span<UInt8>
  ) throws(ASN1Error) -> Int {
    guard var field = try fields.readOptionalExplicit(number, in: der) else { return absent }
    let start = field.position
    let value = try field.readInteger(in: der)
    try field.finish()
    guard value != absent else { throw .encodedDefault(at: start) }
    return value
  }

  /// Reads a hash function whose parameters are NULL or absent, because RFC 4055 section 2.1
  /// requires readers to accept both forms.
  private static func hash(
    _ algorithm: AlgorithmIdentifier?
  ) throws(CryptoError) -> OID {
    guard let algorithm else { return .sha1 }
    if algorithm.parameters != nil { try algorithm.expectNullParameters() }
    guard algorithm.oid != .sha1 else {
      throw .malformed(.encodedDefault(at: algorithm.range.lowerBound))
    }
    return algorithm.oid
  }

  private static func maskHash(
    _ algorithm: AlgorithmIdentifier?, in der: Span<UInt8>
  ) throws(CryptoError) -> OID {
    guard let algorithm else { return .sha1 }
    guard algorithm.oid == .mgf1 else { throw .unsupportedAlgorithm(algorithm.oid) }
    guard let parameters = algorithm.parameters else { throw .wrongParameters(.mgf1) }
    let inner = try wrapping { () throws(ASN1Error) in
      var reader = DERReader(parameters.range)
      return try AlgorithmIdentifier(from: &reader, in: der)
    }
    return try hash(inner)
  }
}

extension RSA {
  /// The restrictions of a key with the algorithm `id-RSASSA-PSS`. RFC 4055 section 3.3.
  public struct PSSRestriction: Sendable, Hashable {
    /// The hash function for the message and the mask.
    public let hash: HashAlgorithm
    /// The minimum number of bytes of a salt.
    public let leastSaltByteCount: Int

    /// Creates a restriction to one hash function and a minimum salt length.
    public init(_ hash: HashAlgorithm, leastSaltByteCount: Int) {
      precondition(leastSaltByteCount >= 0, "a salt cannot have a negative length")
      self.hash = hash
      self.leastSaltByteCount = leastSaltByteCount
    }

    init(_ parameters: RSASSAPSSParameters) throws(CryptoError) {
      (hash, leastSaltByteCount) = try parameters.usable()
    }
  }
}

extension RSA {
  /// A private key for `id-RSASSA-PSS`, which is wiped when its only owner releases the key.
  public struct PSSPrivateKey: ~Copyable, Sendable {
    /// The RSA key, which must make only PSS signatures.
    public let key: PrivateKey
    /// The restrictions of the PSS key, or `nil` if the key has no restrictions.
    public let restriction: PSSRestriction?

    /// Restricts a private RSA key to PSS signatures, and optionally to one hash function.
    public init(_ key: consuming PrivateKey, restrictedTo restriction: PSSRestriction? = nil) {
      self.key = key
      self.restriction = restriction
    }
  }
}

extension RSASSAPSSParameters {
  /// Returns the hash function and the salt length of the parameters.
  ///
  /// The method throws an error if the mask uses a different hash function or if the trailer field
  /// is not 1.
  func usable() throws(CryptoError) -> (HashAlgorithm, saltByteCount: Int) {
    guard hash != .sha1 else { throw .brokenAlgorithm(.sha1) }
    guard let function = HashAlgorithm(hash) else { throw .unsupportedAlgorithm(hash) }
    guard maskHash == hash, trailerField == 1 else { throw .wrongParameters(.rsassaPSS) }
    return (function, saltByteCount)
  }
}

extension RSA.PublicKey {
  /// Creates the RSA public key from the ranges of the modulus and the exponent.
  init(
    _ key: PKCS1.PublicKey, in der: Span<UInt8>, allowingSmallModulus: Bool
  ) throws(CryptoError) {
    try self.init(
      modulus: der.extracting(key.modulus), exponent: der.extracting(key.publicExponent),
      allowingSmallModulus: allowingSmallModulus)
  }
}
