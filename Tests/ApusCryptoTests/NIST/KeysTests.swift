import ApusBytes
import Testing

@testable import ApusCrypto

/// Key agreement with the values of RFC 5903 section 8, and invalid keys.
@Suite struct KeysTests {
  @Test func `two P-256 keys compute the shared secret of RFC 5903`() throws {
    let i = Bytes.hex("c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433")
    let r = Bytes.hex("c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53")
    let secret = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"
    let initiator = try P256.PrivateKey(rawRepresentation: i.span)
    let responder = try P256.PrivateKey(rawRepresentation: r.span)
    #expect(try initiator.sharedSecret(with: responder.publicKey).hex == secret)
    #expect(try responder.sharedSecret(with: initiator.publicKey).hex == secret)
  }

  @Test func `two P-384 keys compute the shared secret of RFC 5903`() throws {
    let i = Bytes.hex(
      "099f3c7034d4a2c699884d73a375a67f7624ef7c6b3c0f16"
        + "0647b67414dce655e35b538041e649ee3faef896783ab194")
    let r = Bytes.hex(
      "41cb0779b4bdb85d47846725fbec3c9430fab46cc8dc5060"
        + "855cc9bda0aa2942e0308312916b8ed2960e4bd55a7448fc")
    let secret =
      "11187331c279962d93d604243fd592cb9d0a926f422e4718"
      + "7521287e7156c5c4d603135569b9e9d09cf5d4a270f59746"
    let initiator = try P384.PrivateKey(rawRepresentation: i.span)
    let responder = try P384.PrivateKey(rawRepresentation: r.span)
    #expect(try initiator.sharedSecret(with: responder.publicKey).hex == secret)
    #expect(try responder.sharedSecret(with: initiator.publicKey).hex == secret)
  }

  @Test func `two P-521 keys compute the shared secret of RFC 5903`() throws {
    let i = Bytes.hex(
      "0037ade9319a89f4dabdb3ef411aaccca5123c61acab57b5393dce47608172a0"
        + "95aa85a30fe1c2952c6771d937ba9777f5957b2639bab072462f68c27a57382d4a52")
    let r = Bytes.hex(
      "0145ba99a847af43793fdd0e872e7cdfa16be30fdc780f97bccc3f078380201e"
        + "9c677d600b343757a3bdbf2a3163e4c2f869cca7458aa4a4effc311f5cb151685eb9")
    let secret =
      "01144c7d79ae6956bc8edb8e7c787c4521cb086fa64407f97894e5e6b2d79b04"
      + "d1427e73ca4baa240a34786859810c06b3c715a3a8cc3151f2bee417996d19f3ddea"
    let initiator = try P521.PrivateKey(rawRepresentation: i.span)
    let responder = try P521.PrivateKey(rawRepresentation: r.span)
    #expect(try initiator.sharedSecret(with: responder.publicKey).hex == secret)
    #expect(try responder.sharedSecret(with: initiator.publicKey).hex == secret)
  }

  @Test func `a private scalar must be from 1 to the order less 1`() {
    func error<C: NISTCurve>(_ curve: C.Type, _ bytes: [UInt8]) -> CryptoError? {
      do throws(CryptoError) {
        _ = try SecretScalar<C>(SecretBytes(copying: bytes.span))
        return nil
      } catch { return error }
    }
    func check<C: NISTCurve>(_ curve: C.Type) {
      let length = C.Scalar.byteCount
      var order = [UInt8](repeating: 0, count: length)
      var span = order.mutableSpan
      C.Order.prime.write(bigEndian: &span)
      var next = order
      next[length - 1] += 1
      let zero = [UInt8](repeating: 0, count: length)
      let most = [UInt8](repeating: 0xff, count: length)
      for bytes in [zero, order, next, most] {
        #expect(error(curve, bytes) == .scalarOutOfRange)
      }
      #expect(error(curve, C.Scalar.one.bytes) == nil)
      #expect(error(curve, (-C.Scalar.one).bytes) == nil)
      for count in [0, length - 1, length + 1] {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(error(curve, bytes) == .wrongByteCount(count, expected: length))
      }
    }
    check(P256.self)
    check(P384.self)
    check(P521.self)
  }

