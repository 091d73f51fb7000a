import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 8017 sections 8.1.1 and 8.2.1.
@Suite struct RSAPrivateKeyTests {
  private let digest = HashAlgorithm.sha256.digest(of: Array("apus".utf8).span)

  @Test(arguments: [RSATestKey.odd1025, RSATestKey.even2048])
  func `RSA signatures equal the signatures of a second implementation`(_ vector: RSATestKey) throws
  {
    let key = try vector.privateKey()
    let pkcs1 = try key.signature(
      forDigest: digest.span, .pkcs1(.sha256), using: SystemRandom())
    #expect(Hex.encode(pkcs1) == vector.pkcs1)
    let limbBytes = 8 * OddModulus.limbCount(forBitCount: (key.publicKey.bitCount + 1) / 2)
    let runs = [Array(0..<32), Bytes.mixed(limbBytes, 1), Bytes.mixed(limbBytes, 2)]
    let pss = try key.signature(
      forDigest: digest.span, .pss(.sha256), using: ReplayedRandom(runs))
    #expect(Hex.encode(pss) == vector.pss)
  }

  @Test func `every hash function works with each RSA padding`() throws {
    let key = try RSATestKey.odd1025.privateKey()
    for hash in HashAlgorithm.allCases {
      let digest = Bytes.mixed(hash.digestByteCount, 3)
      let limit = (key.publicKey.bitCount - 1) / 8 - hash.digestByteCount - 2
      for padding in [
        .pkcs1(hash), .pss(hash, saltByteCount: 0), .pss(hash, saltByteCount: limit),
      ] as [RSA.Padding] {
        let signature = try key.signature(forDigest: digest.span, padding, using: SystemRandom())
        #expect(signature.count == key.publicKey.byteCount)
        #expect(key.publicKey.accepts(signature, padding, digest))
      }
      for count in [-1, limit + 1, .max] {
        #expect(throws: CryptoError.inputTooLong(byteCount: count, limit: limit)) {
          _ = try key.signature(
            forDigest: digest.span, .pss(hash, saltByteCount: count), using: SystemRandom())
        }
      }
    }
  }

  @Test func `RSA rejects a digest whose length does not match the hash function`() throws {
    let key = try RSATestKey.odd1025.privateKey()
    #expect(throws: CryptoError.wrongByteCount(32, expected: 48)) {
      _ = try key.signature(forDigest: digest.span, .pkcs1(.sha384), using: SystemRandom())
    }
  }

  @Test func `an RSA signature fails if the random source fails`() throws {
    let key = try RSATestKey.odd1025.privateKey()
    for padding in [RSA.Padding.pkcs1(.sha256), .pss(.sha256)] {
      #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
        _ = try key.signature(forDigest: digest.span, padding, using: ReplayedRandom([]))
      }
    }
  }

  @Test func `a faulty RSA signature is not returned`() throws {
    // A blinding factor of 0 has no inverse, which simulates a fault.
    let key = try RSATestKey.odd1025.privateKey()
    let zeros = [UInt8](repeating: 0, count: 96)
    #expect(throws: CryptoError.faultySignature) {
      _ = try key.signature(
        forDigest: digest.span, .pkcs1(.sha256),
        using: ReplayedRandom([zeros, Bytes.mixed(96, 1)]))
    }
  }

  @Test func `a private RSA key with inconsistent numbers is rejected`() throws {
    let vector = RSATestKey.odd1025
    let other = RSATestKey.even2048
    let keys = [
      vector.with(d: vector.dP), vector.with(p: vector.q), vector.with(q: vector.p),
      vector.with(p: vector.q, q: vector.p), vector.with(dP: vector.dQ),
      vector.with(dQ: vector.dP), vector.with(dP: "00"), vector.with(qInverse: vector.p),
      vector.with(qInverse: "01"), vector.with(p: "00"), vector.with(p: "01"),
      vector.with(p: other.p), vector.with(d: other.d), vector.with(e: "03"),
      vector.with(p: vector.n, q: "01"),
    ]
    for key in keys {
      #expect(throws: CryptoError.inconsistentKey) { _ = try key.privateKey() }
    }
    #expect(throws: CryptoError.modulusBitCountOutOfRange(1025, allowed: 2048...8192)) {
      _ = try vector.privateKey(allowingSmallModulus: false)
    }
  }

  @Test func `the two primes of a private RSA key can be in either order`() throws {
    let vector = RSATestKey.odd1025
    let swapped = vector.with(
      p: vector.q, q: vector.p, dP: vector.dQ, dQ: vector.dP, qInverse: vector.pInverse)
    let key = try swapped.privateKey()
    let signature = try key.signature(
      forDigest: digest.span, .pkcs1(.sha256), using: SystemRandom())
    #expect(Hex.encode(signature) == vector.pkcs1)
  }

  @Test func `leading zeros in the numbers of a private RSA key are ignored`() throws {
    let vector = RSATestKey.odd1025
    let padded = vector.with(d: "0000" + vector.d, p: "000000" + vector.p)
    #expect(try padded.privateKey().publicKey == vector.publicKey())
  }
}

extension RSATestKey {
  func privateKey(allowingSmallModulus: Bool = true) throws -> RSA.PrivateKey {
    let (n, e, d) = (Bytes.hex(n), Bytes.hex(e), Bytes.hex(d))
    let (p, q, dP, dQ) = (Bytes.hex(p), Bytes.hex(q), Bytes.hex(dP), Bytes.hex(dQ))
    let qInverse = Bytes.hex(qInverse)
    return try RSA.PrivateKey(
      modulus: n.span, publicExponent: e.span, privateExponent: d.span, prime1: p.span,
      prime2: q.span, exponent1: dP.span, exponent2: dQ.span, coefficient: qInverse.span,
      allowingSmallModulus: allowingSmallModulus)
  }

  fileprivate func with(
    e: String? = nil, d: String? = nil, p: String? = nil, q: String? = nil, dP: String? = nil,
    dQ: String? = nil, qInverse: String? = nil
  ) -> RSATestKey {
    RSATestKey(
      n: n, e: e ?? self.e, d: d ?? self.d, p: p ?? self.p, q: q ?? self.q, dP: dP ?? self.dP,
      dQ: dQ ?? self.dQ, qInverse: qInverse ?? self.qInverse, pInverse: pInverse, pkcs1: pkcs1,
      pss: pss)
  }
}
