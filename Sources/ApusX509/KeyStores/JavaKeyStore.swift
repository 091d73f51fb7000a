public import ApusASN1
internal import ApusBytes
public import ApusCrypto

extension X509 {
  /// A Java key store in the format JKS or JCEKS.
  ///
  /// Java has written PKCS #12 since version 9, which `X509.PKCS12` reads. The formats are those of
  /// `sun.security.provider.JavaKeyStore` and `com.sun.crypto.provider.JceKeyStore`. Integers in a
  /// key store begin with their high byte, and texts begin with their length in two bytes.
  ///
  ///     magic   FEEDFEED for JKS, CECECECE for JCEKS
  ///     version 1 or 2
  ///     count   the number of entries
  ///     entries tag (1 for a key, 2 for a certificate), alias, time in milliseconds, and
  ///             for a key its encrypted form and a chain, for a certificate the certificate
  ///     digest  the SHA-1 of the password in UTF-16, of "Mighty Aphrodite" and of the rest
  public struct JavaKeyStore: Sendable {
    /// The maximum number of bytes of a Java key store.
    public static let byteLimit = 8 << 20
    /// The maximum number of entries of a Java key store, and of certificates in a chain.
    public static let entryLimit = 4_096

    /// The file format of a Java key store.
    public enum Form: Hashable, Sendable {
      /// The format JKS, which was Java's default through Java 8.
      case jks
      /// The format JCEKS of Java's cryptography extension.
      case jceks
    }

    /// An entry of a Java key store.
    public struct Entry: Sendable {
      /// The name of the key store's entry.
      public let alias: String
      /// The creation time of the key store's entry.
      public let date: UnixTime
      /// The trusted certificate of the entry, or the certificate chain of a key, beginning with
      /// the key's own certificate.
      public let certificates: [Certificate]
      /// The encrypted private key as an `EncryptedPrivateKeyInfo`, or `nil` if the entry has no
      /// key.
      let lockedKey: [UInt8]?

      /// A Boolean value that indicates whether the entry contains a private key.
      public var hasKey: Bool { lockedKey != nil }
    }

    /// The file format of the Java key store.
    public let form: Form
    /// The entries of the Java key store in the order of the file.
    public let entries: [Entry]

    /// Reads a Java key store, which must span all of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the key store file.
    ///   - password: The password of the file in UTF-8. Without a password, the integrity of the
    ///     file is not checked. The certificates are not encrypted.
    /// - Throws: The problem of the key store file.
    public init(_ bytes: Span<UInt8>, password: Span<UInt8>?) throws(Problem) {
      guard bytes.count <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
      let size = InsecureSHA1.byteCount
      guard bytes.count > size else { throw .malformed }
      let end = bytes.count - size
      if let password {
        guard let wide = Self.utf16(password) else { throw .wrongPassword }
        var hash = InsecureSHA1()
        wide.withBytes { hash.update($0) }
        hash.update(Array("Mighty Aphrodite".utf8).span)
        hash.update(bytes.extracting(..<end))
        let digest = SecretBytes(count: size) { hash.finalize(into: &$0) }
        let isRight = digest.withBytes { ConstantTime.equal($0, bytes.extracting(end...)) }
        // PUBLIC: The caller learns the result of the password check, so the result is not secret.
        guard isRight.declassified else { throw .wrongPassword }
      }
      var reader = Reader(bytes.extracting(..<end).copy())
      (form, entries) = try reader.readFile()
    }

    /// The trusted certificates in the order of the file, without the certificate chains of keys.
    public var trustedCertificates: [Certificate] {
      entries.filter { !$0.hasKey }.flatMap(\.certificates)
    }

    /// Decrypts the private key of an entry.
    ///
    /// - Parameters:
    ///   - entry: An entry of the same key store that contains a key.
    ///   - password: The password of the key in UTF-8, often the password of the file.
    /// - Returns: The private key of the entry.
    /// - Throws: The problem of the private key.
    public func key(
      of entry: Entry, password: Span<UInt8>
    ) throws(Problem) -> SigningKey {
      guard let locked = entry.lockedKey else { throw .noKey }
      do throws(CryptoError) {
        let opened = try Self.open(locked.span, password)
        return try opened.withBytes { (der) throws(CryptoError) in try SigningKey(der: der) }
      } catch .wrongPassword {
        throw .wrongPassword
      } catch {
        throw .crypto(error)
      }
    }

    private static func open(
      _ der: Span<UInt8>, _ password: Span<UInt8>
    ) throws(CryptoError) -> SecretBytes {
      let info = try EncryptedPrivateKeyInfo(der)
      switch info.encryptionAlgorithm.oid {
      case .javaKeyProtector:
        guard let wide = utf16(password) else { throw .wrongPassword }
        return try wide.withBytes { (wide) throws(CryptoError) in
          try JavaKeyLock.open(jks: der.extracting(info.encryptedData), password: wide)
        }
      case .pbeWithMD5AndTripleDES:
        return try JavaKeyLock.open(jceks: info, in: der, password: password)
      default: throw .unsupportedEncryption(info.encryptionAlgorithm.oid)
      }
    }

    /// Returns the password in UTF-16 with the high byte first, or `nil` if the password is not
    /// valid UTF-8.
    private static func utf16(_ password: Span<UInt8>) -> SecretBytes? {
      guard let text = try? UTF8Span(validating: password) else { return nil }
      var wide = SecretBytes(zeros: 2 * password.count)
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
      return wide.withBytes { SecretBytes(copying: $0.extracting(..<count)) }
    }
  }
}

extension X509.JavaKeyStore {
  /// The reason a Java key store or a private key in a key store cannot be read.
  public enum Problem: Error, Equatable, Sendable {
    /// The key store file is not in the format JKS or JCEKS, or is truncated.
    case malformed
    /// The Java key store has an entry that is neither a private key nor a certificate.
    case unsupportedEntry(tag: Int)
    /// A certificate of the Java key store cannot be read.
    indirect case certificate(X509Error)
    /// The password is not the password of the Java key store or the key, or the file is damaged.
    case wrongPassword
    /// The private key cannot be decrypted.
    case crypto(CryptoError)
    /// The entry of the Java key store has no private key.
    case noKey
    /// The Java key store, or a list in the key store, exceeds a limit.
    case tooLong(limit: Int)
  }
}

extension X509.JavaKeyStore.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed: "the file is not a valid Java key store (JKS or JCEKS)"
    case .unsupportedEntry(let tag):
      "the key store has an entry of the unknown kind \(tag), which is neither a "
        + "private key nor a certificate"
    case .certificate(let error): error.description
    case .wrongPassword: "the password of the key store or the key is wrong, or the file is damaged"
    case .crypto(let error): error.description
    case .noKey: "the entry of the key store has no private key"
    case .tooLong(let limit):
      "the key store, or a list in the key store, has more than \(limit) bytes or values"
    }
  }
}
