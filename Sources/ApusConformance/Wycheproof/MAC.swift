import ApusCrypto

/// Codes that authenticate a message, whole or cut short.
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
