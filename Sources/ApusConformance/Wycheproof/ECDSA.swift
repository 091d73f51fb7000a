import ApusCrypto

/// The Wycheproof tests of signatures over the NIST curves, in DER and with a fixed size.
enum ECDSAFamily: Family {
  static let schemas = ["ecdsa_verify_schema_v1.json", "ecdsa_p1363_verify_schema_v1.json"]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("publicKey", "curve")
    switch PublishedNames.curve(name) {
    case .p256: return try outcome(of: vector, .p256, P256.PublicKey.self)
    case .p384: return try outcome(of: vector, .p384, P384.PublicKey.self)
    case .p521: return try outcome(of: vector, .p521, P521.PublicKey.self)
    case nil: return .outside("curve \(name)")
    }
  }

  private static func outcome<Key: NISTPublicKey>(
    of vector: Vector, _ curve: NamedCurve, _: Key.Type
  ) throws -> Outcome {
    let name = try vector.text("sha")
    guard let hash = PublishedNames.hash(name) else { return .outside("hash \(name)") }
    let encoding: ECDSA.Encoding =
      vector.schema == "ecdsa_p1363_verify_schema_v1.json" ? .fixedSize : .der
    let point = try StoredKey.point(in: vector.bytes("publicKeyDer"), of: curve)
    let key = try Key(x963: point.span)
    let (message, signature) = (try vector.bytes("msg"), try vector.bytes("sig"))
    let digest = hash.digest(of: message.span)
    return .verified(key.isValid(signature: signature.span, encoding, forDigest: digest.span))
  }
}

/// The Wycheproof tests of signatures over the curve edwards25519.
enum EdDSAFamily: Family {
  static let schemas = ["eddsa_verify_schema_v1.json"]

  static func outcome(of vector: Vector) throws -> Outcome {
    let curve = try vector.text("publicKey", "curve")
    guard curve == "edwards25519" else { return .outside("curve \(curve)") }
    let bytes = try StoredKey.ed25519(in: vector.bytes("publicKeyDer"))
    let key = try Ed25519.PublicKey(rawRepresentation: bytes.span)
    let (message, signature) = (try vector.bytes("msg"), try vector.bytes("sig"))
    return .verified(key.isValid(signature: signature.span, for: message.span))
  }
}
