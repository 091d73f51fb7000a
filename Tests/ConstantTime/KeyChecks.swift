import ApusBytes
import ApusCrypto

/// The operations with private keys.
enum KeyChecks {
  static var all: [Check] { agreements + signatures + encapsulations }

  private static let digest = SHA256.digest(of: Pattern.bytes(100))

  /// Two keys of each curve, one of them secret, derive the same secret from both sides.
  private static var agreements: [Check] {
    [
      (
        "X25519",
        {
          let other = try X25519.PrivateKey(rawRepresentation: SHA256.digest(of: [1]).span)
          let own = try X25519.PrivateKey(rawRepresentation: Secret.hidden(count: 32).span)
          let shared = Secret.shown(try own.sharedSecret(with: other.publicKey))
          let publicKey = Secret.shown(own.publicKey.rawRepresentation)
          let peer = try X25519.PublicKey(rawRepresentation: publicKey.span)
          return shared == Secret.shown(try other.sharedSecret(with: peer))
        }
      ),
      (
        "ECDH P-256",
        {
          let other = try P256.PrivateKey(rawRepresentation: Pattern.bytes(32).span)
          let own = try P256.PrivateKey.generate(using: HiddenRandom())
          let shared = Secret.shown(try own.sharedSecret(with: other.publicKey))
          let peer = try P256.PublicKey(x963: Secret.shown(own.publicKey.x963).span)
          return shared == Secret.shown(try other.sharedSecret(with: peer))
        }
      ),
      (
        "ECDH P-384",
        {
          let other = try P384.PrivateKey(rawRepresentation: Pattern.bytes(48).span)
          let own = try P384.PrivateKey.generate(using: HiddenRandom())
          let shared = Secret.shown(try own.sharedSecret(with: other.publicKey))
          let peer = try P384.PublicKey(x963: Secret.shown(own.publicKey.x963).span)
          return shared == Secret.shown(try other.sharedSecret(with: peer))
        }
      ),
      (
        "ECDH P-521",
        {
          let other = try P521.PrivateKey(rawRepresentation: ([0] + Pattern.bytes(65)).span)
          let own = try P521.PrivateKey.generate(using: HiddenRandom())
          let shared = Secret.shown(try own.sharedSecret(with: other.publicKey))
          let peer = try P521.PublicKey(x963: Secret.shown(own.publicKey.x963).span)
          return shared == Secret.shown(try other.sharedSecret(with: peer))
        }
      ),
    ]
  }

  /// ECDSA writes both numbers at their full size: the DER of a signature is made of public bytes.
  private static var signatures: [Check] {
    [
      (
        "ECDSA P-256",
        {
          let key = try P256.PrivateKey(rawRepresentation: Secret.hidden(count: 32).span)
          let signature = Secret.shown(
            try key.signature(forDigest: digest.span, .fixedSize, using: HiddenRandom()))
          return try P256.PublicKey(x963: Secret.shown(key.publicKey.x963).span)
            .isValid(signature: signature.span, .fixedSize, forDigest: digest.span)
        }
      ),
      (
        "ECDSA P-384",
        {
          let key = try P384.PrivateKey(rawRepresentation: Secret.hidden(count: 48).span)
          let signature = Secret.shown(
            try key.signature(forDigest: digest.span, .fixedSize, using: HiddenRandom()))
          return try P384.PublicKey(x963: Secret.shown(key.publicKey.x963).span)
            .isValid(signature: signature.span, .fixedSize, forDigest: digest.span)
        }
      ),
      (
        "ECDSA P-521",
        {
          let scalar = Secret.hidden([0] + Pattern.bytes(65))
          let key = try P521.PrivateKey(rawRepresentation: scalar.span)
          let signature = Secret.shown(
            try key.signature(forDigest: digest.span, .fixedSize, using: HiddenRandom()))
          return try P521.PublicKey(x963: Secret.shown(key.publicKey.x963).span)
            .isValid(signature: signature.span, .fixedSize, forDigest: digest.span)
        }
      ),
      (
        "Ed25519",
        {
          let key = try Ed25519.PrivateKey(rawRepresentation: Secret.hidden(count: 32).span)
          let signature = Secret.shown(key.signature(for: digest.span))
          let publicKey = Secret.shown(key.publicKey.rawRepresentation)
          return try Ed25519.PublicKey(rawRepresentation: publicKey.span)
            .isValid(signature: signature.span, for: digest.span)
        }
      ),
      ("RSA PKCS#1", { try isSigning(.pkcs1(.sha256)) }),
      ("RSA PSS", { try isSigning(.pss(.sha256)) }),
    ]
  }

  private static func isSigning(_ padding: RSA.Padding) throws -> Bool {
    let key = try RSAKey.hidden()
    let signature = Secret.shown(
      try key.signature(forDigest: digest.span, padding, using: HiddenRandom()))
    return key.publicKey.isValid(signature: signature.span, padding, forDigest: digest.span)
  }

  /// The key from a seed; on reading, only its secret parts are secret.
  private static var encapsulations: [Check] {
    [
      (
        "ML-KEM-768 encapsulation",
        {
          let key = try MLKEM768.PrivateKey(seed: Pattern.bytes(64).span)
          let sent = try key.publicKey.encapsulate(using: HiddenRandom())
          let ciphertext = Secret.shown(sent.ciphertext)
          return Secret.shown(sent.sharedSecret)
            == Secret.shown(try key.sharedSecret(from: ciphertext.span))
        }
      ),
      (
        "ML-KEM-768 decapsulation",
        {
          let key = try MLKEM768.PrivateKey(seed: Secret.hidden(count: 64).span)
          let publicKey = try MLKEM768.PublicKey(
            rawRepresentation: Secret.shown(key.publicKey.rawRepresentation).span)
          let sent = try publicKey.encapsulate(using: SystemRandom())
          var ciphertext = sent.ciphertext
          let right = Secret.shown(try key.sharedSecret(from: ciphertext.span))
          ciphertext[100] ^= 1
          let wrong = Secret.shown(try key.sharedSecret(from: ciphertext.span))
          return right == Secret.shown(sent.sharedSecret) && wrong != right
        }
      ),
      (
        "ML-KEM-768 decapsulation with a key that was stored",
        {
          let made = try MLKEM768.PrivateKey(seed: Pattern.bytes(64).span)
          let sent = try made.publicKey.encapsulate(using: SystemRandom())
          let bytes = Secret.shown(made.rawRepresentation)
          let publicRange = 1152..<bytes.count - 32
          let stored =
            Secret.hidden(Array(bytes[..<1152])) + bytes[publicRange]
            + Secret.hidden(Array(bytes.suffix(32)))
          let key = try MLKEM768.PrivateKey(rawRepresentation: stored.span)
          return Secret.shown(try key.sharedSecret(from: sent.ciphertext.span))
            == Secret.shown(sent.sharedSecret)
        }
      ),
    ]
  }
}
