internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509.PKCS12 {
  /// The contents of a PKCS #12 file that have been read so far, and the number of counted
  /// iterations.
  struct Contents: ~Copyable {
    private var certificates: [X509.Certificate] = []
    /// The bytes of the decrypted `PrivateKeyInfo`.
    private var key: SecretBytes?
    private var bagCount = 0
    private let iterationLimit: Int
    private var iterationCount = 0
    private let isLegacyAllowed: Bool
    /// A Boolean value that indicates whether private keys are skipped and only certificates are
    /// read.
    private let isTrustStore: Bool
    /// A Boolean value that indicates whether the password of the file is the NULL password without
    /// any bytes.
    private var isNullPassword = false

    init(
      iterationLimit: Int, allowingLegacyEncryption: Bool, isTrustStore: Bool = false
    ) {
      self.iterationLimit = iterationLimit
      isLegacyAllowed = allowingLegacyEncryption
      self.isTrustStore = isTrustStore
    }
  }
}

// MARK: The file

extension X509.PKCS12.Contents {
  typealias Problem = X509.PKCS12.Problem

  /// Reads a complete PKCS #12 file.
  ///
  ///     PFX ::= SEQUENCE {
  ///         version     INTEGER {v3(3)}(v3,...),
  ///         authSafe    ContentInfo,
  ///         macData     MacData OPTIONAL
  ///     }
  ///
  /// RFC 7292 section 4.
  ///
  /// Without a password, the function requires no authentication code and throws an error for
  /// encrypted content.
  mutating func read(_ der: Span<UInt8>, password: Span<UInt8>?) throws(Problem) {
    guard der.count <= X509.PKCS12.byteLimit else {
      throw .tooLong(limit: X509.PKCS12.byteLimit)
    }
    let (version, safe, code) = try Problem.parsing { () throws(ASN1Error) in
      var fields = try DERReader(sequenceFilling: der.indices, in: der)
      let version = try fields.readInteger(in: der)
      let safe = try X509.PKCS12.ContentInfo(from: &fields, in: der)
      let code = fields.isAtEnd ? nil : try X509.PKCS12.StoredCode(from: &fields, in: der)
      try fields.finish()
      return (version, safe, code)
    }
    guard version == 3 else { throw .unsupportedVersion(version) }
    guard safe.type == .data else { throw .unsupportedContent(safe.type) }
    let content = try Problem.parsing { () throws(ASN1Error) in try safe.octets(in: der) }
    if let password {
      guard let code else { throw .noCode }
      try verify(code, content, der, password)
    }
    try readSafe(content, der, password)
  }

  /// Checks the integrity of the PKCS #12 file and the password. RFC 7292 section 4.
  private mutating func verify(
    _ code: X509.PKCS12.StoredCode, _ content: Range<Int>, _ der: Span<UInt8>,
    _ password: Span<UInt8>
  ) throws(Problem) {
    guard let function = PKCS12MAC.Function(code.algorithm.oid) else {
      throw .unsupportedCode(code.algorithm.oid)
    }
    let iterations = try Problem.wrapping { () throws(CryptoError) in
      try PBKDF2.IterationCount(code.iterations)
    }
    // Some tools encode an empty password as the empty text, and other tools as no bytes at all.
    for isNull in password.isEmpty ? [false, true] : [false] {
      try spend(iterations, digestCount: 1)
      let isValid = try Problem.wrapping { () throws(CryptoError) in
        try PKCS12MAC.isValid(
          der.extracting(code.digest), function, password: isNull ? nil : password,
          salt: der.extracting(code.salt), iterations: iterations,
          content: der.extracting(content))
      }
      guard !isValid else {
        isNullPassword = isNull
        return
      }
    }
    throw .wrongPassword
  }

