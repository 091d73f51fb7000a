import ApusBytes
import ApusCrypto

extension CryptoBenchmarks {
  static func signatures() throws -> [Contest] {
    let random = SystemRandom()
    let digest = SHA256.digest(of: Array("what is signed".utf8))
    let p256 = try P256.PrivateKey.generate(using: random)
    let p384 = try P384.PrivateKey.generate(using: random)
    let p521 = try P521.PrivateKey.generate(using: random)
    let ed25519 = try Ed25519.PrivateKey.generate(using: random)
    return [
      try contest(
        "ECDSA P-256", "ecdsap256", verificationBar: 0.6,
        sign: { try p256.signature(forDigest: digest.span, using: random) },
        verify: { [key = p256.publicKey] in key.isValid(signature: $0.span, forDigest: digest.span)
        }),
      try contest(
        "ECDSA P-384", "ecdsap384", verificationBar: 1.0,
        sign: { try p384.signature(forDigest: digest.span, using: random) },
        verify: { [key = p384.publicKey] in key.isValid(signature: $0.span, forDigest: digest.span)
        }),
      try contest(
        "ECDSA P-521", "ecdsap521",
        sign: { try p521.signature(forDigest: digest.span, using: random) },
        verify: { [key = p521.publicKey] in key.isValid(signature: $0.span, forDigest: digest.span)
        }),
      try contest(
        "Ed25519", "ed25519", verificationBar: 0.9,
        sign: { ed25519.signature(for: digest.span) },
        verify: { [key = ed25519.publicKey] in key.isValid(signature: $0.span, for: digest.span) }),
      try rsa(bitCount: 2048, digest, verificationBar: 0.6),
      try rsa(bitCount: 4096, digest),
    ]
  }

  private static func rsa(
    bitCount: Int, _ digest: [UInt8], verificationBar: Double? = nil
  ) throws -> Contest {
    let der = try OpenSSL.makeRSAKey(bitCount: bitCount)
    let key = try PKCS1.PrivateKey(der.indices, in: der.span)
    func number(_ range: Range<Int>) -> [UInt8] { Array(der[range]) }
    let (n, e, d) = (number(key.modulus), number(key.publicExponent), number(key.privateExponent))
    let (p, q) = (number(key.prime1), number(key.prime2))
    let (dP, dQ, inverse) = (
      number(key.exponent1), number(key.exponent2), number(key.coefficient)
    )
    let privateKey = try RSA.PrivateKey(
      modulus: n.span, publicExponent: e.span, privateExponent: d.span, prime1: p.span,
      prime2: q.span, exponent1: dP.span, exponent2: dQ.span, coefficient: inverse.span)
    let publicKey = privateKey.publicKey
    return try contest(
      "RSA-\(bitCount)", "rsa\(bitCount)", verificationBar: verificationBar,
      sign: {
        try privateKey.signature(forDigest: digest.span, .pkcs1(.sha256), using: SystemRandom())
      },
      verify: { publicKey.isValid(signature: $0.span, .pkcs1(.sha256), forDigest: digest.span) })
  }

  /// Returns the contest of signing and of verifying several signatures in turn. An invalid
  /// signature is an error.
  private static func contest(
    _ name: String, _ peer: String, verificationBar: Double? = nil,
    sign: @escaping () throws -> [UInt8], verify: @escaping ([UInt8]) -> Bool
  ) throws -> Contest {
    let signatures = try (0..<16).map { _ in try sign() }
    var next = 0
    return Contest(
      peer: [peer],
      operations: [
        Contest.Operation(name: "\(name) signing") { try sign()[0] },
        Contest.Operation(name: "\(name) verifying", bar: verificationBar) {
          next = (next + 1) % signatures.count
          guard verify(signatures[next]) else { throw CryptoError.faultySignature }
          return 1
        },
      ])
  }
}
