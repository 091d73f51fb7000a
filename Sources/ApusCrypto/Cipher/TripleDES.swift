internal import ApusBytes

/// Deciphering with Triple DES in CBC mode, for old files of PKCS #12 and for nothing else.
///
/// Its blocks are short and it is slow: nothing new is to be locked with it, and nothing here
/// enciphers. Nothing is looked up by a secret: a substitution shifts constants by the secret
/// number, which takes the same time for every number on processors of today, and every
/// permutation moves bits between places that are known. FIPS 46-3, and SP 800-67.
enum TripleDES {
  /// How many bytes a key has: three of DES.
  static let keyByteCount = 24
  /// How many bytes a block and the first vector have.
  static let blockByteCount = 8

  /// Deciphers whole blocks; the padding at their end is left there.
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

  /// Three times DES: what the last key has enciphered, the middle one deciphered and the first
  /// enciphered. The permutations between them undo each other. SP 800-67 section 3.1.
  @inline(never)
  private static func deciphered(_ block: UInt64, _ schedule: Span<UInt8>) -> UInt64 {
    let permuted = DESTables.initial.moved(block)
    var (left, right) = (
      UInt32(truncatingIfNeeded: permuted >> 32), UInt32(truncatingIfNeeded: permuted)
    )
    for place in 0..<48 {
      // Halves are not exchanged behind the last round of each DES.
      if place % 16 == 0, place > 0 { swap(&left, &right) }
      let key = schedule.littleEndian64(at: 8 * place)
      (left, right) = (right, left ^ DESTables.mixed(right, key))
    }
    return DESTables.final.moved(UInt64(right) << 32 | UInt64(left))
  }

  /// The 48 round keys in the order in which deciphering takes them, of eight bytes each.
  @inline(never)
  private static func schedule(of key: Span<UInt8>) -> SecretBytes {
    SecretBytes(count: 48 * 8) { bytes in
      for part in 0..<3 {
        // The last key deciphers first; the middle one enciphers, in the order of its rounds.
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
