import ApusBytes
import CApus
import Testing

@testable import ApusCrypto

/// RFC 5116, with the answers of RFC 8439 and SP 800-38D.
@Suite struct AEADKeyTests {
  static let tiers = (0..<APUS_TIER_COUNT.rawValue).map { apus_tier(rawValue: $0) }

  static func tiers(of algorithm: AEADAlgorithm) -> [apus_tier] {
    tiers.filter { apus_aead_supports(algorithm.shim, $0) }
  }

  static let nonce = [UInt8](repeating: 7, count: 12)
  static let data: [UInt8] = [1, 2, 3]

  static func key(_ algorithm: AEADAlgorithm) throws -> AEADKey {
    try AEADKey(algorithm, [UInt8](repeating: 5, count: algorithm.keyByteCount).span)
  }

  static func text(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  @Test func `the test vectors cover every AEAD algorithm`() {
    #expect(AEADVector.all.count == 9)
    #expect(Set(AEADVector.all.map(\.algorithm)) == Set(AEADAlgorithm.allCases))
  }

  @Test(arguments: AEADVector.all)
  func `every AEAD implementation produces the known ciphertexts`(vector: AEADVector) throws {
    let tiers = Self.tiers(of: vector.algorithm)
    #expect(tiers.contains(APUS_TIER_PORTABLE))
    for tier in tiers {
      let key = try AEADKey(vector.algorithm, vector.key.span, tier: tier)
      let message = try key.seal(
        vector.plaintext.span, nonce: vector.nonce.span, additionalData: vector.additionalData.span)
      #expect(message == vector.message)
      let plaintext = try key.open(
        message.span, nonce: vector.nonce.span, additionalData: vector.additionalData.span)
      #expect(plaintext == vector.plaintext)
    }
  }

  @Test(arguments: AEADAlgorithm.allCases)
  func `all AEAD implementations agree for every length around their block sizes`(
    algorithm: AEADAlgorithm
  ) throws {
    let lengths =
      Array(0...66) + [127, 128, 129, 191, 192, 255, 256, 257, 511, 512, 513, 1215, 9000]
    let bytes = [UInt8](repeating: 9, count: algorithm.keyByteCount)
    let portable = try AEADKey(algorithm, bytes.span, tier: APUS_TIER_PORTABLE)
    for length in lengths {
      let text = Self.text(length)
      let message = try portable.seal(
        text.span, nonce: Self.nonce.span, additionalData: Self.data.span)
      for tier in Self.tiers(of: algorithm) {
        let key = try AEADKey(algorithm, bytes.span, tier: tier)
        let same = try key.seal(text.span, nonce: Self.nonce.span, additionalData: Self.data.span)
        #expect(same == message, "length \(length), tier \(tier.rawValue)")
        let opened = try key.open(
          message.span, nonce: Self.nonce.span, additionalData: Self.data.span)
        #expect(opened == text, "length \(length), tier \(tier.rawValue)")
      }
    }
  }

  @Test(arguments: AEADAlgorithm.allCases)
  func `sealing in place, into a span and into an array has the same result`(
    algorithm: AEADAlgorithm
  ) throws {
    let key = try Self.key(algorithm)
    for length in [0, 1, 100, 3000] {
      let text = Self.text(length)
      let message = try key.seal(text.span, nonce: Self.nonce.span, additionalData: Self.data.span)
      #expect(message.count == length + AEADAlgorithm.tagByteCount)

      var bytes = text + [UInt8](repeating: 0, count: AEADAlgorithm.tagByteCount)
      var span = bytes.mutableSpan
      try key.sealInPlace(&span, nonce: Self.nonce.span, additionalData: Self.data.span)
      #expect(bytes == message)
      span = bytes.mutableSpan
      try key.openInPlace(&span, nonce: Self.nonce.span, additionalData: Self.data.span)
      #expect(Array(bytes[..<length]) == text)

      let appended = try [UInt8](capacity: 1 + message.count) { output throws(CryptoError) in
        output.append(42)
        try key.seal(
          text.span, nonce: Self.nonce.span, additionalData: Self.data.span, into: &output)
      }
      #expect(appended == [42] + message)
      let opened = try [UInt8](capacity: 1 + length) { output throws(CryptoError) in
        output.append(42)
        try key.open(
          message.span, nonce: Self.nonce.span, additionalData: Self.data.span, into: &output)
      }
      #expect(opened == [42] + text)
    }
  }

  @Test(arguments: AEADAlgorithm.allCases)
  func `an AEAD key from secret bytes equals an AEAD key from plain bytes`(algorithm: AEADAlgorithm)
    throws
  {
    let bytes = [UInt8](repeating: 5, count: algorithm.keyByteCount)
    let key = try AEADKey(algorithm, SecretBytes(copying: bytes.span))
    let other = try Self.key(algorithm)
    #expect(key.algorithm == algorithm)
    #expect(
      try key.seal(bytes.span, nonce: Self.nonce.span, additionalData: Self.data.span)
        == other.seal(bytes.span, nonce: Self.nonce.span, additionalData: Self.data.span))
  }
}

