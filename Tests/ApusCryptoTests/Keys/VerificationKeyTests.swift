import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5280 section 4.1.2.7, RFC 3279 section 2.3, RFC 4055 section 1.2, RFC 5480 section 2.
@Suite struct VerificationKeyTests {
  private let message = Array("apus".utf8)
  private let rsa = RSATestKey.even2048

  private func rsaKey(_ key: RSATestKey) throws -> RSA.PublicKey {
    let (n, e) = (Bytes.hex(key.n), Bytes.hex(key.e))
    return try RSA.PublicKey(modulus: n.span, exponent: e.span, allowingSmallModulus: true)
  }

  private func isValid(
    _ signature: [UInt8], _ algorithm: SignatureAlgorithm, _ key: VerificationKey,
    for message: [UInt8]
  ) -> Bool {
    key.isValid(signature: signature.span, algorithm, for: message.span)
  }

  /// Checks that a key accepts a signature, no other message and no changed signature, and that a
  /// key is the same after it is written and read back.
  private func expect(
    _ key: VerificationKey, _ signature: [UInt8], _ algorithm: SignatureAlgorithm
  ) throws {
    #expect(key.supports(algorithm))
    #expect(isValid(signature, algorithm, key, for: message))
    #expect(!isValid(signature, algorithm, key, for: message + [0]))
    #expect(!isValid([], algorithm, key, for: message))
    var changed = signature
    changed[changed.count / 2] ^= 1
    #expect(!isValid(changed, algorithm, key, for: message))
    let der = key.spki
    let again = try VerificationKey(spki: der.span)
    #expect(again == key && again.hashValue == key.hashValue)
    #expect(isValid(signature, algorithm, again, for: message))
  }

  @Test func `a public key of each curve verifies the signatures of its private key`() throws {
    let small = try P256.PrivateKey.generate(using: SystemRandom())
    let middle = try P384.PrivateKey.generate(using: SystemRandom())
    let large = try P521.PrivateKey.generate(using: SystemRandom())
    for hash in HashAlgorithm.allCases {
      let digest = hash.digest(of: message.span)
      try expect(
        .p256(small.publicKey), small.signature(forDigest: digest.span, using: SystemRandom()),
        .ecdsa(hash))
      try expect(
        .p384(middle.publicKey), middle.signature(forDigest: digest.span, using: SystemRandom()),
        .ecdsa(hash))
      try expect(
        .p521(large.publicKey), large.signature(forDigest: digest.span, using: SystemRandom()),
        .ecdsa(hash))
    }
  }

  @Test func `an Ed25519 public key verifies the signatures of its private key`() throws {
    let key = try Ed25519.PrivateKey.generate(using: SystemRandom())
    try expect(.ed25519(key.publicKey), key.signature(for: message.span), .ed25519)
  }

  @Test func `an RSA public key verifies signatures with PKCS 1 and PSS padding`() throws {
    let key = VerificationKey.rsa(try rsaKey(rsa))
    try expect(key, Bytes.hex(rsa.pkcs1), .rsaPKCS1(.sha256))
    try expect(key, Bytes.hex(rsa.pss), .rsaPSS(.sha256))
    #expect(!isValid(Bytes.hex(rsa.pkcs1), .rsaPKCS1(.sha384), key, for: message))
    #expect(!isValid(Bytes.hex(rsa.pkcs1), .rsaPSS(.sha256), key, for: message))
    #expect(!isValid(Bytes.hex(rsa.pss), .rsaPSS(.sha256, saltByteCount: 31), key, for: message))
    #expect(!isValid(Bytes.hex(rsa.pss), .rsaPSS(.sha256, saltByteCount: -1), key, for: message))
  }

  @Test func `a PSS public key verifies only PSS signatures`() throws {
    let key = VerificationKey.rsaPSS(try rsaKey(rsa), nil)
    try expect(key, Bytes.hex(rsa.pss), .rsaPSS(.sha256))
    #expect(!key.supports(.rsaPKCS1(.sha256)))
    #expect(!isValid(Bytes.hex(rsa.pkcs1), .rsaPKCS1(.sha256), key, for: message))
  }

