internal import ApusASN1
internal import ApusBytes

/// A private key that was read from a file, with its numbers and its optional public key.
///
/// The ranges are only valid in the closure that creates the key.
struct StoredPrivateKey {
  let key: PrivateKeyInfo.Key
  /// The range of the public key in the PKCS #8 structure. The SEC 1 structure has a separate
  /// public key.
  let publicKey: Range<Int>?

  private init(_ key: PrivateKeyInfo.Key) {
    self.key = key
    publicKey = nil
  }

  private init(_ info: PrivateKeyInfo, _ der: Span<UInt8>) throws(CryptoError) {
    key = try info.key(in: der)
    publicKey = info.publicKey
  }
}

extension StoredPrivateKey {
  /// Finds the first private key of a PEM text, and calls a closure with the private key.
  static func read<Key: ~Copyable>(
    pem text: Span<UInt8>, password: Span<UInt8>?,
    allowingLegacyEncryption isLegacyAllowed: Bool = false,
    _ body: (StoredPrivateKey, Span<UInt8>) throws(CryptoError) -> Key
  ) throws(CryptoError) -> Key {
    var scanner = PEM.Scanner()
    var first: PEM.Label?
    while let section = try next(&scanner, text) {
      first = first ?? section.label
      if let form = PrivateKeyForm(section.label) {
        guard section.headers != .encrypted else { throw .legacyEncryption }
        return try decoded(section, text).withBytes { (der) throws(CryptoError) in
          try read(form, der, password: password, isLegacyAllowed, body)
        }
      }
      guard !section.label.rawValue.utf8.suffix(12).elementsEqual(" PRIVATE KEY".utf8) else {
        throw .unsupportedKeyLabel(section.label)
      }
    }
    throw .noPrivateKey(found: first)
  }

  private static func next(
    _ scanner: inout PEM.Scanner, _ text: Span<UInt8>
  ) throws(CryptoError) -> PEM.Section? {
    do throws(ASN1Error) { return try scanner.next(in: text) } catch { throw .malformed(error) }
  }

  private static func decoded(
    _ section: PEM.Section, _ text: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    do throws(ASN1Error) { return try section.secret(in: text) } catch { throw .malformed(error) }
  }

  /// Reads a private key from all of the bytes in a detected format, and calls a closure with the
  /// private key.
  static func read<Key: ~Copyable>(
    der: Span<UInt8>, password: Span<UInt8>?,
    allowingLegacyEncryption isLegacyAllowed: Bool = false,
    _ body: (StoredPrivateKey, Span<UInt8>) throws(CryptoError) -> Key
  ) throws(CryptoError) -> Key {
    try read(
      PrivateKeyForm(guessedFrom: der) ?? .pkcs8, der, password: password, isLegacyAllowed, body)
  }

  private static func read<Key: ~Copyable>(
    _ form: PrivateKeyForm, _ der: Span<UInt8>, password: Span<UInt8>?, _ isLegacyAllowed: Bool,
    _ body: (StoredPrivateKey, Span<UInt8>) throws(CryptoError) -> Key
  ) throws(CryptoError) -> Key {
    switch form {
    case .pkcs8: return try body(StoredPrivateKey(PrivateKeyInfo(der), der), der)
    case .pkcs1:
      return try body(StoredPrivateKey(.rsa(PKCS1.PrivateKey(der.indices, in: der))), der)
    case .sec1: return try body(StoredPrivateKey(.ec(SEC1.PrivateKey(der.indices, in: der))), der)
    case .encryptedPKCS8:
      let locked = try EncryptedPrivateKeyInfo(der)
      guard let password else { throw .passwordNeeded }
      return try read(locked, der, password: password, isLegacyAllowed, body)
    }
  }

  private static func read<Key: ~Copyable>(
    _ locked: EncryptedPrivateKeyInfo, _ der: Span<UInt8>, password: Span<UInt8>,
    _ isLegacyAllowed: Bool,
    _ body: (StoredPrivateKey, Span<UInt8>) throws(CryptoError) -> Key
  ) throws(CryptoError) -> Key {
    let plaintext = try locked.open(
      in: der, password: password, allowingLegacyEncryption: isLegacyAllowed)
    return try plaintext.withBytes { (der) throws(CryptoError) in
      // A wrong password and a damaged file cause the same error in every check.
      guard let info = try? PrivateKeyInfo(der) else { throw .wrongPassword }
      return try body(StoredPrivateKey(info, der), der)
    }
  }
}
