import ApusBytes
import Testing

@testable import ApusCrypto

/// The order of the two halves, and their rejections. draft-ietf-tls-ecdhe-mlkem-05 sections 4.1 to
/// 4.3.
@Suite struct X25519MLKEM768Tests {
  private let seed = [UInt8](0..<64)
  private let scalar = [UInt8](100..<132)
  private let message = [UInt8](1...32)
  private let peerScalar = [UInt8](200..<232)

  @Test func `the ML-KEM part comes first in hybrid key shares and shared secrets`() throws {
    let key = try key()
    let kem = try MLKEM768.PrivateKey(seed: seed.span)
    let curve = try X25519.PrivateKey(rawRepresentation: scalar.span)
    let share = key.publicKey.rawRepresentation
    #expect(share.count == 1216)
    #expect(share == kem.publicKey.rawRepresentation + curve.publicKey.rawRepresentation)

    let publicKey = try X25519MLKEM768.PublicKey(rawRepresentation: share.span)
    #expect(publicKey == key.publicKey)
    #expect(publicKey.rawRepresentation == share)
    let sent = try publicKey.encapsulate(using: ReplayedRandom([message, peerScalar]))
    let inner = try kem.publicKey.encapsulate(using: ReplayedRandom([message]))
    let peer = try X25519.PrivateKey(rawRepresentation: peerScalar.span)
    #expect(sent.ciphertext.count == 1120)
    #expect(sent.ciphertext == inner.ciphertext + peer.publicKey.rawRepresentation)
    let secret = try inner.sharedSecret.array + curve.sharedSecret(with: peer.publicKey).array
    #expect(secret.count == 64)
    #expect(sent.sharedSecret.array == secret)
    #expect(try key.sharedSecret(from: sent.ciphertext.span).array == secret)
  }

  @Test func `a client and a server reject a hybrid share with a point of small order`() throws {
    let key = try key()
    var share = key.publicKey.rawRepresentation
    share.replaceSubrange(1184..<1216, with: [UInt8](repeating: 0, count: 32))
    let publicKey = try X25519MLKEM768.PublicKey(rawRepresentation: share.span)
    #expect(throws: CryptoError.allZeroSharedSecret) {
      _ = try publicKey.encapsulate(using: ReplayedRandom([message, peerScalar])).ciphertext
    }
    let sent = try key.publicKey.encapsulate(using: ReplayedRandom([message, peerScalar]))
    var ciphertext = sent.ciphertext
    ciphertext.replaceSubrange(1088..<1120, with: [UInt8](repeating: 0, count: 32))
    #expect(throws: CryptoError.allZeroSharedSecret) {
      _ = try key.sharedSecret(from: ciphertext.span).count
    }
  }

  @Test func `a hybrid share with a coefficient above q is rejected`() throws {
    var share = try key().publicKey.rawRepresentation
    share.replaceSubrange(0..<2, with: [0xff, 0xff])
    #expect(throws: CryptoError.nonCanonicalCoefficient(index: 0)) {
      try X25519MLKEM768.PublicKey(rawRepresentation: share.span)
    }
  }

  @Test func `a hybrid share of a wrong length is rejected`() throws {
    for count in [0, 32, 1184, 1215, 1217] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(throws: CryptoError.wrongByteCount(count, expected: 1216)) {
        try X25519MLKEM768.PublicKey(rawRepresentation: bytes.span)
      }
    }
    let key = try key()
    for count in [0, 32, 1088, 1119, 1121] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(throws: CryptoError.wrongByteCount(count, expected: 1120)) {
        _ = try key.sharedSecret(from: bytes.span).count
      }
    }
  }

  @Test func `every random hybrid operation fails if the random source fails`() throws {
    for runs in [[], [seed]] {
      #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
        _ = try X25519MLKEM768.PrivateKey.generate(using: ReplayedRandom(runs)).publicKey
      }
    }
  }

  private func key() throws -> X25519MLKEM768.PrivateKey {
    try X25519MLKEM768.PrivateKey.generate(using: ReplayedRandom([seed + scalar]))
  }
}
