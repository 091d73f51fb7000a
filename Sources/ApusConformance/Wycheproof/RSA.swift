import ApusBytes
import ApusCrypto

/// The Wycheproof tests of RSA signatures. Signatures of both paddings are verified, and PKCS #1
/// signatures, which have no salt, are created too.
enum RSAFamily: Family {
  static let schemas = [
    "rsassa_pkcs1_verify_schema_v1.json", "rsassa_pss_verify_schema_v1.json",
    "rsassa_pss_with_parameters_verify_schema.json", "rsassa_pkcs1_generate_schema_v1.json",
  ]

  static let rules: [Rule] = [
    .refuse("MissingNull", because: "the block is rebuilt and compared whole")
  ]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("sha")
    guard let hash = PublishedNames.hash(name) else { return .outside("hash \(name)") }
    let bitCount = try vector.number("keySize")
    guard RSA.minimumBitCount...RSA.maximumBitCount ~= bitCount else {
      return .outside("RSA key of \(bitCount) bits")
    }
    let (message, signature) = (try vector.bytes("msg"), try vector.bytes("sig"))
    let digest = hash.digest(of: message.span)
    switch vector.schema {
    case "rsassa_pkcs1_generate_schema_v1.json":
      let key = try privateKey(in: vector.bytes("privateKeyPkcs8"))
      let made = try key.signature(forDigest: digest.span, .pkcs1(hash), using: SystemRandom())
      return .comparing(("the signature", made, signature))
    case "rsassa_pkcs1_verify_schema_v1.json":
      let key = try publicKey(in: vector.bytes("publicKeyDer"), for: .pkcs1(hash))
      return .verified(
        key.isValid(signature: signature.span, .pkcs1(hash), forDigest: digest.span))
    default:
      let maskHash = try vector.text("mgfSha")
      guard try vector.text("mgf") == "MGF1", maskHash == name else {
        return .outside("PSS of \(name) whose mask is made with \(maskHash)")
      }
      let padding = RSA.Padding.pss(hash, saltByteCount: try vector.number("sLen"))
      let key = try publicKey(in: vector.bytes("publicKeyDer"), for: padding)
      return .verified(key.isValid(signature: signature.span, padding, forDigest: digest.span))
    }
  }

  /// Returns the public key of a SubjectPublicKeyInfo if the key can be used with the padding.
  private static func publicKey(
    in der: [UInt8], for padding: RSA.Padding
  ) throws -> RSA.PublicKey {
    let numbers: PKCS1.PublicKey
    switch (try StoredKey.publicKey(in: der), padding) {
    case (.rsa(let key), _), (.rsaPSS(let key, nil), .pss): numbers = key
    case (.rsaPSS(let key, let parameters?), .pss(let hash, let saltByteCount)):
      guard parameters.hash == hash.oid, parameters.maskHash == hash.oid,
        parameters.saltByteCount <= saltByteCount, parameters.trailerField == 1
      else { throw StoredKey.Unexpected() }
      numbers = key
    default: throw StoredKey.Unexpected()
    }
    return try RSA.PublicKey(
      modulus: der.span.extracting(numbers.modulus),
      exponent: der.span.extracting(numbers.publicExponent))
  }

  private static func privateKey(in der: [UInt8]) throws -> RSA.PrivateKey {
    guard case .rsa(let numbers) = try StoredKey.privateKey(in: der) else {
      throw StoredKey.Unexpected()
    }
    let der = der.span
    return try RSA.PrivateKey(
      modulus: der.extracting(numbers.modulus),
      publicExponent: der.extracting(numbers.publicExponent),
      privateExponent: der.extracting(numbers.privateExponent),
      prime1: der.extracting(numbers.prime1), prime2: der.extracting(numbers.prime2),
      exponent1: der.extracting(numbers.exponent1), exponent2: der.extracting(numbers.exponent2),
      coefficient: der.extracting(numbers.coefficient))
  }
}

extension HashAlgorithm {
  fileprivate var oid: OID {
    switch self {
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
