internal import ApusBytes

/// The password-based key derivation of PKCS #12, for old encrypted files and for the
/// authentication code of every file. RFC 7292 appendix B.
enum PKCS12KDF {
  /// The purpose of the bytes that are derived from a password. RFC 7292 appendix B.3.
  enum Purpose: UInt8 {
    case cipherKey = 1
    case initializationVector = 2
    case codeKey = 3
  }

  /// The maximum number of bytes of a salt and of a password.
  static let inputLimit = 1024

  /// Throws an error if the password or the salt exceeds the maximum length.
  static func hold(_ password: Span<UInt8>, _ salt: Span<UInt8>) throws(CryptoError) {
    let longest = max(password.count, salt.count)
    guard longest <= inputLimit else {
      throw .inputTooLong(byteCount: longest, limit: inputLimit)
    }
  }

  /// Returns the password in the form for the key derivation.
  ///
  /// The result is empty for the NULL password, and `nil` if the password is invalid UTF-8. RFC
  /// 7292 appendix B.1 does not define a NULL password, but old tools write files with a NULL
  /// password.
  static func password16(
    _ password: Span<UInt8>?, salt: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes? {
    guard let password else {
      try hold(salt, salt)
      return SecretBytes(zeros: 0)
    }
    try hold(password, salt)
    return password16(password)
  }

  /// Returns the password in UTF-16 with the high byte of each code unit first, followed by a zero.
  ///
  /// The result is `nil` if the password is invalid UTF-8. RFC 7292 appendix B.1.
  static func password16(_ password: Span<UInt8>) -> SecretBytes? {
    guard let text = try? UTF8Span(validating: password) else { return nil }
    // The UTF-16 encoding of every scalar needs at most twice as many bytes as its UTF-8 encoding.
    var wide = SecretBytes(zeros: 2 * password.count + 2)
    var count = 0
    wide.withMutableBytes { wide in
      var scalars = text.makeUnicodeScalarIterator()
      while let scalar = scalars.next() {
        for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
          wide[count] = UInt8(unit >> 8)
          wide[count + 1] = UInt8(truncatingIfNeeded: unit)
          count += 2
        }
      }
    }
    return wide.withBytes { SecretBytes(copying: $0.extracting(..<(count + 2))) }
  }

  /// Returns the number of digests that cover a number of output bytes. Each digest is iterated.
  static func digestCount<Hash: HashFunction>(_ byteCount: Int, _: Hash.Type) -> Int {
    (byteCount + Hash.byteCount - 1) / Hash.byteCount
  }

  /// Derives bytes from a password in UTF-16.
  ///
  /// Each part of the output is an iterated digest. The input of the first digest is the purpose,
  /// the salt and the password, each repeated to fill whole blocks. For the next part, the last
  /// digest is added to every block of the salt and the password. RFC 7292 appendix B.2.
  static func derive<Hash: HashFunction>(
    _ purpose: Purpose, _: Hash.Type, password: Span<UInt8>, salt: Span<UInt8>,
    iterations: PBKDF2.IterationCount, byteCount: Int
  ) -> SecretBytes {
    let block = Hash.blockByteCount
    var first = start(purpose, block, password: password, salt: salt)
    var digest = SecretBytes(zeros: Hash.byteCount)
    return SecretBytes(count: byteCount) { output in
      var done = 0
      while done < byteCount {
        iterate(first, iterations, Hash.self, into: &digest)
        let count = min(Hash.byteCount, byteCount - done)
        digest.withBytes { digest in
          for index in 0..<count { output[done + index] = digest[index] }
        }
        done += count
        if done < byteCount { add(digest, to: &first, block) }
      }
    }
  }

  /// Returns D, S and P, which are the purpose, the salt and the password, each repeated to fill
  /// whole blocks.
  private static func start(
    _ purpose: Purpose, _ block: Int, password: Span<UInt8>, salt: Span<UInt8>
  ) -> SecretBytes {
    let saltEnd = block + blocks(salt.count, block)
    let end = saltEnd + blocks(password.count, block)
    return SecretBytes(count: end) { bytes in
      for index in 0..<block { bytes[index] = purpose.rawValue }
      for index in block..<saltEnd { bytes[index] = salt[(index - block) % salt.count] }
      for index in saltEnd..<end { bytes[index] = password[(index - saltEnd) % password.count] }
    }
  }

  private static func iterate<Hash: HashFunction>(
    _ first: borrowing SecretBytes, _ iterations: PBKDF2.IterationCount, _: Hash.Type,
    into digest: inout SecretBytes
  ) {
    var hash = Hash()
    first.withBytes { hash.update($0) }
    digest.withMutableBytes { digest in
      hash.finalize(into: &digest)
      for _ in 1..<iterations.value {
        hash.update(digest.span)
        hash.finalize(into: &digest)
      }
    }
  }

  /// Replaces each block of the salt and the password by the sum of the block, the repeated digest
  /// and one.
  ///
  /// The blocks are added as big-endian numbers, and the carry out of the block is dropped. RFC
  /// 7292 appendix B.2, step 6.
  private static func add(
    _ digest: borrowing SecretBytes, to first: inout SecretBytes, _ block: Int
  ) {
    digest.withBytes { digest in
      first.withMutableBytes { first in
        for start in stride(from: block, to: first.count, by: block) {
          var carry: UInt16 = 1
          for index in (0..<block).reversed() {
            let sum = UInt16(first[start + index]) + UInt16(digest[index % digest.count]) + carry
            first[start + index] = UInt8(truncatingIfNeeded: sum)
            carry = sum >> 8
          }
        }
      }
    }
  }

  /// Returns a number of bytes, rounded up to whole blocks.
  private static func blocks(_ count: Int, _ block: Int) -> Int {
    (count + block - 1) / block * block
  }
}
