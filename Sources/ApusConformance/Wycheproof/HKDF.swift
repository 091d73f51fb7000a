import ApusCrypto

/// Keys derived from a secret, a salt and a purpose.
enum HKDFFamily: Family {
  static let schemas = ["hkdf_test_schema_v1.json"]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("algorithm")
    let prefix = "HKDF-"
    guard name.hasPrefix(prefix),
      let hash = PublishedNames.hash(String(name.dropFirst(prefix.count)))
    else { return .outside("algorithm \(name)") }
    let (salt, secret) = (try vector.bytes("salt"), try vector.bytes("ikm"))
    let info = try vector.bytes("info")
    let key = HKDF.extract(hash, salt: salt.span, secret: secret.span)
    let output = try HKDF.expand(
      hash, key: key, info: info.span, byteCount: vector.number("size"))
    return .comparing(("the key", output.published, try vector.bytes("okm")))
  }
}