  /// Reads the plain and the encrypted contents of the PKCS #12 file.
  ///
  ///     AuthenticatedSafe ::= SEQUENCE OF ContentInfo
  ///
  /// RFC 7292 section 4.1.
  private mutating func readSafe(
    _ content: Range<Int>, _ der: Span<UInt8>, _ password: Span<UInt8>?
  ) throws(Problem) {
    var list = try Problem.parsing { () throws(ASN1Error) in
      try DERReader(sequenceFilling: content, in: der)
    }
    while !list.isAtEnd {
      try countBag()
      let info = try Problem.parsing { () throws(ASN1Error) in
        try X509.PKCS12.ContentInfo(from: &list, in: der)
      }
      switch info.type {
      case .data:
        let bags = try Problem.parsing { () throws(ASN1Error) in try info.octets(in: der) }
        try readBags(bags, der, password)
      case .encryptedData:
        let locked = try Problem.parsing { () throws(ASN1Error) in
          try X509.PKCS12.LockedContent(info.content, in: der)
        }
        guard let password else { throw .passwordNeeded }
        let opened = try open(locked.algorithm, locked.content, der, password)
        try opened.withBytes { (opened) throws(Problem) in
          try readBags(opened.indices, opened, password)
        }
      default: throw .unsupportedContent(info.type)
      }
    }
  }

  /// Decrypts content with PBES2, or with Triple DES or RC2 if the caller allows legacy encryption.
  private mutating func open(
    _ algorithm: AlgorithmIdentifier, _ content: Range<Int>, _ der: Span<UInt8>,
    _ password: Span<UInt8>
  ) throws(Problem) -> SecretBytes {
    let limit = X509.PKCS12.byteLimit
    switch algorithm.oid {
    case .pbes2:
      let parameters = try Problem.wrapping { () throws(CryptoError) in
        try PBES2Parameters(
          of: algorithm, in: der, allowingLegacyEncryption: isLegacyAllowed)
      }
      try spend(parameters.iterations, digestCount: parameters.digestCount)
      do throws(CryptoError) {
        return try parameters.open(content, in: der, password: password, limit: limit)
      } catch {
        throw Problem(error)
      }
    case let oid where isLegacyAllowed && PKCS12PBEParameters.has(oid):
      let parameters = try Problem.wrapping { () throws(CryptoError) in
        try PKCS12PBEParameters(of: algorithm, in: der)
      }
      try spend(parameters.iterations, digestCount: parameters.digestCount)
      do throws(CryptoError) {
        return try parameters.open(
          content, in: der, password: isNullPassword ? nil : password, limit: limit)
      } catch {
        throw Problem(error)
      }
    default: throw .legacyEncryption(algorithm.oid)
    }
  }

  /// Counts the iterations of each digest toward the iteration limit of the complete PKCS #12 file.
  private mutating func spend(
    _ iterations: PBKDF2.IterationCount, digestCount: Int
  ) throws(Problem) {
    iterationCount += iterations.value * digestCount
    guard iterationCount <= iterationLimit else {
      throw .tooManyIterations(iterationCount, limit: iterationLimit)
    }
  }

  private mutating func countBag() throws(Problem) {
    bagCount += 1
    let limit = isTrustStore ? X509.PKCS12.trustStoreLimit : X509.PKCS12.bagLimit
    guard bagCount <= limit else { throw .tooLong(limit: limit) }
  }
}

// MARK: Bags

extension X509.PKCS12.Contents {
  /// Reads the PKCS #12 bags that contain keys or certificates, and skips other bags.
  ///
  ///     SafeContents ::= SEQUENCE OF SafeBag
  ///
  ///     SafeBag ::= SEQUENCE {
  ///         bagId         BAG-TYPE.&id ({PKCS12BagSet}),
  ///         bagValue      [0] EXPLICIT BAG-TYPE.&Type({PKCS12BagSet}{@bagId}),
  ///         bagAttributes SET OF PKCS12Attribute OPTIONAL
  ///     }
  ///
  /// RFC 7292 section 4.2.
  private mutating func readBags(
    _ range: Range<Int>, _ der: Span<UInt8>, _ password: Span<UInt8>?
  ) throws(Problem) {
    var list = try Problem.parsing { () throws(ASN1Error) in
      try DERReader(sequenceFilling: range, in: der)
    }
    while !list.isAtEnd {
      try countBag()
      let (type, value) = try Problem.parsing { () throws(ASN1Error) in
        var fields = try list.readSequence(in: der)
        let type = try fields.readOID(in: der)
        let value = try fields.readExplicit(0, in: der)
        _ = try fields.readOptional(.set, in: der)
        try fields.finish()
        return (type, value.range)
      }
      switch type {
      case .keyBag where isTrustStore, .pkcs8ShroudedKeyBag where isTrustStore: continue
      case .keyBag: try keep(SecretBytes(copying: der.extracting(value)))
      case .pkcs8ShroudedKeyBag:
        guard let password else { throw .passwordNeeded }
        try readLockedKey(der.extracting(value), password)
      case .certBag: try readCertificate(value, der)
      default: continue
      }
    }
  }

