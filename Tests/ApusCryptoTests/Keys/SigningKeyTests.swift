import ApusBytes
import ApusCrypto
import Testing

/// RFC 8017 section 8, FIPS 186-5 section 6.4, RFC 8032 section 5.1.6, by one key of any kind.
@Suite struct SigningKeyTests {
  private let message = Array("apus".utf8)

  /// The names of fixtures, and the number of algorithms of each kind of key.
  static let kinds = [
    ("p256.pem", 3), ("p384.pem", 3), ("p521.pem", 3), ("ed25519.pem", 1), ("rsa.pem", 6),
    ("rsa-pss.pem", 3), ("rsa-pss-sha384.pem", 1),
  ]

  @Test(arguments: kinds)
  func `a private key signs with each algorithm that it supports`(_ name: String, _ count: Int)
    throws
  {
    let text = try Fixture.bytes("keys/" + name)
    let key = try SigningKey(pem: text.span)
    let algorithms = key.supportedAlgorithms
    #expect(Set(algorithms).count == count)
    let publicKey = key.publicKey
    for algorithm in algorithms.prefix(sampleCount(1)) {
      #expect(publicKey.supports(algorithm))
      let signature = try key.signature(for: message.span, algorithm, using: SystemRandom())
      let isValid = publicKey.isValid(signature: signature.span, algorithm, for: message.span)
      #expect(isValid, "\(name) by \(algorithm)")
      let isAnothers = publicKey.isValid(signature: signature.span, algorithm, for: [1].span)
      #expect(!isAnothers)
    }
  }

  @Test func `the first supported algorithm of a private key is the preferred algorithm`() throws {
    func first(_ name: String) throws -> SignatureAlgorithm? {
      let text = try Fixture.bytes("keys/" + name)
      return try SigningKey(pem: text.span).supportedAlgorithms.first
    }
    #expect(try first("p256.pem") == .ecdsa(.sha256))
    #expect(try first("p384.pem") == .ecdsa(.sha384))
    #expect(try first("p521.pem") == .ecdsa(.sha512))
    #expect(try first("rsa.pem") == .rsaPSS(.sha256))
    #expect(try first("rsa-pss-sha384.pem") == .rsaPSS(.sha384))
  }

  @Test(arguments: kinds)
  func `a private key rejects the algorithms of other kinds of keys`(_ name: String, _ count: Int)
    throws
  {
    let text = try Fixture.bytes("keys/" + name)
    let key = try SigningKey(pem: text.span)
    let own = key.supportedAlgorithms
    let all =
      HashAlgorithm.allCases.flatMap { hash in
        [SignatureAlgorithm.ecdsa(hash), .rsaPKCS1(hash), .rsaPSS(hash)]
      } + [.ed25519]
    #expect(all.filter { own.contains($0) }.count == count)
    for algorithm in all where !own.contains(algorithm) {
      #expect(throws: CryptoError.unsupportedSignature(algorithm)) {
        _ = try key.signature(for: message.span, algorithm, using: SystemRandom())
      }
    }
  }

  @Test func `only an Ed25519 key signs if the random source fails`() throws {
    for name in ["p256.pem", "p384.pem", "p521.pem", "rsa.pem"] {
      let text = try Fixture.bytes("keys/" + name)
      let key = try SigningKey(pem: text.span)
      let algorithm = try #require(key.supportedAlgorithms.first)
      #expect(throws: CryptoError.randomness(.unavailable(errno: 38))) {
        _ = try key.signature(for: message.span, algorithm, using: ReplayedRandom([]))
      }
    }
    let text = try Fixture.bytes("keys/ed25519.pem")
    let key = try SigningKey(pem: text.span)
    #expect(throws: Never.self) {
      _ = try key.signature(for: message.span, .ed25519, using: ReplayedRandom([]))
    }
  }

  @Test func `a short RSA modulus signs with each hash function whose encoding fits`() throws {
    let text = try Fixture.bytes("keys/refused.rsa1024.pem")
    let key = try SigningKey(pem: text.span, allowingSmallModulus: true)
    let algorithms = key.supportedAlgorithms
    #expect(algorithms.contains(.rsaPSS(.sha384)) && !algorithms.contains(.rsaPSS(.sha512)))
    #expect(algorithms.contains(.rsaPKCS1(.sha512)))
    for algorithm in algorithms.prefix(sampleCount(1)) {
      let signature = try key.signature(for: message.span, algorithm, using: SystemRandom())
      #expect(signature.count == 128)
    }
  }

  /// All in a release build, some in a debug build, because unoptimized arithmetic is slow.
  private func sampleCount(_ count: Int) -> Int {
    #if DEBUG
      count
    #else
      .max
    #endif
  }
}
