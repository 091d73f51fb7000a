import ApusBytes
import ApusNet
import Testing

@testable import ApusCrypto

/// Released secrets are not in the process's writable memory.
///
/// Each test runs in a separate process, uses secrets, releases them, and reads all memory.
@Suite struct ReleasedSecretsTests {
  @Test func `the memory search finds the bytes of a secret that is still in use`() async {
    await #expect(processExitsWith: .success) {
      let secret = SecretBytes(copying: Bytes.mixed(32, 1).span)
      try #require(try Needle.found([Needle(secret)]) == [0])
      _ = secret.count
    }
  }

  @Test func `no X25519 key or secret remains in memory after its release`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNone(of: Self.agreement)
    }
  }

  @Test func `no Ed25519 key remains in memory after its release`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNone(of: Self.signing)
    }
  }

  @Test func `no ML-KEM seed or secret remains in memory after its release`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNone(of: Self.encapsulation)
    }
  }

  @Test func `no key of HMAC or of a key derivation remains in memory after its release`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNone(of: Self.derivation)
    }
  }

  @Test func `no elliptic curve key from PEM remains in memory after its release`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNone(of: Self.readingCurves)
    }
  }

  @Test func `no RSA key from PEM remains in memory after its release`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNone(of: Self.readingRSA)
    }
  }

  private static func expectNone(of use: () throws -> [Needle]) throws {
    let needles = try deepInTheStack(use)
    try #require(try Needle.found(needles) == [])
  }

  /// Calls deep in the stack, so that the search does not overwrite the remains.
  @inline(never)
  private static func deepInTheStack(_ use: () throws -> [Needle]) rethrows -> [Needle] {
    var padding = InlineArray<16384, UInt64>(repeating: 0)
    let needles = try use()
    Wipe.value(&padding)
    return needles
  }

  @inline(never)
  private static func agreement() throws -> [Needle] {
    let key = try X25519.PrivateKey.generate(using: SystemRandom())
    let peer = try X25519.PrivateKey.generate(using: SystemRandom())
    return [
      Needle(key.rawRepresentation), Needle(try key.sharedSecret(with: peer.publicKey)),
    ]
  }

  @inline(never)
  private static func signing() throws -> [Needle] {
    let key = try Ed25519.PrivateKey.generate(using: SystemRandom())
    _ = key.signature(for: [1, 2, 3].span)
    let seed = key.rawRepresentation
    var hash = SHA512()
    seed.withBytes { hash.update($0) }
    let expanded = SecretBytes(count: 64) { hash.finalize(into: &$0) }
    return [Needle(seed), Needle(expanded), Needle(expanded, at: 40)]
  }

  @inline(never)
  private static func encapsulation() throws -> [Needle] {
    let key = try MLKEM768.PrivateKey.generate(using: SystemRandom())
    let sent = try key.publicKey.encapsulate(using: SystemRandom())
    let bytes = key.rawRepresentation
    // The start of s, and z, from which the secret of a wrong ciphertext is derived.
    return [
      Needle(bytes), Needle(bytes, at: 2376),
      Needle(try key.sharedSecret(from: sent.ciphertext.span)),
      Needle(try key.sharedSecret(from: [UInt8](repeating: 7, count: 1088).span)),
    ]
  }

  @inline(never)
  private static func derivation() throws -> [Needle] {
    var needles: [Needle] = []
    for hash in HashAlgorithm.allCases {
      let secret = try SecretBytes(randomCount: 40, from: SystemRandom())
      let key = HKDF.extract(hash, salt: SecretBytes(zeros: 0), secret: secret)
      let output = try HKDF.expand(hash, key: key, info: [1].span, byteCount: 100)
      let block = try TLS12PRF.derive(
        hash, secret: secret, label: "x", seed: [1].span, byteCount: 100)
      needles += [Needle(secret), Needle(key), Needle(output), Needle(block)]
    }
    let password = try SecretBytes(randomCount: 40, from: SystemRandom())
    for function in PBKDF2.PseudorandomFunction.allCases {
      let key = try password.withBytes {
        try PBKDF2.derive(
          function, password: $0, salt: [1].span, iterations: PBKDF2.IterationCount(2),
          byteCount: 32)
      }
      needles.append(Needle(key))
    }
    return needles + [Needle(password)]
  }

  /// The longest is the last, because freed blocks are soon used again.
  @inline(never)
  private static func readingCurves() throws -> [Needle] {
    let password = Array("apus".utf8)
    var needles: [Needle] = []
    for name in ["p256.aes256-SHA256", "ed25519", "p256.sec1", "p256", "p384", "p521"] {
      let text = try Fixture.bytes("keys/\(name).pem")
      let key = try SigningKey(pem: text.span, password: password.span)
      let algorithm = try #require(key.supportedAlgorithms.first)
      _ = try key.signature(for: [1, 2, 3].span, algorithm, using: SystemRandom())
      let bytes = key.rawRepresentation
      _ = key.pkcs8.count
      needles += Needle.anywhere(bytes) + Needle.anywhere(bytes.reversed())
    }
    return needles
  }

  @inline(never)
  private static func readingRSA() throws -> [Needle] {
    let password = Array("apus".utf8)
    var needles: [Needle] = []
    for name in ["rsa.locked", "rsa.pkcs1", "rsa"] {
      let text = try Fixture.bytes("keys/\(name).pem")
      let key = try SigningKey(pem: text.span, password: password.span)
      _ = try key.signature(for: [1, 2, 3].span, .rsaPSS(.sha256), using: SystemRandom())
      guard case .rsa(let numbers) = key else { return [] }
      needles += numbers.needles
    }
    return needles
  }
}

