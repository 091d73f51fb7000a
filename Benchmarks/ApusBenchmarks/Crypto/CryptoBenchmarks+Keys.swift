import ApusBytes
import ApusCrypto

/// The benchmarks of operations with key pairs.
extension CryptoBenchmarks {
  static func agreements() throws -> [Contest] {
    let random = SystemRandom()
    let x25519 = try X25519.PrivateKey.generate(using: random)
    let p256 = try P256.PrivateKey.generate(using: random)
    let p384 = try P384.PrivateKey.generate(using: random)
    let p521 = try P521.PrivateKey.generate(using: random)
    let peers = (x25519.publicKey, p256.publicKey, p384.publicKey, p521.publicKey)
    return [
      contest("X25519", "ecdhx25519", bar: 0.8) { first(try x25519.sharedSecret(with: peers.0)) },
      contest("ECDH P-256", "ecdhp256", bar: 0.5) { first(try p256.sharedSecret(with: peers.1)) },
      contest("ECDH P-384", "ecdhp384") { first(try p384.sharedSecret(with: peers.2)) },
      contest("ECDH P-521", "ecdhp521") { first(try p521.sharedSecret(with: peers.3)) },
      contest("X25519 key generation") {
        try X25519.PrivateKey.generate(using: random).publicKey.rawRepresentation[0]
      },
      contest("Ed25519 key generation") {
        try Ed25519.PrivateKey.generate(using: random).publicKey.rawRepresentation[0]
      },
      contest("P-256 key generation") {
        try P256.PrivateKey.generate(using: random).publicKey.x963[1]
      },
      contest("P-384 key generation") {
        try P384.PrivateKey.generate(using: random).publicKey.x963[1]
      },
      contest("P-521 key generation") {
        try P521.PrivateKey.generate(using: random).publicKey.x963[1]
      },
    ]
  }

  /// Returns the contests of the FIPS 203 operations, which OpenSSL has had since version 3.5.
  static func encapsulation() throws -> [Contest] {
    let random = SystemRandom()
    let key = try MLKEM768.PrivateKey.generate(using: random)
    let publicKey = key.publicKey
    let ciphertext = try publicKey.encapsulate(using: random).ciphertext
    return [
      contest("ML-KEM-768 key generation") {
        try MLKEM768.PrivateKey.generate(using: random).publicKey.rawRepresentation[0]
      },
      contest("ML-KEM-768 encapsulation") {
        try publicKey.encapsulate(using: random).ciphertext[0]
      },
      contest("ML-KEM-768 decapsulation") {
        first(try key.sharedSecret(from: ciphertext.span))
      },
    ]
  }

  private static func contest(
    _ name: String, _ peer: String? = nil, bar: Double? = nil, _ work: @escaping () throws -> UInt8
  ) -> Contest {
    Contest(
      peer: peer.map { [$0] } ?? [],
      operations: [Contest.Operation(name: name, bar: bar, work: work)])
  }

  private static func first(_ secret: borrowing SecretBytes) -> UInt8 {
    secret.withBytes { $0[0] }
  }
}
