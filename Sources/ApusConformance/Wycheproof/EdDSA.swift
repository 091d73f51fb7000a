import ApusCrypto

/// Signatures over edwards25519.
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