/// Rejected messages, and the remaining bytes.
@Suite struct AEADKeyRefusalTests {
  static let nonce = AEADKeyTests.nonce
  static let data = AEADKeyTests.data

  @Test(arguments: AEADAlgorithm.allCases)
  func `every changed bit and every truncation of a message is rejected`(algorithm: AEADAlgorithm)
    throws
  {
    let key = try AEADKeyTests.key(algorithm)
    let message = try key.seal(
      AEADKeyTests.text(40).span, nonce: Self.nonce.span, additionalData: Self.data.span)
    for bit in 0..<message.count * 8 {
      var forged = message
      forged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CryptoError.authenticationFailed) {
        try key.open(forged.span, nonce: Self.nonce.span, additionalData: Self.data.span)
      }
    }
    for count in message.indices {
      #expect(throws: CryptoError.authenticationFailed) {
        try key.open(
          message.span.extracting(..<count), nonce: Self.nonce.span, additionalData: Self.data.span)
      }
    }
    #expect(throws: CryptoError.authenticationFailed) {
      try key.open(message.span, nonce: Self.nonce.span, additionalData: Self.nonce.span)
    }
    #expect(throws: CryptoError.authenticationFailed) {
      try key.open(
        message.span, nonce: [UInt8](repeating: 8, count: 12).span, additionalData: Self.data.span)
    }
  }

  @Test(arguments: AEADAlgorithm.allCases)
  func `a rejected message leaves no plaintext in the output`(algorithm: AEADAlgorithm) throws {
    let key = try AEADKeyTests.key(algorithm)
    let text = AEADKeyTests.text(700)
    var forged = try key.seal(text.span, nonce: Self.nonce.span, additionalData: Self.data.span)
    forged[712] ^= 1
    let output = [UInt8](capacity: 800) { output in
      #expect(throws: CryptoError.authenticationFailed) {
        try key.open(
          forged.span, nonce: Self.nonce.span, additionalData: Self.data.span, into: &output)
      }
    }
    #expect(output.isEmpty)
    #expect(throws: CryptoError.authenticationFailed) {
      var span = forged.mutableSpan
      try key.openInPlace(&span, nonce: Self.nonce.span, additionalData: Self.data.span)
    }
    #expect(Array(forged[..<700]) == [UInt8](repeating: 0, count: 700))
  }

  @Test(arguments: AEADAlgorithm.allCases)
  func `an AEAD key or nonce of a wrong length is rejected`(algorithm: AEADAlgorithm) throws {
    for count in 0...33 where count != algorithm.keyByteCount {
      #expect(throws: CryptoError.wrongByteCount(count, expected: algorithm.keyByteCount)) {
        _ = try AEADKey(algorithm, [UInt8](repeating: 1, count: count).span)
      }
    }
    let key = try AEADKeyTests.key(algorithm)
    for count in [0, 8, 11, 13, 16] {
      let nonce = [UInt8](repeating: 1, count: count)
      #expect(throws: CryptoError.wrongByteCount(count, expected: 12)) {
        try key.seal(Self.data.span, nonce: nonce.span, additionalData: Self.data.span)
      }
      #expect(throws: CryptoError.wrongByteCount(count, expected: 12)) {
        let message = [UInt8](repeating: 0, count: 32)
        _ = try key.open(message.span, nonce: nonce.span, additionalData: Self.data.span)
      }
    }
  }

  @Test func `a plaintext and additional data are accepted up to the byte limit`() throws {
    let limit = AEADAlgorithm.byteLimit
    try AEADKey.check(nonceCount: 12, dataCount: limit, textCount: limit)
    let error = CryptoError.inputTooLong(byteCount: limit + 1, limit: limit)
    #expect(throws: error) {
      try AEADKey.check(nonceCount: 12, dataCount: 0, textCount: limit + 1)
    }
    #expect(throws: error) {
      try AEADKey.check(nonceCount: 12, dataCount: limit + 1, textCount: 0)
    }
  }

  @Test func `the description of a crypto error names the failure`() {
    #expect(
      CryptoError.wrongByteCount(3, expected: 12).description
        == "the input has 3 bytes, but 12 bytes are required")
    #expect(
      CryptoError.authenticationFailed.description == "the encrypted message is damaged or forged")
  }
}
