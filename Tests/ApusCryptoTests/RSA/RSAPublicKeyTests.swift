import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 8017 sections 8.1.2 and 8.2.2.
@Suite struct RSAPublicKeyTests {
  private let digest = HashAlgorithm.sha256.digest(of: Array("apus".utf8).span)

  private func error(
    _ modulus: [UInt8], _ exponent: [UInt8] = [1, 0, 1], allowingSmallModulus: Bool = false
  ) -> CryptoError? {
    do throws(CryptoError) {
      _ = try RSA.PublicKey(
        modulus: modulus.span, exponent: exponent.span, allowingSmallModulus: allowingSmallModulus)
      return nil
    } catch { return error }
  }

  private func modulus(bitCount: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xa5, count: (bitCount + 7) / 8)
    let top = UInt8((bitCount - 1) % 8)
    bytes[0] = 1 << top | (bytes[0] & (1 << top - 1))
    return bytes
  }

  @Test func `an RSA modulus must have 2048 to 8192 bits by default`() {
    #expect(error(modulus(bitCount: 2048)) == nil)
    #expect(error(modulus(bitCount: 8192)) == nil)
    for count in [0, 1, 1024, 2047, 8193] {
      let bytes = count == 0 ? [] : modulus(bitCount: count)
      #expect(error(bytes) == .modulusBitCountOutOfRange(count, allowed: 2048...8192))
    }
  }

  @Test func `a caller can allow an RSA modulus of at least 1024 bits`() {
    #expect(error(modulus(bitCount: 1024), allowingSmallModulus: true) == nil)
    #expect(
      error(modulus(bitCount: 1023), allowingSmallModulus: true)
        == .modulusBitCountOutOfRange(1023, allowed: 1024...8192))
    #expect(
      error(modulus(bitCount: 8193), allowingSmallModulus: true)
        == .modulusBitCountOutOfRange(8193, allowed: 1024...8192))
  }

  @Test func `an even RSA modulus is rejected`() {
    var even = modulus(bitCount: 2048)
    even[255] &= 0xfe
    #expect(error(even) == .evenModulus)
  }

  @Test func `an RSA exponent that is even or outside its limits is rejected`() {
    let modulus = modulus(bitCount: 2048)
    for good in [[3], [1, 0, 1], [1, 0xff, 0xff, 0xff, 0xff], [0, 0, 0, 0, 0, 0, 0, 0, 3]] {
      #expect(error(modulus, good.map { UInt8($0) }) == nil)
    }
    let bad: [[UInt8]] = [
      [], [0], [1], [2], [4], [1, 0, 0], [2, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0, 0, 1],
    ]
    for exponent in bad { #expect(error(modulus, exponent) == .exponentOutOfRange) }
  }

  @Test func `leading zeros of an RSA modulus are ignored`() throws {
    let bytes = modulus(bitCount: 2048)
    let padded = [0, 0] + bytes
    let key = try RSA.PublicKey(modulus: padded.span, exponent: [3].span)
    #expect(key.modulus == bytes)
    #expect(key.byteCount == 256)
    #expect(key == (try RSA.PublicKey(modulus: bytes.span, exponent: [3].span)))
    #expect(key != (try RSA.PublicKey(modulus: bytes.span, exponent: [5].span)))
    #expect(key.hashValue == (try RSA.PublicKey(modulus: bytes.span, exponent: [3].span)).hashValue)
  }

  @Test(arguments: [RSATestKey.odd1025, RSATestKey.even2048])
  func `RSA signatures of a second implementation are valid`(_ vector: RSATestKey) throws {
    let key = try vector.publicKey()
    let (pkcs1, pss) = (Bytes.hex(vector.pkcs1), Bytes.hex(vector.pss))
    #expect(key.accepts(pkcs1, .pkcs1(.sha256), digest))
    #expect(key.accepts(pss, .pss(.sha256), digest))
    #expect(!key.accepts(pss, .pkcs1(.sha256), digest))
    #expect(!key.accepts(pkcs1, .pss(.sha256), digest))
    #expect(!key.accepts(pss, .pss(.sha256, saltByteCount: 31), digest))
    #expect(!key.accepts(pss, .pss(.sha256, saltByteCount: 33), digest))
    #expect(!key.accepts(pss, .pss(.sha256, saltByteCount: -1), digest))
    #expect(!key.accepts(pss, .pss(.sha256, saltByteCount: .max), digest))
    #expect(!key.accepts(pss, .pss(.sha256, saltByteCount: .min), digest))
    let long = digest + Bytes.mixed(16, 1)
    #expect(!key.accepts(pkcs1, .pkcs1(.sha384), long))
    #expect(!key.accepts(pkcs1, .pkcs1(.sha256), long))
    #expect(!key.accepts(pss, .pss(.sha384, saltByteCount: 32), long))
  }

  @Test(arguments: [RSATestKey.odd1025, RSATestKey.even2048])
  func `a truncated or changed RSA signature is invalid`(_ vector: RSATestKey) throws {
    let key = try vector.publicKey()
    for (text, padding) in [
      (vector.pkcs1, RSA.Padding.pkcs1(.sha256)), (vector.pss, .pss(.sha256)),
    ] {
      let signature = Bytes.hex(text)
      for count in stride(from: 0, to: signature.count, by: 7) {
        #expect(!key.accepts(Array(signature.prefix(count)), padding, digest))
      }
      #expect(!key.accepts([0] + signature, padding, digest))
      #expect(!key.accepts(signature + [0], padding, digest))
      let step = sampleCount(40) > 1 ? 1 : 50
      for index in stride(from: 0, to: signature.count, by: step) {
        var changed = signature
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(!key.accepts(changed, padding, digest))
      }
    }
  }

  @Test func `an RSA signature at or above the modulus is invalid`() throws {
    let key = try RSATestKey.even2048.publicKey()
    // The number of a valid signature plus the modulus has the same power.
    let signature = Bytes.hex(RSATestKey.even2048.pkcs1)
    let wide = [UInt8](repeating: 0xff, count: 256)
    let sum = ReferenceArithmetic.sum(signature, key.modulus, modulo: wide)
    #expect(sum.lexicographicallyPrecedes(wide))
    #expect(!key.accepts(sum, .pkcs1(.sha256), digest))
    #expect(!key.accepts(key.modulus, .pkcs1(.sha256), digest))
    #expect(!key.accepts(wide, .pkcs1(.sha256), digest))
    #expect(!key.accepts([UInt8](repeating: 0, count: 256), .pkcs1(.sha256), digest))
  }
}

extension RSATestKey {
  func publicKey() throws -> RSA.PublicKey {
    let (n, e) = (Bytes.hex(n), Bytes.hex(e))
    return try RSA.PublicKey(modulus: n.span, exponent: e.span, allowingSmallModulus: true)
  }
}

extension RSA.PublicKey {
  /// Spans cannot pass through an expectation, arrays can.
  func accepts(_ signature: [UInt8], _ padding: RSA.Padding, _ digest: [UInt8]) -> Bool {
    isValid(signature: signature.span, padding, forDigest: digest.span)
  }
}
