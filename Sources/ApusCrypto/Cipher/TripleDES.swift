internal import ApusBytes

/// Decryption with Triple DES in CBC mode, which is only for old PKCS #12 files and keys.
///
/// Triple DES is slow and has short blocks, so it must not protect new data. Encryption is not
/// supported. Secrets never select table entries. A substitution shifts constants by a secret
/// number, which takes constant time on current processors. Every permutation moves bits between
/// fixed positions. FIPS 46-3, and SP 800-67.
enum TripleDES {
  /// The number of bytes of a Triple DES key, which consists of three DES keys.
  static let keyByteCount = 24
  /// The number of bytes of a DES block and of the initialization vector.
  static let blockByteCount = 8

  /// Decrypts complete Triple DES blocks, and does not remove the padding at their end.
  static func decipher(
    _ ciphertext: Span<UInt8>, key: Span<UInt8>, initializationVector vector: Span<UInt8>
  ) -> SecretBytes {
    precondition(key.count == keyByteCount, "Triple DES has keys of 24 bytes")
    let plaintext = SecretBytes(count: ciphertext.count) { plaintext in
      decipher(ciphertext, schedule(of: key), vector, into: &plaintext)
    }
    Wipe.stack()
    return plaintext
  }

  @inline(never)
  private static func decipher(
    _ ciphertext: Span<UInt8>, _ schedule: borrowing SecretBytes, _ vector: Span<UInt8>,
    into plaintext: inout MutableSpan<UInt8>
  ) {
    schedule.withBytes { schedule in
      var previous = vector.bigEndian64(at: 0)
      for start in stride(from: 0, to: ciphertext.count, by: blockByteCount) {
        let block = ciphertext.bigEndian64(at: start)
        let plain = deciphered(block, schedule) ^ previous
        plaintext.storeLittleEndian(plain.byteSwapped, at: start)
        previous = block
      }
    }
  }

  /// Applies DES three times to a block.
  ///
  /// The method decrypts with the last key, encrypts with the middle key and decrypts with the
  /// first key. The permutations between the three steps undo each other. SP 800-67 section 3.1.
  @inline(never)
  private static func deciphered(_ block: UInt64, _ schedule: Span<UInt8>) -> UInt64 {
    let permuted = DESTables.initial.moved(block)
    var (left, right) = (
      UInt32(truncatingIfNeeded: permuted >> 32), UInt32(truncatingIfNeeded: permuted)
    )
    for place in 0..<48 {
      // The two halves of the block are not exchanged after the last round of each DES operation.
      if place % 16 == 0, place > 0 { swap(&left, &right) }
      let key = schedule.littleEndian64(at: 8 * place)
      (left, right) = (right, left ^ DESTables.mixed(right, key))
    }
    return DESTables.final.moved(UInt64(right) << 32 | UInt64(left))
  }

  /// Returns the 48 round keys of Triple DES in the order of decryption, with eight bytes each.
  @inline(never)
  private static func schedule(of key: Span<UInt8>) -> SecretBytes {
    SecretBytes(count: 48 * 8) { bytes in
      for part in 0..<3 {
        // The last key decrypts first. The middle key encrypts, so its round keys are in the order
        // of encryption.
        var halves = DESTables.keyChoice.moved(key.bigEndian64(at: 16 - 8 * part))
        for round in 0..<16 {
          halves = DESTables.rotated(halves, by: DESTables.keyRotations[round])
          let place = 16 * part + (part == 1 ? round : 15 - round)
          bytes.storeLittleEndian(DESTables.roundKeyChoice.moved(halves), at: 8 * place)
        }
      }
    }
  }
}