extension SigningKey {
  /// The bytes from which all others are derived.
  fileprivate var rawRepresentation: SecretBytes {
    switch self {
    case .p256(let key): key.rawRepresentation
    case .p384(let key): key.rawRepresentation
    case .p521(let key): key.rawRepresentation
    case .ed25519(let key): key.rawRepresentation
    case .rsa: SecretBytes(zeros: 0)
    case .rsaPSS: SecretBytes(zeros: 0)
    }
  }
}

extension SecretBytes {
  /// The bytes of a number's limbs in memory.
  fileprivate func reversed() -> SecretBytes {
    SecretBytes(count: count) { reversed in
      withBytes { bytes in
        for index in bytes.indices { reversed[count - 1 - index] = bytes[index] }
      }
    }
  }
}

extension RSA.PrivateKey {
  /// The numbers that are secret, each as bytes and as limbs.
  fileprivate var needles: [Needle] {
    first.modulus.value.needles + second.modulus.value.needles + first.exponent.needles
      + second.exponent.needles + coefficient.needles + privateExponent.needles
  }
}

extension Natural {
  fileprivate var needles: [Needle] {
    var bytes = SecretBytes(zeros: 8 * limbCount)
    bytes.withMutableBytes { write(bigEndian: &$0) }
    return Needle.anywhere(bytes) + Needle.anywhere(bytes.reversed())
  }
}

/// Sixteen bytes of a secret, in a form that is not the bytes themselves.
private struct Needle {
  private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
  #if DEBUG
    /// An unoptimized build only reads whole words.
    private static let shifts: UInt = 0
  #else
    private static let shifts: UInt = 7
  #endif
  let (low, high): (UInt64, UInt64)

  /// The bytes from the eighth on, which a clamped scalar and the key have in common.
  init(_ secret: borrowing SecretBytes, at offset: Int = 8) {
    (low, high) = secret.withBytes {
      (
        $0.littleEndian64(at: offset) &* Self.factor,
        $0.littleEndian64(at: offset + 8) &* Self.factor
      )
    }
  }

  /// Needles, one of which begins at a whole word for every place of the secret in memory.
  static func anywhere(_ secret: borrowing SecretBytes) -> [Needle] {
    var needles: [Needle] = []
    for offset in 8..<16 { needles.append(Needle(secret, at: offset)) }
    return needles
  }

  /// Returns the numbers of the needles that are in memory that the process can write.
  static func found(_ needles: [Needle]) throws -> [Int] {
    // The first list is only created for the memory that reading uses: the second finds it there.
    _ = try Files.contents(of: "/proc/self/maps")
    let list = try Files.contents(of: "/proc/self/maps")
    let lows = Set(needles.map(\.low))
    let found = writableRanges(in: list).flatMap { highs(behind: lows, in: $0) }
    return withExtendedLifetime(list) {
      needles.indices.filter { found.contains(needles[$0].high) }
    }
  }

  /// The bytes after each place of the first half of a needle.
  ///
  /// Sixteen bytes include a whole word at every offset, so words of zeros, which are most of
  /// memory, are skipped.
  @inline(never)
  private static func highs(behind lows: Set<UInt64>, in range: Range<UInt>) -> [UInt64] {
    var highs: [UInt64] = []
    var address = range.lowerBound &+ 8
    while address &+ 24 <= range.upperBound {
      if word(at: address) != 0 {
        for start in address &- shifts...address where lows.contains(word(at: start) &* factor) {
          highs.append(word(at: start &+ 8) &* factor)
        }
      }
      address &+= 8
    }
    return highs
  }

  @inline(__always)
  private static func word(at address: UInt) -> UInt64 {
    // SAFETY: the kernel lists the range as mapped and readable, and nothing is unmapped while the
    // only test of the process waits for this answer.
    unsafe UnsafeRawPointer(bitPattern: address)?.loadUnaligned(as: UInt64.self) ?? 0
  }

  /// The ranges of addresses that are readable and writable, of lines `7f00-7f80 rw-p …`.
  private static func writableRanges(in list: [UInt8]) -> [Range<UInt>] {
    list.split(separator: 0x0a).compactMap { line in
      let words = line.split(separator: 0x20)
      let bounds = words[0].split(separator: 0x2d).compactMap {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard words.count > 1, words[1].starts(with: "rw".utf8), bounds.count == 2 else {
        return nil
      }
      return bounds[0]..<bounds[1]
    }
  }
}
