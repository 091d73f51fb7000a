import ApusBytes
import ApusCrypto

/// The Wycheproof tests of ML-KEM: keys from seeds, encapsulation and decapsulation.
enum MLKEMFamily: Family {
  static let schemas = [
    "mlkem_keygen_seed_test_schema.json", "mlkem_encaps_test_schema.json", "mlkem_test_schema.json",
    "mlkem_semi_expanded_decaps_test_schema.json", "mlkem_decaps_test_schema.json",
  ]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("parameterSet")
    guard name == "ML-KEM-768" else { return .outside("parameter set \(name)") }
    return switch vector.schema {
    case "mlkem_keygen_seed_test_schema.json": try keyGeneration(vector)
    case "mlkem_encaps_test_schema.json": try encapsulation(vector)
    case "mlkem_test_schema.json": try decapsulation(vector, seed: vector.bytes("seed"))
    default: try decapsulation(vector, key: vector.bytes("dk"))
    }
  }

  private static func keyGeneration(_ vector: Vector) throws -> Outcome {
    let seed = try vector.bytes("seed")
    let key = try MLKEM768.PrivateKey(seed: seed.span)
    return .comparing(
      ("the public key", key.publicKey.rawRepresentation, try vector.bytes("ek")),
      ("the private key", key.rawRepresentation.published, try vector.bytes("dk")))
  }

  private static func encapsulation(_ vector: Vector) throws -> Outcome {
    let bytes = try vector.bytes("ek")
    let key = try MLKEM768.PublicKey(rawRepresentation: bytes.span)
    let sent = try key.encapsulate(using: GivenRandom(bytes: vector.bytes("m")))
    return .comparing(
      ("the ciphertext", sent.ciphertext, try vector.bytes("c")),
      ("the secret", sent.sharedSecret.published, try vector.bytes("K")))
  }

  private static func decapsulation(_ vector: Vector, seed: [UInt8]) throws -> Outcome {
    try decapsulation(vector, by: MLKEM768.PrivateKey(seed: seed.span))
  }

  private static func decapsulation(_ vector: Vector, key: [UInt8]) throws -> Outcome {
    try decapsulation(vector, by: MLKEM768.PrivateKey(rawRepresentation: key.span))
  }

  /// Returns the outcome of a decapsulation. The public key and the shared secret are compared if
  /// the vector contains them.
  private static func decapsulation(
    _ vector: Vector, by key: borrowing MLKEM768.PrivateKey
  ) throws -> Outcome {
    let ciphertext = try vector.bytes("c")
    let secret = try key.sharedSecret(from: ciphertext.span).published
    let publicKey = key.publicKey.rawRepresentation
    return .comparing(
      ("the public key", publicKey, vector.states("ek") ? try vector.bytes("ek") : publicKey),
      ("the secret", secret, vector.states("K") ? try vector.bytes("K") : secret))
  }
}

/// A source of the random bytes that a test case contains. The source throws an error if a
/// different number of bytes is requested.
struct GivenRandom: RandomSource {
  let bytes: [UInt8]

  func fill(_ output: inout MutableSpan<UInt8>) throws(RandomError) {
    guard output.count == bytes.count else { throw .unavailable(errno: 0) }
    for index in bytes.indices { output[index] = bytes[index] }
  }
}
