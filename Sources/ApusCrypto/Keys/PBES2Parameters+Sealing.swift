internal import ApusASN1
public import ApusBytes

extension PBES2Parameters {
  /// Password-encrypted data, with the AlgorithmIdentifier of the encryption.
  public struct Sealed: Equatable, Sendable {
    /// The DER encoding of the AlgorithmIdentifier.
    public let algorithm: [UInt8]
    /// The bytes of the encrypted data.
    public let content: [UInt8]
  }

  /// Encrypts data with a password by PBKDF2 with HMAC-SHA-256 and AES-256 in CBC mode.
  ///
  /// RFC 8018 section 6.2.1. The salt and the initialization vector are random.
  ///
  /// - Parameters:
  ///   - data: The bytes to encrypt.
  ///   - password: The bytes of the password.
  ///   - iterations: The iteration count of the key derivation.
  ///   - random: The source of the salt and of the initialization vector.
  /// - Throws: `CryptoError.randomness` if the source of random bytes fails.
  public static func seal(
    _ data: Span<UInt8>, password: Span<UInt8>, iterations: PBKDF2.IterationCount,
    using random: some RandomSource
  ) throws(CryptoError) -> Sealed {
    let salt = try bytes(16, of: random)
    let vector = try bytes(AESCBC.blockByteCount, of: random)
    let key = try PBKDF2.derive(
      .hmacSHA256, password: password, salt: salt.span, iterations: iterations,
      byteCount: Cipher.aes256CBC.keyByteCount)
    let content = key.withBytes { key in
      let vector = vector.span
      return AESCBC.encipher(data, key: key, initializationVector: vector)
    }
    var writer = DERWriter()
    writer.writeAlgorithm(.pbes2) { parameters in
      parameters.writeSequence { fields in
        fields.writeAlgorithm(.pbkdf2) { parameters in
          parameters.writeSequence { fields in
            fields.writeOctetString(salt)
            fields.writeInteger(iterations.value)
            fields.writeAlgorithm(.hmacWithSHA256) { $0.writeNull() }
          }
        }
        fields.writeAlgorithm(.aes256CBC) { $0.writeOctetString(vector) }
      }
    }
    return Sealed(algorithm: writer.bytes, content: content)
  }

  private static func bytes(
    _ count: Int, of random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    do throws(RandomError) {
      return try random.bytes(count)
    } catch {
      throw .randomness(error)
    }
  }
}
