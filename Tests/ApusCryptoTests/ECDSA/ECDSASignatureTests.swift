import ApusBytes
import Testing

@testable import ApusCrypto

/// Created and verified signatures, and invalid ones.
@Suite struct ECDSASignatureTests {
  private func expectVectors<C: NISTCurve>(
    _ curve: C.Type, key: String, publicKey: String, _ vectors: [RFC6979Vector]
  ) throws {
    let keyBytes = Bytes.hex(key)
    let key = try SecretScalar<C>(SecretBytes(copying: keyBytes.span))
    #expect(Hex.encode(key.multipleOfGenerator().x963) == publicKey)
    for vector in vectors.prefix(1 + sampleCount(40)) {
      let message = Array(vector.message.utf8)
      let digest = vector.hash.digest(of: message.span)
      let signature = try ECDSASignature(forDigest: digest.span, by: key, hedgedWith: Span())
      #expect(Hex.encode(signature.encoded(.fixedSize)) == vector.r + vector.s)
      #expect(
        signature.accepts(digest, by: key.multipleOfGenerator()))
    }
  }

  @Test func `signatures with deterministic nonces equal the signatures of RFC 6979`() throws {
    try expectVectors(
      P256.self, key: RFC6979Vector.p256Key, publicKey: RFC6979Vector.p256PublicKey,
      RFC6979Vector.p256)
    try expectVectors(
      P384.self, key: RFC6979Vector.p384Key, publicKey: RFC6979Vector.p384PublicKey,
      RFC6979Vector.p384)
    try expectVectors(
      P521.self, key: RFC6979Vector.p521Key, publicKey: RFC6979Vector.p521PublicKey,
      RFC6979Vector.p521)
  }

  @Test func `a digest of every length is signed and verified on every curve`() throws {
    let small = try P256.PrivateKey.generate(using: SystemRandom())
    let middle = try P384.PrivateKey.generate(using: SystemRandom())
    let large = try P521.PrivateKey.generate(using: SystemRandom())
    for hash in HashAlgorithm.allCases {
      let digest = Bytes.mixed(hash.digestByteCount, 1)
      for encoding in [ECDSA.Encoding.der, .fixedSize] {
        let a = try small.signature(forDigest: digest.span, encoding, using: SystemRandom())
        let b = try middle.signature(forDigest: digest.span, encoding, using: SystemRandom())
        let c = try large.signature(forDigest: digest.span, encoding, using: SystemRandom())
        #expect(small.publicKey.accepts(a, encoding, digest))
        #expect(middle.publicKey.accepts(b, encoding, digest))
        #expect(large.publicKey.accepts(c, encoding, digest))
      }
    }
  }

  @Test func `an ECDSA digest that is longer than the order is cut to its left-most bits`() throws {
    let key = try P256.PrivateKey.generate(using: SystemRandom())
    let digest = Bytes.mixed(64, 2)
    let signature = try key.signature(forDigest: digest.span, using: SystemRandom())
    let left = Array(digest.prefix(32))
    #expect(key.publicKey.accepts(signature, .der, left))
    var sameLeft = digest
    sameLeft[32] ^= 1
    #expect(key.publicKey.accepts(signature, .der, sameLeft))
    var otherLeft = digest
    otherLeft[31] ^= 1
    #expect(!key.publicKey.accepts(signature, .der, otherLeft))
  }

  @Test func `a digest of an unsupported length is rejected`() throws {
    let key = try P256.PrivateKey.generate(using: SystemRandom())
    let digest = Bytes.mixed(32, 3)
    let signature = try key.signature(forDigest: digest.span, using: SystemRandom())
    for count in [0, 20, 28, 31, 33, 47, 49, 63, 65] {
      let other = Bytes.mixed(count, 4)
      #expect(throws: CryptoError.unsupportedDigest(byteCount: count)) {
        _ = try key.signature(forDigest: other.span, using: SystemRandom())
      }
      let padded = digest + Bytes.mixed(max(0, count - 32), 5)
      if padded.count == count {
        #expect(!key.publicKey.accepts(signature, .der, padded))
      }
    }
  }

  @Test func `two ECDSA signatures of the same digest differ`() throws {
    let key = try P256.PrivateKey.generate(using: SystemRandom())
    let digest = Bytes.mixed(32, 6)
    let first = try key.signature(forDigest: digest.span, using: SystemRandom())
    let second = try key.signature(forDigest: digest.span, using: SystemRandom())
    #expect(first != second)
    let run = Bytes.mixed(32, 7)
    let third = try key.signature(forDigest: digest.span, using: ReplayedRandom([run]))
    let fourth = try key.signature(forDigest: digest.span, using: ReplayedRandom([run]))
    #expect(third == fourth)
    #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
      _ = try key.signature(forDigest: digest.span, using: ReplayedRandom([]))
    }
  }

  @Test func `a truncated or changed ECDSA signature is invalid`() throws {
    let key = try P256.PrivateKey.generate(using: SystemRandom())
    let digest = Bytes.mixed(32, 8)
    for encoding in [ECDSA.Encoding.der, .fixedSize] {
      let signature = try key.signature(forDigest: digest.span, encoding, using: SystemRandom())
      func isValid(_ changed: [UInt8]) -> Bool {
        key.publicKey.accepts(changed, encoding, digest)
      }
      #expect(isValid(signature))
      for count in signature.indices { #expect(!isValid(Array(signature.prefix(count)))) }
      #expect(!isValid(signature + [0]))
      for index in stride(from: 0, to: signature.count, by: sampleCount(40) > 1 ? 1 : 9) {
        var changed = signature
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(!isValid(changed))
      }
    }
  }

  @Test func `an ECDSA signature is invalid for a different key or digest`() throws {
    let key = try P384.PrivateKey.generate(using: SystemRandom())
    let other = try P384.PrivateKey.generate(using: SystemRandom())
    let digest = Bytes.mixed(48, 9)
    let signature = try key.signature(forDigest: digest.span, using: SystemRandom())
    #expect(!other.publicKey.accepts(signature, .der, digest))
    let changed = Bytes.mixed(48, 10)
    #expect(!key.publicKey.accepts(signature, .der, changed))
  }

  @Test func `an ECDSA signature with a number that is 0 or above its range is rejected`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let length = C.Scalar.byteCount
      var order = [UInt8](repeating: 0, count: length)
      var span = order.mutableSpan
      C.Order.prime.write(bigEndian: &span)
      let (one, last) = (C.Scalar.one.bytes, (-C.Scalar.one).bytes)
      func error(_ r: [UInt8], _ s: [UInt8], _ encoding: ECDSA.Encoding) -> CryptoError? {
        let bytes = encoding == .der ? ECDSA.der(r, s) : r + s
        do throws(CryptoError) {
          let signature = try ECDSASignature<C>(bytes.span, encoding)
          #expect(signature.encoded(encoding) == bytes)
          return nil
        } catch { return error }
      }
      let zero = [UInt8](repeating: 0, count: length)
      let most = [UInt8](repeating: 0xff, count: length)
      for encoding in [ECDSA.Encoding.der, .fixedSize] {
        #expect(error(one, last, encoding) == nil)
        #expect(error(last, one, encoding) == nil)
        for bad in [zero, order, most] {
          #expect(error(bad, one, encoding) == .signatureOutOfRange)
          #expect(error(one, bad, encoding) == .signatureOutOfRange)
        }
      }
      #expect(error([1] + zero, one, .der) == .signatureOutOfRange)
    }
    check(P256.self)
    check(P384.self)
    check(P521.self)
  }

  /// The point's x is r + n, which is below p: both are chosen first, and the key is computed from
  /// them.
  @Test func `an ECDSA signature is valid if the x coordinate exceeds the group order`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) throws {
      // The least x above the order that has a point.
      var (x, r) = (C.Field(C.Order.prime) + .one, C.Scalar.one)
      while AffinePoint<C>.ySquared(x).squareRoot() == nil { (x, r) = (x + .one, r + .one) }
      let compressed = [2] + x.bytes
      let point = try AffinePoint<C>(x963: compressed.span)
      // With s = r and z = 0 the sum is the key itself: u = 0 and v = 1.
      let signature = try #require(ECDSASignature<C>(r: r, s: r))
      let digest = [UInt8](repeating: 0, count: 32)
      #expect(signature.accepts(digest, by: point))
      let next = try #require(ECDSASignature<C>(r: r + .one, s: r + .one))
      #expect(!next.accepts(digest, by: point))
    }
    try check(P256.self)
    try check(P384.self)
    try check(P521.self)
  }

  @Test func `an ECDSA signature that gives the point at infinity is invalid`() throws {
    // u · G + v · Q with Q = −G and u = v.
    let r = P256.Scalar(small: 5)
    let signature = try #require(ECDSASignature<P256>(r: r, s: .one))
    let digest = r.bytes
    #expect(!signature.accepts(digest, by: P256.generator.negated))
  }
}

// Spans cannot pass through an expectation, arrays can.

extension ECDSASignature {
  fileprivate func accepts(_ digest: [UInt8], by key: AffinePoint<Curve>) -> Bool {
    isValidVariableTime(forDigest: digest.span, by: key)
  }
}

extension P256.PublicKey {
  fileprivate func accepts(
    _ signature: [UInt8], _ encoding: ECDSA.Encoding, _ digest: [UInt8]
  ) -> Bool {
    isValid(signature: signature.span, encoding, forDigest: digest.span)
  }
}

extension P384.PublicKey {
  fileprivate func accepts(
    _ signature: [UInt8], _ encoding: ECDSA.Encoding, _ digest: [UInt8]
  ) -> Bool {
    isValid(signature: signature.span, encoding, forDigest: digest.span)
  }
}

extension P521.PublicKey {
  fileprivate func accepts(
    _ signature: [UInt8], _ encoding: ECDSA.Encoding, _ digest: [UInt8]
  ) -> Bool {
    isValid(signature: signature.span, encoding, forDigest: digest.span)
  }
}