  @Test func `a PSS public key enforces its hash function and its minimum salt length`() throws {
    let (number, signature) = (try rsaKey(rsa), Bytes.hex(rsa.pss))
    func key(_ hash: HashAlgorithm, _ salt: Int) -> VerificationKey {
      .rsaPSS(number, RSA.PSSRestriction(hash, leastSaltByteCount: salt))
    }
    for salt in [0, 20, 32] { try expect(key(.sha256, salt), signature, .rsaPSS(.sha256)) }
    for other in [key(.sha256, 33), key(.sha384, 32)] {
      #expect(!other.supports(.rsaPSS(.sha256)))
      #expect(!isValid(signature, .rsaPSS(.sha256), other, for: message))
    }
    #expect(key(.sha384, 48).supports(.rsaPSS(.sha384)))
  }

  @Test func `no public key supports a signature algorithm of another key type`() throws {
    let kinds: [(VerificationKey, SignatureAlgorithm)] = [
      (.rsa(try rsaKey(rsa)), .rsaPKCS1(.sha256)),
      (.p256(try P256.PrivateKey.generate(using: SystemRandom()).publicKey), .ecdsa(.sha256)),
      (.ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()).publicKey), .ed25519),
    ]
    for (index, (key, _)) in kinds.enumerated() {
      for (other, (_, algorithm)) in kinds.enumerated() {
        #expect(key.supports(algorithm) == (index == other))
      }
    }
  }

  @Test func `a short RSA modulus is rejected unless the caller allows it`() throws {
    let der = VerificationKey.rsa(try rsaKey(.odd1025)).spki
    #expect(throws: CryptoError.modulusBitCountOutOfRange(1025, allowed: 2048...8192)) {
      try VerificationKey(spki: der.span)
    }
    let key = try VerificationKey(spki: der.span, allowingSmallModulus: true)
    let signature = Bytes.hex(RSATestKey.odd1025.pkcs1)
    #expect(isValid(signature, .rsaPKCS1(.sha256), key, for: message))
  }

  @Test func `an OpenSSL public key that was read is encoded to the same bytes`() throws {
    for text in [KeyFile.p256Public, KeyFile.p384Public, KeyFile.ed25519Public] {
      let der = try KeyFile.der(text)
      #expect(try VerificationKey(spki: der.span).spki == der)
    }
    let der = try KeyFile.der(KeyFile.rsaPublic)
    #expect(throws: CryptoError.modulusBitCountOutOfRange(512, allowed: 2048...8192)) {
      try VerificationKey(spki: der.span)
    }
  }

  @Test func `a public key with a point off the curve or trailing bytes is rejected`() throws {
    var der = try KeyFile.der(KeyFile.p256Public)
    der[der.count - 1] ^= 1
    #expect(throws: CryptoError.pointNotOnCurve) { try VerificationKey(spki: der.span) }
    der[der.count - 1] ^= 1
    #expect(throws: CryptoError.malformed(.trailingBytes(at: der.count, count: 1))) {
      try VerificationKey(spki: (der + [0]).span)
    }
  }

  @Test func `a public key with a point of a different curve is rejected`() throws {
    let der = try KeyFile.der(KeyFile.p256Public)
    let point = Array(der.suffix(65))
    let other = KeyFile.der { $0.writePublicKey(.p384, point: point) }
    #expect(throws: CryptoError.malformedPoint) { try VerificationKey(spki: other.span) }
  }

  @Test(arguments: [(OID.x25519, 32), (.ed448, 57), (.x448, 56), (.mlKEM768, 1)])
  func `the error for an unsupported public key names its algorithm`(_ oid: OID, _ count: Int) {
    let der = KeyFile.der { $0.writePublicKey(oid, raw: [UInt8](repeating: 9, count: count)) }
    #expect(throws: CryptoError.unsupportedAlgorithm(oid)) {
      try VerificationKey(spki: der.span)
    }
  }

  /// A PSS key with the parameters of `fields`.
  private func pss(_ fields: (inout DERWriter) -> Void) throws -> VerificationKey {
    let modulus = Bytes.hex(rsa.n)
    let der = KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(.rsassaPSS) { $0.writeSequence(fields) }
        info.writeBitString { bits in
          bits.writeSequence { key in
            key.writeInteger(magnitude: modulus)
            key.writeInteger(3)
          }
        }
      }
    }
    return try VerificationKey(spki: der.span)
  }

  @Test func `a PSS public key with unsupported restrictions is rejected`() {
    #expect(throws: CryptoError.brokenAlgorithm(.sha1)) { try pss { _ in } }
    #expect(throws: CryptoError.wrongParameters(.rsassaPSS)) {
      try pss { $0.writeExplicit(0) { $0.writeAlgorithm(.sha256) } }
    }
  }
}
