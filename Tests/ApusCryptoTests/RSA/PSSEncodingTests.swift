import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 8017 section 9.1.
@Suite struct PSSEncodingTests {
  private func isValid(_ encoding: PSSEncoding, _ encoded: [UInt8], _ digest: [UInt8]) -> Bool {
    encoding.isValid(encoded, digest.span)
  }

  @Test(arguments: [1023, 1024, 1025, 1031, 2047])
  func `a PSS encoding is valid for a modulus of any bit length`(bitCount: Int) {
    for hash in HashAlgorithm.allCases {
      let digest = Bytes.mixed(hash.digestByteCount, 1)
      let most = PSSEncoding(hash: hash, saltByteCount: 0, bitCount: bitCount).saltLimit
      for saltByteCount in [0, 1, most] {
        let encoding = PSSEncoding(hash: hash, saltByteCount: saltByteCount, bitCount: bitCount)
        let encoded = encoding.encode(digest.span, salt: Bytes.mixed(saltByteCount, 2))
        #expect(encoded.count == (bitCount + 7) / 8)
        #expect(isValid(encoding, encoded, digest))
        #expect(!isValid(encoding, encoded, Bytes.mixed(digest.count, 3)))
        let other = PSSEncoding(hash: hash, saltByteCount: saltByteCount + 1, bitCount: bitCount)
        #expect(!isValid(other, encoded, digest))
      }
    }
  }

  @Test func `a PSS encoding is invalid after a change of any bit`() {
    let encoding = PSSEncoding(hash: .sha256, saltByteCount: 20, bitCount: 1023)
    let digest = Bytes.mixed(32, 1)
    let encoded = encoding.encode(digest.span, salt: Bytes.mixed(20, 2))
    for bit in stride(from: 0, to: 1024, by: sampleCount(40) > 1 ? 1 : 11) {
      var changed = encoded
      changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      #expect(!isValid(encoding, changed, digest), "bit \(bit)")
    }
  }

  @Test func `a PSS encoding of a wrong length is rejected`() {
    let encoding = PSSEncoding(hash: .sha256, saltByteCount: 20, bitCount: 1023)
    let digest = Bytes.mixed(32, 1)
    let encoded = encoding.encode(digest.span, salt: Bytes.mixed(20, 2))
    #expect(!isValid(encoding, [], digest))
    #expect(!isValid(encoding, Array(encoded.dropFirst()), digest))
    #expect(!isValid(encoding, [0] + encoded, digest))
  }
}
