internal import ApusASN1

extension SigningKey {
  /// Reads the first private key of a PEM text in any supported format.
  ///
  /// The initializer skips other PEM sections, such as certificates. The password decrypts an
  /// encrypted private key. The initializer rejects an RSA modulus of less than
  /// `RSA.minimumBitCount` bits unless the caller allows a smaller modulus. The initializer also
  /// rejects encryption with Triple DES or RC2 unless the caller allows this encryption.
  public init(
    pem text: Span<UInt8>, password: Span<UInt8>? = nil, allowingSmallModulus: Bool = false,
    allowingLegacyEncryption: Bool = false
  ) throws(CryptoError) {
    self = try StoredPrivateKey.read(
      pem: text, password: password, allowingLegacyEncryption: allowingLegacyEncryption
    ) {
      (stored, der) throws(CryptoError) in
      try SigningKey(stored, der, allowingSmallModulus)
    }
  }

  /// Reads a private key from DER bytes in any supported format.
  public init(
    der: Span<UInt8>, password: Span<UInt8>? = nil, allowingSmallModulus: Bool = false,
    allowingLegacyEncryption: Bool = false
  ) throws(CryptoError) {
    self = try StoredPrivateKey.read(
      der: der, password: password, allowingLegacyEncryption: allowingLegacyEncryption
    ) {
      (stored, der) throws(CryptoError) in
      try SigningKey(stored, der, allowingSmallModulus)
    }
  }

  /// Creates the private key, and throws an error if a stored public key does not belong to the
  /// private key.
  private init(
    _ stored: StoredPrivateKey, _ der: Span<UInt8>, _ allowingSmallModulus: Bool
  ) throws(CryptoError) {
    let key = try Self.key(stored.key, der, allowingSmallModulus)
    try key.expect(stored.publicKey, in: der)
    if case .ec(let numbers) = stored.key { try key.expect(numbers.publicKey, in: der) }
    self = key
  }

  private static func key(
    _ stored: PrivateKeyInfo.Key, _ der: Span<UInt8>, _ allowingSmallModulus: Bool
  ) throws(CryptoError) -> SigningKey {
    switch stored {
    case .rsa(let numbers):
      return .rsa(
        try RSA.PrivateKey(numbers, in: der, allowingSmallModulus: allowingSmallModulus))
    case .rsaPSS(let numbers, let parameters):
      return .rsaPSS(
        RSA.PSSPrivateKey(
          try RSA.PrivateKey(numbers, in: der, allowingSmallModulus: allowingSmallModulus),
          restrictedTo: try parameters.map { (parameters) throws(CryptoError) in
            try RSA.PSSRestriction(parameters)
          }))
    case .ec(let key):
      return try elliptic(key, der)
    case .ed25519(let seed):
      return .ed25519(try Ed25519.PrivateKey(rawRepresentation: der.extracting(seed)))
    case .x25519: throw .unsupportedAlgorithm(.x25519)
    }
  }

  /// Creates an elliptic curve key, and adds leading zeros to the scalar if the file omitted
  /// leading zeros.
  private static func elliptic(
    _ key: SEC1.PrivateKey, _ der: Span<UInt8>
  ) throws(CryptoError) -> SigningKey {
    let count = key.curve.coordinateByteCount
    var scalar = SecretBytes(zeros: count)
    scalar.withMutableBytes { bytes in
      for (index, place) in zip(key.scalar.reversed(), (0..<count).reversed()) {
        bytes[place] = der[index]
      }
    }
    return try scalar.withBytes { (scalar) throws(CryptoError) in
      switch key.curve {
      case .p256: return .p256(try P256.PrivateKey(rawRepresentation: scalar))
      case .p384: return .p384(try P384.PrivateKey(rawRepresentation: scalar))
      case .p521: return .p521(try P521.PrivateKey(rawRepresentation: scalar))
      }
    }
  }

  /// Throws an error if a stored public key does not match the private key.
  private func expect(_ range: Range<Int>?, in der: Span<UInt8>) throws(CryptoError) {
    guard let range else { return }
    let bytes = der.extracting(range).copy()
    let isOwn =
      switch publicKey {
      case .rsa(let key), .rsaPSS(let key, _): bytes == key.pkcs1
      case .p256(let key): bytes == key.x963 || bytes == key.compressedX963
      case .p384(let key): bytes == key.x963 || bytes == key.compressedX963
      case .p521(let key): bytes == key.x963 || bytes == key.compressedX963
      case .ed25519(let key): bytes == key.rawRepresentation
      }
    guard isOwn else { throw .publicKeyMismatch }
  }
}

extension X25519.PrivateKey {
  /// Reads the first private key of a PEM text in PKCS #8 form.
  ///
  /// The password decrypts an encrypted private key.
  public init(pem text: Span<UInt8>, password: Span<UInt8>? = nil) throws(CryptoError) {
    self = try StoredPrivateKey.read(pem: text, password: password) {
      (stored, der) throws(CryptoError) in
      try X25519.PrivateKey(stored, der)
    }
  }

  /// Reads a private key from DER bytes in PKCS #8 form.
  public init(der: Span<UInt8>, password: Span<UInt8>? = nil) throws(CryptoError) {
    self = try StoredPrivateKey.read(der: der, password: password) {
      (stored, der) throws(CryptoError) in
      try X25519.PrivateKey(stored, der)
    }
  }

  private init(_ stored: StoredPrivateKey, _ der: Span<UInt8>) throws(CryptoError) {
    guard case .x25519(let scalar) = stored.key else {
      throw .wrongAlgorithm(stored.key.oid, expected: .x25519)
    }
    let key = try X25519.PrivateKey(rawRepresentation: der.extracting(scalar))
    if let range = stored.publicKey {
      guard der.extracting(range).copy() == key.publicKey.rawRepresentation else {
        throw .publicKeyMismatch
      }
    }
    self = key
  }
}

extension PrivateKeyInfo.Key {
  /// The object identifier of the key's algorithm.
  fileprivate var oid: OID {
    switch self {
    case .rsa: .rsaEncryption
    case .rsaPSS: .rsassaPSS
    case .ec: .ecPublicKey
    case .ed25519: .ed25519
    case .x25519: .x25519
    }
  }
}

extension RSA.PrivateKey {
  /// Creates the RSA private key from ranges of the same bytes.
  init(
    _ key: PKCS1.PrivateKey, in der: Span<UInt8>, allowingSmallModulus: Bool
  ) throws(CryptoError) {
    try self.init(
      modulus: der.extracting(key.modulus), publicExponent: der.extracting(key.publicExponent),
      privateExponent: der.extracting(key.privateExponent), prime1: der.extracting(key.prime1),
      prime2: der.extracting(key.prime2), exponent1: der.extracting(key.exponent1),
      exponent2: der.extracting(key.exponent2), coefficient: der.extracting(key.coefficient),
      allowingSmallModulus: allowingSmallModulus)
  }
}
