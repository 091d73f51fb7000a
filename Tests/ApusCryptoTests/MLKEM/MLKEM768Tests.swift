import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 203 section 7: the checks of keys and ciphertexts, and the secret of a wrong ciphertext.
@Suite struct MLKEM768Tests {
  private let seed = [UInt8](0..<64)

  @Test func `a sender and a receiver compute the same ML-KEM secret`() throws {
    let key = try MLKEM768.PrivateKey.generate(using: ReplayedRandom([seed]))
    let sent = try key.publicKey.encapsulate(using: ReplayedRandom([[UInt8](1...32)]))
    #expect(sent.ciphertext.count == 1088)
    #expect(sent.sharedSecret.count == 32)
    #expect(try key.sharedSecret(from: sent.ciphertext.span).array == sent.sharedSecret.array)
    let again = try key.publicKey.encapsulate(using: ReplayedRandom([[UInt8](2...33)]))
    #expect(again.ciphertext != sent.ciphertext)
    #expect(again.sharedSecret.array != sent.sharedSecret.array)
  }

  @Test func `each ML-KEM ciphertext with a wrong bit gives its own reproducible secret`() throws {
    let key = try MLKEM768.PrivateKey(seed: seed.span)
    let sent = try key.publicKey.encapsulate(using: ReplayedRandom([[UInt8](1...32)]))
    var secrets = Set([sent.sharedSecret.array])
    let bits = stride(from: 0, to: 1088 * 8, by: isSample ? 1801 : 29)
    for bit in bits {
      var wrong = sent.ciphertext
      wrong[bit / 8] ^= 1 << (bit % 8)
      let secret = try key.sharedSecret(from: wrong.span).array
      #expect(secret == rejection(wrong))
      #expect(secrets.insert(secret).inserted)
    }
  }

  @Test func `an ML-KEM key that was read is encoded to the same bytes`() throws {
    let key = try MLKEM768.PrivateKey(seed: seed.span)
    let bytes = key.rawRepresentation.array
    #expect(bytes.count == 2400)
    let again = try MLKEM768.PrivateKey(rawRepresentation: bytes.span)
    #expect(again.rawRepresentation.array == bytes)
    #expect(again.publicKey == key.publicKey)
    let publicBytes = key.publicKey.rawRepresentation
    #expect(publicBytes.count == 1184)
    let publicKey = try MLKEM768.PublicKey(rawRepresentation: publicBytes.span)
    #expect(publicKey == key.publicKey)
    #expect(publicKey.rawRepresentation == publicBytes)
    let sent = try publicKey.encapsulate(using: ReplayedRandom([[UInt8](1...32)]))
    #expect(try again.sharedSecret(from: sent.ciphertext.span).array == sent.sharedSecret.array)
  }

  @Test(arguments: [0, 1, 767])
  func `an ML-KEM key with a coefficient that is not below q is rejected`(index: Int) throws {
    var bytes = try MLKEM768.PrivateKey(seed: seed.span).publicKey.rawRepresentation
    for (value, isRefused) in [(3328, false), (3329, true), (4095, true)] {
      if index % 2 == 0 {
        bytes[index / 2 * 3] = UInt8(value & 255)
        bytes[index / 2 * 3 + 1] = bytes[index / 2 * 3 + 1] & 0xf0 | UInt8(value >> 8)
      } else {
        bytes[index / 2 * 3 + 1] = bytes[index / 2 * 3 + 1] & 0x0f | UInt8(value & 15) << 4
        bytes[index / 2 * 3 + 2] = UInt8(value >> 4)
      }
      let error: CryptoError? = isRefused ? .nonCanonicalCoefficient(index: index) : nil
      #expect(refusal(ofPublicKey: bytes) == error)
    }
  }

  @Test func `an ML-KEM private key with a wrong hash of its public key is rejected`() throws {
    let bytes = try MLKEM768.PrivateKey(seed: seed.span).rawRepresentation.array
    // The last coefficient of t, the matrix's seed, and the hash: the hash covers all of them.
    for index in [1152 + 1183, 1152 + 1152, 2336, 2367] {
      var wrong = bytes
      wrong[index] ^= 1
      #expect(refusal(ofPrivateKey: wrong) == .keyHashMismatch)
    }
    #expect(refusal(ofPrivateKey: bytes) == nil)
  }

  @Test func `an ML-KEM private key with a wrong secret vector gives rejection secrets`() throws {
    var bytes = try MLKEM768.PrivateKey(seed: seed.span).rawRepresentation.array
    for index in 0..<1152 { bytes[index] = 255 }
    let key = try MLKEM768.PrivateKey(rawRepresentation: bytes.span)
    let sent = try key.publicKey.encapsulate(using: ReplayedRandom([[UInt8](1...32)]))
    #expect(try key.sharedSecret(from: sent.ciphertext.span).array == rejection(sent.ciphertext))
  }

  @Test func `ML-KEM keys, seeds and ciphertexts of wrong lengths are rejected`() throws {
    let key = try MLKEM768.PrivateKey(seed: seed.span)
    for count in [0, 1183, 1185] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(refusal(ofPublicKey: bytes) == .wrongByteCount(count, expected: 1184))
    }
    for count in [0, 2399, 2401] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(refusal(ofPrivateKey: bytes) == .wrongByteCount(count, expected: 2400))
    }
    for count in [0, 63, 65] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(throws: CryptoError.wrongByteCount(count, expected: 64)) {
        _ = try MLKEM768.PrivateKey(seed: bytes.span).publicKey
      }
    }
    for count in [0, 1087, 1089] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(throws: CryptoError.wrongByteCount(count, expected: 1088)) {
        _ = try key.sharedSecret(from: bytes.span).count
      }
    }
  }

  @Test func `every random ML-KEM operation fails if the random source fails`() throws {
    #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
      _ = try MLKEM768.PrivateKey.generate(using: ReplayedRandom([])).publicKey
    }
    let publicKey = try MLKEM768.PrivateKey(seed: seed.span).publicKey
    #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
      _ = try publicKey.encapsulate(using: ReplayedRandom([])).ciphertext
    }
  }

  /// The secret of a wrong ciphertext: SHAKE256 of z and the ciphertext.
  private func rejection(_ ciphertext: [UInt8]) -> [UInt8] {
    var hash = SHAKE256()
    let input = seed[32...] + ciphertext
    hash.update(input.span)
    var secret = [UInt8](repeating: 0, count: 32)
    var span = secret.mutableSpan
    hash.finalize(into: &span)
    return secret
  }

  private func refusal(ofPublicKey bytes: [UInt8]) -> CryptoError? {
    do throws(CryptoError) {
      _ = try MLKEM768.PublicKey(rawRepresentation: bytes.span)
      return nil
    } catch {
      return error
    }
  }

  private func refusal(ofPrivateKey bytes: [UInt8]) -> CryptoError? {
    do throws(CryptoError) {
      _ = try MLKEM768.PrivateKey(rawRepresentation: bytes.span).publicKey
      return nil
    } catch {
      return error
    }
  }

  private var isSample: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
