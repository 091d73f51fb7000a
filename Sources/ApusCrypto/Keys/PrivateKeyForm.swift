public import ApusASN1

/// A format in which private keys are stored.
public enum PrivateKeyForm: Sendable, Hashable, CaseIterable {
  /// The PKCS #8 format `PrivateKeyInfo`, which contains the algorithm of the key.
  case pkcs8
  /// The PKCS #8 format `EncryptedPrivateKeyInfo`, which is encrypted with a password and contains
  /// the algorithm of the key.
  case encryptedPKCS8
  /// The PKCS #1 format `PKCS1.PrivateKey`, which is only for RSA keys.
  case pkcs1
  /// The SEC 1 format `SEC1.PrivateKey`, which is only for elliptic curve keys.
  case sec1

  /// Creates the private key format of a PEM label, or returns `nil` for other labels.
  ///
  /// RFC 7468 sections 10 and 11, RFC 5915 section 4.
  public init?(_ label: PEM.Label) {
    switch label {
    case .privateKey: self = .pkcs8
    case .encryptedPrivateKey: self = .encryptedPKCS8
    case .rsaPrivateKey: self = .pkcs1
    case .ecPrivateKey: self = .sec1
    default: return nil
    }
  }

  /// Detects the private key format of DER by its first two fields, or returns `nil` for an unknown
  /// format.
  ///
  ///     PKCS #8            SEQUENCE { INTEGER, SEQUENCE …
  ///     PKCS #8, locked    SEQUENCE { SEQUENCE, OCTET STRING …
  ///     PKCS #1            SEQUENCE { INTEGER, INTEGER …
  ///     SEC 1              SEQUENCE { INTEGER, OCTET STRING …
  ///
  /// RFC 5958 sections 2 and 3, RFC 8017 appendix A.1.2, RFC 5915 section 3.
  public init?(guessedFrom der: Span<UInt8>) {
    var reader = DERReader(der)
    guard var fields = try? reader.readSequence(in: der),
      let first = try? fields.readElement(in: der).tag,
      let second = try? fields.nextTag(in: der)
    else { return nil }
    switch (first, second) {
    case (.integer, .sequence): self = .pkcs8
    case (.sequence, .octetString): self = .encryptedPKCS8
    case (.integer, .integer): self = .pkcs1
    case (.integer, .octetString): self = .sec1
    default: return nil
    }
  }
}
