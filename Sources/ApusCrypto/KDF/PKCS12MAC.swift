public import ApusASN1
internal import ApusBytes

/// The authentication code of a PKCS #12 file, which proves its integrity and the password.
///
/// The key is derived from the password by iterated hashing, and is as long as a digest. RFC 7292
/// appendix B.2, only for the keys of authentication codes.
public enum PKCS12MAC {
  /// The hash function of the authentication code.
  ///
  /// The attacks on SHA-1 do not apply to HMAC with SHA-1.
  public enum Function: Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha384, sha512

    /// Creates the hash function with an object identifier, or returns `nil` if the hash function
    /// is unknown.
    public init?(_ oid: OID) {
      switch oid {
      case .sha1: self = .sha1
      case .sha256: self = .sha256
      case .sha384: self = .sha384
      case .sha512: self = .sha512
      default: return nil
      }
    }
  }

  /// The maximum number of bytes of a salt and of a password.
  public static let inputLimit = PKCS12KDF.inputLimit

  /// Returns whether an authentication code is valid for a content, in constant time.
  ///
  /// The password is text in UTF-8, and the code is never valid if the password is invalid UTF-8. A
  /// `nil` password has no bytes. An empty password differs from `nil`, because its encoding ends
  /// with a zero.
  public static func isValid(
    _ code: Span<UInt8>, _ function: Function, password: Span<UInt8>?, salt: Span<UInt8>,
    iterations: PBKDF2.IterationCount, content: Span<UInt8>
  ) throws(CryptoError) -> Bool {
    guard let password = try PKCS12KDF.password16(password, salt: salt) else { return false }
    let key = password.withBytes { password -> SecretBytes in
      switch function {
      case .sha1: derive(InsecureSHA1.self, password, salt, iterations)
      case .sha256: derive(SHA256.self, password, salt, iterations)
      case .sha384: derive(SHA384.self, password, salt, iterations)
      case .sha512: derive(SHA512.self, password, salt, iterations)
      }
    }
    return switch function {
    case .sha1: isValid(code, InsecureSHA1.self, key, content)
    case .sha256: isValid(code, SHA256.self, key, content)
    case .sha384: isValid(code, SHA384.self, key, content)
    case .sha512: isValid(code, SHA512.self, key, content)
    }
  }

  /// Returns the authentication code (MAC) of a content, with SHA-256.
  ///
  /// - Throws: `CryptoError` if the password is too long or is invalid UTF-8.
  public static func code(
    of content: Span<UInt8>, password: Span<UInt8>, salt: Span<UInt8>,
    iterations: PBKDF2.IterationCount
  ) throws(CryptoError) -> [UInt8] {
    guard let password = try PKCS12KDF.password16(password, salt: salt) else {
      throw .wrongPassword
    }
    let key = password.withBytes { derive(SHA256.self, $0, salt, iterations) }
    let keyed = key.withBytes { KeyedHash<SHA256>(key: $0) }
    keyed.update(content)
    var code = [UInt8](repeating: 0, count: SHA256.byteCount)
    var span = code.mutableSpan
    keyed.finalize(into: &span)
    return code
  }

  private static func derive<Hash: HashFunction>(
    _: Hash.Type, _ password: Span<UInt8>, _ salt: Span<UInt8>,
    _ iterations: PBKDF2.IterationCount
  ) -> SecretBytes {
    PKCS12KDF.derive(
      .codeKey, Hash.self, password: password, salt: salt, iterations: iterations,
      byteCount: Hash.byteCount)
  }

  private static func isValid<Hash: HashFunction>(
    _ code: Span<UInt8>, _: Hash.Type, _ key: borrowing SecretBytes, _ content: Span<UInt8>
  ) -> Bool {
    let keyed = key.withBytes { KeyedHash<Hash>(key: $0) }
    keyed.update(content)
    let right = SecretBytes(count: Hash.byteCount) { keyed.finalize(into: &$0) }
    // PUBLIC: the result of the comparison, which the caller needs.
    return right.withBytes { ConstantTime.equal($0, code).declassified }
  }
}
