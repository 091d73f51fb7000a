public import ApusBytes

/// The key derivation function PBKDF2, which derives keys from the passwords of private keys.
/// RFC 8018 section 5.2.
public enum PBKDF2 {
  /// The pseudorandom function that PBKDF2 applies repeatedly.
  public enum PseudorandomFunction: Sendable, Hashable, CaseIterable {
    /// HMAC with SHA-1, which is the default in files that name no function. The attacks on SHA-1
    /// do not apply to HMAC.
    case hmacSHA1
    case hmacSHA256, hmacSHA384, hmacSHA512
  }

  /// The number of PBKDF2 iterations for each block, with a limit that bounds the running time.
  public struct IterationCount: Sendable, Hashable {
    /// The maximum iteration count in a file, which takes 5 to 15 seconds for one cipher key.
    public static let limit = 10_000_000

    /// The number of PBKDF2 iterations, from 1 to `limit`.
    public let value: Int

    /// Creates an iteration count, and throws an error for a count below 1 or above the limit.
    public init(_ value: Int) throws(CryptoError) {
      guard (1...Self.limit).contains(value) else {
        throw .iterationCountOutOfRange(value, limit: Self.limit)
      }
      self.value = value
    }
  }

  /// The maximum number of derived bytes, which exceeds the key length of every cipher.
  public static let outputLimit = 1024

  /// Derives a key from a password with PBKDF2.
  public static func derive(
    _ function: PseudorandomFunction, password: Span<UInt8>, salt: Span<UInt8>,
    iterations: IterationCount, byteCount: Int
  ) throws(CryptoError) -> SecretBytes {
    guard (0...outputLimit).contains(byteCount) else {
      throw .outputByteCountOutOfRange(byteCount, limit: outputLimit)
    }
    return switch function {
    case .hmacSHA1: run(KeyedHash<InsecureSHA1>(key: password), salt, iterations, byteCount)
    case .hmacSHA256: run(KeyedHash<SHA256>(key: password), salt, iterations, byteCount)
    case .hmacSHA384: run(KeyedHash<SHA384>(key: password), salt, iterations, byteCount)
    case .hmacSHA512: run(KeyedHash<SHA512>(key: password), salt, iterations, byteCount)
    }
  }

  /// Derives the PBKDF2 output in blocks. Each block is the XOR of U1 = PRF(salt + block number)
  /// and Ui = PRF(Ui-1).
  private static func run<Hash>(
    _ keyed: KeyedHash<Hash>, _ salt: Span<UInt8>, _ iterations: IterationCount, _ byteCount: Int
  ) -> SecretBytes {
    var link = SecretBytes(zeros: Hash.byteCount)
    return SecretBytes(count: byteCount) { output in
      var done = 0
      while done < byteCount {
        var number = ByteWriter(capacity: 4)
        number.write(UInt32(done / Hash.byteCount + 1))
        let count = min(Hash.byteCount, byteCount - done)
        keyed.update(salt)
        keyed.update(number.bytes.span)
        link.withMutableBytes { link in
          keyed.finalize(into: &link)
          for index in 0..<count { output[done + index] = link[index] }
          for _ in 1..<iterations.value {
            keyed.update(link.span)
            keyed.finalize(into: &link)
            for index in 0..<count { output[done + index] ^= link[index] }
          }
        }
        done += count
      }
    }
  }
}
