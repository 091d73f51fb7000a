import ApusCrypto

/// The Wycheproof tests of authenticated encryption and decryption.
enum AEADFamily: Family {
  static let schemas = ["aead_test_schema_v1.json"]

  static func outcome(of vector: Vector) throws -> Outcome {
    let bytes = try vector.bytes("key")
    let nonce = try vector.bytes("iv")
    let name = try vector.text("algorithm")
    let algorithm: AEADAlgorithm
    switch (name, bytes.count) {
    case ("AES-GCM", 16): algorithm = .aes128GCM
    case ("AES-GCM", 32): algorithm = .aes256GCM
    case ("AES-GCM", _): return .outside("AES-GCM with a key of \(bytes.count * 8) bits")
    case ("CHACHA20-POLY1305", _): algorithm = .chaCha20Poly1305
    default: return .outside("algorithm \(name)")
    }
    // GCM allows nonces of other lengths, but ChaCha20-Poly1305 rejects them.
    if name == "AES-GCM", nonce.count != AEADAlgorithm.nonceByteCount {
      return .outside("AES-GCM with a nonce of other than 12 bytes")
    }
    let tag = try vector.bytes("tag")
    let tagBitCount = try vector.number("tagSize")
    guard tagBitCount == AEADAlgorithm.tagByteCount * 8 else {
      return .outside("\(name) with a tag of \(tagBitCount) bits")
    }
    let (message, data) = (try vector.bytes("msg"), try vector.bytes("aad"))
    let sealed = try vector.bytes("ct") + tag
    let key = try AEADKey(algorithm, bytes.span)
    let opened = try key.open(sealed.span, nonce: nonce.span, additionalData: data.span)
    let again = try key.seal(message.span, nonce: nonce.span, additionalData: data.span)
    return .comparing(("the plaintext", opened, message), ("the ciphertext", again, sealed))
  }
}
