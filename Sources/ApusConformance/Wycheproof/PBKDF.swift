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
    case "PBKDF2-HMACSHA384": function = .hmacSHA384
    case "PBKDF2-HMACSHA512": function = .hmacSHA512
    default: return .outside("algorithm \(name)")
    }
    let (iterations, byteCount) = (
      try vector.number("iterationCount"), try vector.number("dkLen")
    )
    // A limit is a choice of the library's, and says nothing of the function.
    if iterations > PBKDF2.IterationCount.limit {
      return .outside("more than \(PBKDF2.IterationCount.limit) iterations")
    }
    if byteCount > PBKDF2.outputLimit {
      return .outside("more than \(PBKDF2.outputLimit) bytes of key")
    }
    let (password, salt) = (try vector.bytes("password"), try vector.bytes("salt"))
    let key = try PBKDF2.derive(
      function, password: password.span, salt: salt.span,
      iterations: PBKDF2.IterationCount(iterations), byteCount: byteCount)
    return .comparing(("the key", key.published, try vector.bytes("dk")))
  }
}