  @Test func `a key agreement that results in the point at infinity throws an error`() throws {
    // No public key is infinity; a point of order two simulates a fault in the computation.
    let scalar = try SecretScalar<P256>(SecretBytes(copying: P256.Scalar(small: 2).bytes.span))
    let point = AffinePoint<P256>(uncheckedX: .one, y: .zero)
    #expect(throws: CryptoError.pointAtInfinity) { _ = try scalar.sharedSecret(with: point) }
  }

  @Test func `generated keys differ and can be read again from their scalars`() throws {
    let first = try P256.PrivateKey.generate(using: SystemRandom())
    let second = try P256.PrivateKey.generate(using: SystemRandom())
    #expect(first.publicKey != second.publicKey)
    let copy = try P256.PrivateKey(rawRepresentation: first.rawRepresentation.array.span)
    #expect(copy.publicKey == first.publicKey)
    #expect(copy.publicKey.hashValue == first.publicKey.hashValue)
    #expect(first.rawRepresentation.count == P256.byteCount)
    #expect(try first.sharedSecret(with: second.publicKey).count == P256.byteCount)
  }

  @Test func `a generated P-521 key has only as many random bits as the order`() throws {
    let draw = [UInt8](repeating: 0x55, count: 66)
    let key = try P521.PrivateKey.generate(using: ReplayedRandom([draw]))
    #expect(key.rawRepresentation.array == [1] + draw.dropFirst())
  }

  @Test func `random bytes outside the scalar range are replaced by new random bytes`() throws {
    let (none, most) = ([UInt8](repeating: 0, count: 48), [UInt8](repeating: 0xff, count: 48))
    let one = P384.Scalar.one.bytes
    let key = try P384.PrivateKey.generate(using: ReplayedRandom([none, most, one]))
    #expect(key.rawRepresentation.array == one)
  }

  @Test func `no key is generated if the random source fails`() {
    #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
      _ = try P256.PrivateKey.generate(using: ReplayedRandom([]))
    }
    #expect(throws: CryptoError.scalarOutOfRange) {
      _ = try P256.PrivateKey.generate(using: StuckRandom())
    }
  }

  @Test func `a public key can be read again from its bytes`() throws {
    let key = try P256.PrivateKey.generate(using: SystemRandom()).publicKey
    for bytes in [key.x963, key.compressedX963] {
      #expect(try P256.PublicKey(x963: bytes.span) == key)
    }
    let keyBytes = key.rawRepresentation
    #expect([4] + keyBytes == key.x963)
    #expect(try P256.PublicKey(rawRepresentation: keyBytes.span) == key)
    let large = try P384.PrivateKey.generate(using: SystemRandom()).publicKey
    for bytes in [large.x963, large.compressedX963] {
      #expect(try P384.PublicKey(x963: bytes.span) == large)
    }
    let largeBytes = large.rawRepresentation
    #expect([4] + largeBytes == large.x963)
    #expect(try P384.PublicKey(rawRepresentation: largeBytes.span) == large)
    let larger = try P521.PrivateKey.generate(using: SystemRandom()).publicKey
    for bytes in [larger.x963, larger.compressedX963] {
      #expect(try P521.PublicKey(x963: bytes.span) == larger)
    }
    let largerBytes = larger.rawRepresentation
    #expect([4] + largerBytes == larger.x963)
    #expect(try P521.PublicKey(rawRepresentation: largerBytes.span) == larger)
  }

  @Test func `public key coordinates of a wrong length or off the curve are rejected`() throws {
    let bytes = try P256.PrivateKey.generate(using: SystemRandom()).publicKey.rawRepresentation
    for count in [0, 63, 65] {
      let other = Array((bytes + [0]).prefix(count))
      #expect(throws: CryptoError.wrongByteCount(count, expected: 64)) {
        try P256.PublicKey(rawRepresentation: other.span)
      }
    }
    var off = bytes
    off[63] ^= 1
    #expect(throws: CryptoError.pointNotOnCurve) {
      try P256.PublicKey(rawRepresentation: off.span)
    }
    #expect(throws: CryptoError.nonCanonicalPoint) {
      try P256.PublicKey(rawRepresentation: [UInt8](repeating: 0xff, count: 64).span)
    }
  }
}

/// A source that always returns zeros.
private struct StuckRandom: RandomSource {
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    for index in bytes.indices { bytes[index] = 0 }
  }
}
