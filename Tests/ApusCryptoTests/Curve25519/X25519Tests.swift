import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 7748 sections 5.2 and 6.1.
@Suite struct X25519Tests {
  @Test(arguments: [
    (
      "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    ),
    (
      "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
    ),
  ])
  func `the X25519 product of a scalar and a point equals the published product`(
    scalar: String, u: String, product: String
  ) throws {
    #expect(try shared(Bytes.hex(scalar), Bytes.hex(u)).hex == product)
  }

  /// The millionth, 7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424, takes about
  /// 40 seconds in an optimised build and has been computed once.
  @Test func `repeated X25519 products equal the published products`() throws {
    var (scalar, u) = ([9] + [UInt8](repeating: 0, count: 31), [UInt8]())
    u = scalar
    #if DEBUG
      let last = 1
    #else
      let last = 1000
    #endif
    for number in 1...last {
      (scalar, u) = (try shared(scalar, u).array, scalar)
      if number == 1 {
        #expect(
          Hex.encode(scalar) == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
      }
      if number == 1000 {
        #expect(
          Hex.encode(scalar) == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
      }
    }
  }

  @Test func `two X25519 key pairs compute the published shared secret`() throws {
    let a = Bytes.hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let b = Bytes.hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    let alice = try X25519.PrivateKey(rawRepresentation: a.span)
    let bob = try X25519.PrivateKey(rawRepresentation: b.span)
    #expect(
      Hex.encode(alice.publicKey.rawRepresentation)
        == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    #expect(
      Hex.encode(bob.publicKey.rawRepresentation)
        == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let secret = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    #expect(try alice.sharedSecret(with: bob.publicKey).hex == secret)
    #expect(try bob.sharedSecret(with: alice.publicKey).hex == secret)
  }

  @Test(arguments: [0, 1, 7, 8, 0x7f, 0x80, 0xff])
  func `the base point table and the Montgomery ladder have the same results`(byte: UInt8) throws {
    let base = [9] + [UInt8](repeating: 0, count: 31)
    for scalar in [[UInt8](repeating: byte, count: 32), Bytes.mixed(32, Int(byte))] {
      let key = try X25519.PrivateKey(rawRepresentation: scalar.span)
      #expect(try key.publicKey.rawRepresentation == shared(scalar, base).array)
    }
  }

  @Test func `the ignored bits of an X25519 scalar and coordinate have no effect`() throws {
    let (scalar, u) = (Bytes.mixed(32, 1), Bytes.mixed(32, 2))
    let secret = try shared(scalar, u).array
    var (otherScalar, otherU) = (scalar, u)
    otherScalar[0] ^= 7
    otherScalar[31] ^= 0xc0
    otherU[31] ^= 0x80
    #expect(try shared(otherScalar, otherU).array == secret)
    otherScalar[0] ^= 8
    #expect(try shared(otherScalar, otherU).array != secret)
  }

  @Test func `an X25519 coordinate above p is reduced`() throws {
    let scalar = Bytes.mixed(32, 3)
    // p + 3 and 3.
    let above = Bytes.hex("f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
    let below = Bytes.hex("0300000000000000000000000000000000000000000000000000000000000000")
    #expect(try shared(scalar, above).array == shared(scalar, below).array)
  }

  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func `a key agreement with a point of small order throws an error`(u: String) throws {
    for top in [0, 0x80] as [UInt8] {
      var u = Bytes.hex(u)
      u[31] |= top
      #expect(throws: CryptoError.allZeroSharedSecret) { try shared(Bytes.mixed(32, 4), u).count }
    }
  }

  @Test(arguments: [0, 31, 33])
  func `an X25519 key that does not have 32 bytes is rejected`(count: Int) {
    let bytes = [UInt8](repeating: 9, count: count)
    #expect(throws: CryptoError.wrongByteCount(count, expected: 32)) {
      try X25519.PublicKey(rawRepresentation: bytes.span)
    }
    #expect(throws: CryptoError.wrongByteCount(count, expected: 32)) {
      _ = try X25519.PrivateKey(rawRepresentation: bytes.span).publicKey
    }
  }

  @Test func `a generated X25519 key has the random bytes and computes a shared secret`() throws {
    let random = ReplayedRandom([[UInt8](1...32), [UInt8](101...132)])
    let alice = try X25519.PrivateKey.generate(using: random)
    let bob = try X25519.PrivateKey.generate(using: random)
    #expect(alice.rawRepresentation.array == [UInt8](1...32))
    #expect(
      try alice.sharedSecret(with: bob.publicKey).array
        == bob.sharedSecret(with: alice.publicKey).array)
  }

  @Test func `no X25519 key is generated if the random source fails`() {
    #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
      _ = try X25519.PrivateKey.generate(using: ReplayedRandom([])).publicKey
    }
  }

  private func shared(_ scalar: [UInt8], _ u: [UInt8]) throws -> SecretBytes {
    let key = try X25519.PrivateKey(rawRepresentation: scalar.span)
    return try key.sharedSecret(with: X25519.PublicKey(rawRepresentation: u.span))
  }
}
