internal import ApusBytes

/// Decryption with RC2 in CBC mode, which is only for old PKCS #12 files.
///
/// RC2 is broken because of its short keys. The running time of the decryption depends on secret
/// bytes, because the bytes are indexes of tables. Encryption is not supported. RFC 2268.
enum RC2 {
  /// The number of bytes of an RC2 block and of the initialization vector.
  static let blockByteCount = 8

  /// Decrypts complete RC2 blocks, and does not remove the padding at their end.
  ///
  /// All bits of the key are effective, although RFC 2268 section 2 also allows fewer effective
  /// bits.
  static func decipher(
    _ ciphertext: Span<UInt8>, key: Span<UInt8>, initializationVector vector: Span<UInt8>
  ) -> SecretBytes {
    precondition(1...128 ~= key.count, "RC2 has keys of 1 to 128 bytes")
    let expanded = expanded(key)
    let plaintext = expanded.withBytes { keys in
      SecretBytes(count: ciphertext.count) { plaintext in
        var previous = vector.littleEndian64(at: 0)
        for start in stride(from: 0, to: ciphertext.count, by: blockByteCount) {
          let block = ciphertext.littleEndian64(at: start)
          plaintext.storeLittleEndian(deciphered(block, keys) ^ previous, at: start)
          previous = block
        }
      }
    }
    Wipe.stack()
    return plaintext
  }

  /// Returns the 64 words of the expanded RC2 key, with the low byte of each word first. RFC 2268
  /// section 2.
  private static func expanded(_ key: Span<UInt8>) -> SecretBytes {
    SecretBytes(count: 128) { bytes in
      let count = key.count
      for index in 0..<count { bytes[index] = key[index] }
      for index in count..<128 {
        bytes[index] = substitution[Int(bytes[index - 1] &+ bytes[index - count])]
      }
      bytes[128 - count] = substitution[Int(bytes[128 - count])]
      for index in (0..<128 - count).reversed() {
        bytes[index] = substitution[Int(bytes[index + 1] ^ bytes[index + count])]
      }
    }
  }

  /// Decrypts one RC2 block.
  ///
  /// The method reverses five mixing rounds, one mashing round, six mixing rounds, one mashing
  /// round and five mixing rounds. RFC 2268 section 4.
  private static func deciphered(_ block: UInt64, _ keys: Span<UInt8>) -> UInt64 {
    var words = (0..<4).map { UInt16(truncatingIfNeeded: block &>> (16 &* UInt64($0))) }
    for round in (0..<16).reversed() {
      unmix(&words, round, keys)
      if round == 11 || round == 5 { unmash(&words, keys) }
    }
    return words.reversed().reduce(0) { $0 &<< 16 | UInt64($1) }
  }

  private static func unmix(_ words: inout [UInt16], _ round: Int, _ keys: Span<UInt8>) {
    for place in (0..<4).reversed() {
      let (one, two, three) = (
        words[(place + 3) % 4], words[(place + 2) % 4], words[(place + 1) % 4]
      )
      let distance = place == 3 ? UInt16(5) : UInt16(place + 1)
      let turned = words[place] &>> distance | words[place] &<< (16 - distance)
      words[place] = turned &- key(4 * round + place, keys) &- (one & two) &- (~one & three)
    }
  }

  private static func unmash(_ words: inout [UInt16], _ keys: Span<UInt8>) {
    for place in (0..<4).reversed() {
      words[place] = words[place] &- key(Int(words[(place + 3) % 4] & 63), keys)
    }
  }

  private static func key(_ index: Int, _ keys: Span<UInt8>) -> UInt16 {
    UInt16(keys[2 * index]) | UInt16(keys[2 * index + 1]) << 8
  }

  /// The substitution table PITABLE of RC2, which is based on the digits of pi. RFC 2268 section 2.
  private static let substitution: [UInt8] = [
    0xd9, 0x78, 0xf9, 0xc4, 0x19, 0xdd, 0xb5, 0xed, 0x28, 0xe9, 0xfd, 0x79,
    0x4a, 0xa0, 0xd8, 0x9d, 0xc6, 0x7e, 0x37, 0x83, 0x2b, 0x76, 0x53, 0x8e,
    0x62, 0x4c, 0x64, 0x88, 0x44, 0x8b, 0xfb, 0xa2, 0x17, 0x9a, 0x59, 0xf5,
    0x87, 0xb3, 0x4f, 0x13, 0x61, 0x45, 0x6d, 0x8d, 0x09, 0x81, 0x7d, 0x32,
    0xbd, 0x8f, 0x40, 0xeb, 0x86, 0xb7, 0x7b, 0x0b, 0xf0, 0x95, 0x21, 0x22,
    0x5c, 0x6b, 0x4e, 0x82, 0x54, 0xd6, 0x65, 0x93, 0xce, 0x60, 0xb2, 0x1c,
    0x73, 0x56, 0xc0, 0x14, 0xa7, 0x8c, 0xf1, 0xdc, 0x12, 0x75, 0xca, 0x1f,
    0x3b, 0xbe, 0xe4, 0xd1, 0x42, 0x3d, 0xd4, 0x30, 0xa3, 0x3c, 0xb6, 0x26,
    0x6f, 0xbf, 0x0e, 0xda, 0x46, 0x69, 0x07, 0x57, 0x27, 0xf2, 0x1d, 0x9b,
    0xbc, 0x94, 0x43, 0x03, 0xf8, 0x11, 0xc7, 0xf6, 0x90, 0xef, 0x3e, 0xe7,
    0x06, 0xc3, 0xd5, 0x2f, 0xc8, 0x66, 0x1e, 0xd7, 0x08, 0xe8, 0xea, 0xde,
    0x80, 0x52, 0xee, 0xf7, 0x84, 0xaa, 0x72, 0xac, 0x35, 0x4d, 0x6a, 0x2a,
    0x96, 0x1a, 0xd2, 0x71, 0x5a, 0x15, 0x49, 0x74, 0x4b, 0x9f, 0xd0, 0x5e,
    0x04, 0x18, 0xa4, 0xec, 0xc2, 0xe0, 0x41, 0x6e, 0x0f, 0x51, 0xcb, 0xcc,
    0x24, 0x91, 0xaf, 0x50, 0xa1, 0xf4, 0x70, 0x39, 0x99, 0x7c, 0x3a, 0x85,
    0x23, 0xb8, 0xb4, 0x7a, 0xfc, 0x02, 0x36, 0x5b, 0x25, 0x55, 0x97, 0x31,
    0x2d, 0x5d, 0xfa, 0x98, 0xe3, 0x8a, 0x92, 0xae, 0x05, 0xdf, 0x29, 0x10,
    0x67, 0x6c, 0xba, 0xc9, 0xd3, 0x00, 0xe6, 0xcf, 0xe1, 0x9e, 0xa8, 0x2c,
    0x63, 0x16, 0x01, 0x3f, 0x58, 0xe2, 0x89, 0xa9, 0x0d, 0x38, 0x34, 0x1b,
    0xab, 0x33, 0xff, 0xb0, 0xbb, 0x48, 0x0c, 0x5f, 0xb9, 0xb1, 0xcd, 0x2e,
    0xc5, 0xf3, 0xdb, 0x47, 0xe5, 0xa5, 0x9c, 0x77, 0x0a, 0xa6, 0x20, 0x68,
    0xfe, 0x7f, 0xc1, 0xad,
  ]
}
