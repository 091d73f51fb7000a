import ApusCrypto

/// The Wycheproof tests of message authentication codes, whole or truncated.
enum MACFamily: Family {
  static let schemas = ["mac_test_schema_v1.json"]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("algorithm")
    let hash: HashAlgorithm
    switch name {
    case "HMACSHA256": hash = .sha256
    case "HMACSHA384": hash = .sha384
    case "HMACSHA512": hash = .sha512
    default: return .outside("algorithm \(name)")
    }
    let (bytes, message) = (try vector.bytes("key"), try vector.bytes("msg"))
    let tag = try vector.bytes("tag")
    let tagByteCount = try vector.number("tagSize") / 8
    var hmac = HMAC(hash, key: bytes.span)
    hmac.update(message.span)
    if tagByteCount == hash.digestByteCount { return .verified(hmac.isValid(code: tag.span)) }
    return .verified(hmac.finalize().prefix(tagByteCount).elementsEqual(tag))
  }
}

/// The Wycheproof tests of keys that HKDF derives from a secret, a salt and a purpose.
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

/// The Wycheproof tests of keys that PBKDF2 derives from passwords.
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
    // The maximum number of iterations is a limit of the library and does not depend on the hash
    // function.
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
