import ApusCrypto

/// The Wycheproof tests of key agreement over curve25519, with keys as bytes, in DER or in PEM.
enum XDHFamily: Family {
  static let schemas = [
    "xdh_comp_schema_v1.json", "xdh_asn_comp_schema_v1.json", "xdh_pem_comp_schema_v1.json",
  ]

  static let rules: [Rule] = [
    .refuse("ZeroSharedSecret", because: "one side alone would choose the secret"),
    .accept("NonCanonicalPublic", because: "a coordinate counts modulo p"),
    .accept("Twist", because: "the ladder is as safe on the twist"),
  ]

  static func outcome(of vector: Vector) throws -> Outcome {
    let curve = try vector.text("curve")
    guard curve == "curve25519" else { return .outside("curve \(curve)") }
    let (peerBytes, bytes) = try keys(vector)
    let peer = try X25519.PublicKey(rawRepresentation: peerBytes.span)
    let key = try X25519.PrivateKey(rawRepresentation: bytes.span)
    let secret = try key.sharedSecret(with: peer)
    return .comparing(("the secret", secret.published, try vector.bytes("shared")))
  }

  private static func keys(_ vector: Vector) throws -> (peer: [UInt8], own: [UInt8]) {
    switch vector.schema {
    case "xdh_asn_comp_schema_v1.json":
      (
        try StoredKey.x25519(in: vector.bytes("public")),
        try StoredKey.x25519Scalar(in: vector.bytes("private"))
      )
    case "xdh_pem_comp_schema_v1.json":
      (
        try StoredKey.x25519(in: StoredKey.der(pem: vector.text("public"))),
        try StoredKey.x25519Scalar(in: StoredKey.der(pem: vector.text("private")))
      )
    default: (try vector.bytes("public"), try vector.bytes("private"))
    }
  }
}