  /// Reads a bag with an encrypted private key.
  ///
  /// RFC 7292 section 4.2.2.
  private mutating func readLockedKey(
    _ der: Span<UInt8>, _ password: Span<UInt8>
  ) throws(Problem) {
    let locked = try Problem.wrapping { () throws(CryptoError) in
      try EncryptedPrivateKeyInfo(der)
    }
    try keep(try open(locked.encryptionAlgorithm, locked.encryptedData, der, password))
  }

  private mutating func keep(_ opened: consuming SecretBytes) throws(Problem) {
    guard key == nil else { throw .severalKeys }
    key = consume opened
  }

  /// Reads the certificate of a bag, and skips certificates of other types than X.509.
  ///
  ///     CertBag ::= SEQUENCE {
  ///         certId      BAG-TYPE.&id   ({CertTypes}),
  ///         certValue   [0] EXPLICIT BAG-TYPE.&Type ({CertTypes}{@certId})
  ///     }
  ///
  /// RFC 7292 section 4.2.3.
  private mutating func readCertificate(
    _ range: Range<Int>, _ der: Span<UInt8>
  ) throws(Problem) {
    let (type, value) = try Problem.parsing { () throws(ASN1Error) in
      var fields = try DERReader(sequenceFilling: range, in: der)
      let type = try fields.readOID(in: der)
      let value = try fields.readExplicit(0, in: der)
      try fields.finish()
      return (type, value)
    }
    guard type == .x509Certificate else { return }
    let octets = try Problem.parsing { () throws(ASN1Error) in
      var reader = value
      let octets = try reader.readOctetString(in: der)
      try reader.finish()
      return octets
    }
    let limit = isTrustStore ? X509.PKCS12.trustStoreLimit : X509.PKCS12.certificateLimit
    guard certificates.count < limit else { throw .tooLong(limit: limit) }
    do throws(X509Error) {
      certificates.append(try X509.Certificate(der.extracting(octets)))
    } catch {
      throw .certificate(error)
    }
  }

  /// Returns the certificates of a trust store in the order of the file.
  consuming func finishTrustStore() -> [X509.Certificate] { certificates }

  /// Returns the private key of the file, even if the file has no certificate of the key.
  consuming func finishKey(allowingSmallModulus: Bool) throws(Problem) -> SigningKey {
    guard let opened = key.take() else { throw .noKey }
    let key: SigningKey
    do throws(CryptoError) {
      key = try opened.withBytes { (der) throws(CryptoError) in
        try SigningKey(der: der, allowingSmallModulus: allowingSmallModulus)
      }
    } catch {
      throw Problem(error)
    }
    return key
  }

  /// Returns the private key and the certificates of the file, beginning with the certificate of
  /// the key.
  consuming func finish(allowingSmallModulus: Bool) throws(Problem) -> X509.PKCS12 {
    var ordered = certificates
    let key = try finishKey(allowingSmallModulus: allowingSmallModulus)
    let publicKey = key.publicKey
    let place = ordered.firstIndex { certificate in
      (try? certificate.verificationKey(allowingSmallModulus: true)) == publicKey
    }
    guard let place else { throw .noCertificateOfKey }
    ordered.insert(ordered.remove(at: place), at: 0)
    return X509.PKCS12(ordered, key)
  }
}
