public import ApusASN1
internal import ApusBytes

/// The code by which a file of PKCS #12 shows that it is whole, and that a password is its own.
///
/// The key comes from hashing the password over and over, and is as long as a digest. RFC 7292
/// appendix B.2, for the key of a code and no other.
public enum PKCS12MAC {
  /// The hash function under the code.
  ///
  /// What breaks SHA-1 does not break a code made with it.
  public enum Function: Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha384, sha512

    /// The function of a name, if it is one of these.
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

  /// How many bytes salt and password may have.
  public static let inputLimit = 1024

  /// Whether a code is that of a content, in constant time.
  ///
  /// The password is text in UTF-8; bytes that are no text open nothing.
  public static func isValid(
    _ code: Span<UInt8>, _ function: Function, password: Span<UInt8>, salt: Span<UInt8>,
    iterations: PBKDF2.IterationCount, content: Span<UInt8>
  ) throws(CryptoError) -> Bool {
    let longest = max(password.count, salt.count)
    guard longest <= inputLimit else {
      throw .inputTooLong(byteCount: longest, limit: inputLimit)
    }
    guard let password = password16(password) else { return false }
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

  private static func isValid<Hash: HashFunction>(
    _ code: Span<UInt8>, _: Hash.Type, _ key: borrowing SecretBytes, _ content: Span<UInt8>
  ) -> Bool {
    let keyed = key.withBytes { KeyedHash<Hash>(key: $0) }
    keyed.update(content)
    let right = SecretBytes(count: Hash.byteCount) { keyed.finalize(into: &$0) }
    // PUBLIC: the verdict, for which the caller asks.
    return right.withBytes { ConstantTime.equal($0, code).declassified }
  }

  /// The password as UTF-16, the high byte first, with a zero behind it. RFC 7292 appendix B.1.
  private static func password16(_ password: Span<UInt8>) -> SecretBytes? {
    guard let text = try? UTF8Span(validating: password) else { return nil }
    // No scalar takes more bytes in UTF-16 than twice those it has in UTF-8.
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

  /// The digest of the digest … of the identifier, the salt, and the password, each repeated until
  /// it fills whole blocks. RFC 7292 appendix B.2.
  private static func derive<Hash: HashFunction>(
    _: Hash.Type, _ password: Span<UInt8>, _ salt: Span<UInt8>,
    _ iterations: PBKDF2.IterationCount
  ) -> SecretBytes {
    let block = Hash.blockByteCount
    let saltEnd = block + blocks(salt.count, block)
    let end = saltEnd + blocks(password.count, block)
    let first = SecretBytes(count: end) { bytes in
      for index in 0..<block { bytes[index] = 3 }
      for index in block..<saltEnd { bytes[index] = salt[(index - block) % salt.count] }
      for index in saltEnd..<end { bytes[index] = password[(index - saltEnd) % password.count] }
    }
    var hash = Hash()
    first.withBytes { hash.update($0) }
    return SecretBytes(count: Hash.byteCount) { digest in
      hash.finalize(into: &digest)
      for _ in 1..<iterations.value {
        hash.update(digest.span)
        hash.finalize(into: &digest)
      }
    }
  }

  /// How many bytes whole blocks have that so many bytes fill.
  private static func blocks(_ count: Int, _ block: Int) -> Int {
    (count + block - 1) / block * block
  }
}
