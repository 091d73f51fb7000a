/// The encoding of a digest for RSASSA-PKCS1-v1_5 signatures.
///
///     EM = 00 01 PS 00 T              ; PS is ff, eight times or more
///     T  = DigestInfo ::= SEQUENCE {
///       digestAlgorithm SEQUENCE { OBJECT IDENTIFIER, NULL },
///       digest          OCTET STRING
///     }
///
/// The library never parses the encoding. The verification of a signature encodes the digest again
/// and compares all bytes, so each digest has one encoding. RFC 8017 section 9.2.
enum PKCS1Encoding {
  /// Encodes a digest with as many bytes as the RSA modulus. Every allowed modulus is long enough.
  static func encode(_ digest: Span<UInt8>, _ hash: HashAlgorithm, byteCount: Int) -> [UInt8] {
    let information = prefix(hash) + digest.copy()
    let paddingCount = byteCount - 3 - information.count
    precondition(paddingCount >= 8, "the modulus is too small for any digest")
    return [0, 1] + [UInt8](repeating: 0xff, count: paddingCount) + [0] + information
  }

  /// Returns the bytes of the DigestInfo before the digest: the object identifier
  /// 2.16.840.1.101.3.4.2 with 1, 2 or 3, NULL, and the lengths.
  private static func prefix(_ hash: HashAlgorithm) -> [UInt8] {
    let (arc, length): (UInt8, UInt8) =
      switch hash {
      case .sha256: (1, 32)
      case .sha384: (2, 48)
      case .sha512: (3, 64)
      }
    return [
      0x30, 17 + length, 0x30, 13, 0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, arc,
      0x05, 0, 0x04, length,
    ]
  }
}

/// The encoding of a digest for RSASSA-PSS signatures.
///
///     EM = maskedDB H bc
///     DB = 00 … 00 01 salt             ; under the mask MGF1(H)
///     H  = Hash(00 00 00 00 00 00 00 00 digest salt)
///
/// The encoding has one bit less than the modulus, and the unused bits of its first byte are zero.
/// RFC 8017 section 9.1.
struct PSSEncoding {
  let hash: HashAlgorithm
  let saltByteCount: Int
  /// The number of bits of the encoding, which is one less than the number of bits of the modulus.
  let bitCount: Int

  var byteCount: Int { (bitCount + 7) / 8 }

  /// The maximum number of bytes of a PSS salt.
  var saltLimit: Int { byteCount - hash.digestByteCount - 2 }

  /// The mask of the used bits in the first byte of the encoding.
  private var firstByteMask: UInt8 { 0xff >> UInt8(8 * byteCount - bitCount) }

  /// Encodes a digest with a salt for PSS. RFC 8017 section 9.1.1.
  func encode(_ digest: Span<UInt8>, salt: [UInt8]) -> [UInt8] {
    let h = hashed(digest, salt)
    var block = [UInt8](repeating: 0, count: saltLimit - salt.count) + [1] + salt
    applyMask(h, to: &block)
    block[0] &= firstByteMask
    return block + h + [0xbc]
  }

  /// Returns a Boolean value that indicates whether bytes are a PSS encoding of the digest. RFC
  /// 8017 section 9.1.2.
  func isValid(_ encoded: [UInt8], _ digest: Span<UInt8>) -> Bool {
    guard saltByteCount >= 0, saltByteCount <= saltLimit, encoded.count == byteCount,
      encoded[byteCount - 1] == 0xbc, encoded[0] & ~firstByteMask == 0
    else { return false }
    let blockCount = byteCount - hash.digestByteCount - 1
    let h = Array(encoded[blockCount..<byteCount - 1])
    var block = Array(encoded[..<blockCount])
    applyMask(h, to: &block)
    block[0] &= firstByteMask
    let zeroCount = saltLimit - saltByteCount
    guard block[..<zeroCount].allSatisfy({ $0 == 0 }), block[zeroCount] == 1 else { return false }
    return hashed(digest, Array(block[(zeroCount + 1)...])) == h
  }

  private func hashed(_ digest: Span<UInt8>, _ salt: [UInt8]) -> [UInt8] {
    var running = RunningHash(hash)
    running.update([UInt8](repeating: 0, count: 8))
    running.update(digest)
    running.update(salt)
    return running.finalize()
  }

  /// Applies the MGF1 mask of a seed to a block by XOR.
  ///
  /// The mask is a sequence of digests. Each digest covers the seed and a counter of four bytes.
  /// RFC 8017 section B.2.1.
  private func applyMask(_ seed: [UInt8], to block: inout [UInt8]) {
    var seeded = RunningHash(hash)
    seeded.update(seed)
    for start in stride(from: 0, to: block.count, by: hash.digestByteCount) {
      let counter = UInt16(truncatingIfNeeded: start / hash.digestByteCount)
      var running = seeded
      running.update([0, 0, UInt8(counter >> 8), UInt8(counter & 0xff)])
      let mask = running.finalize()
      for index in start..<min(start + mask.count, block.count) {
        block[index] ^= mask[index - start]
      }
    }
  }
}
