import ApusCrypto

/// Keys derived from passwords.
enum PBKDFFamily: Family {
  static let schemas = ["pbkdf_test_schema.json"]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("algorithm")
    let function: PBKDF2.PseudorandomFunction
    switch name {
    case "PBKDF2-HMACSHA1": function = .hmacSHA1
    case "PBKDF2-HMACSHA256": function = .hmacSHA256
    default: return .outside("algorithm \(name)")
    }
    let (password, salt) = (try vector.bytes("password"), try vector.bytes("salt"))
    let key = try PBKDF2.derive(
      function, password: password.span, salt: salt.span,
      iterations: PBKDF2.IterationCount(vector.number("iterationCount")),
      byteCount: vector.number("dkLen"))
    return .comparing(("the key", key.published, try vector.bytes("dk")))
  }
}
