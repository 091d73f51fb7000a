public import ApusASN1

/// The formats in which private keys are stored.
public enum PrivateKeyForm: Sendable, Hashable, CaseIterable {
  /// With its algorithm: `PrivateKeyInfo`.
  case pkcs8
  /// With its algorithm, and encrypted with a password: `EncryptedPrivateKeyInfo`.
  case encryptedPKCS8
  /// RSA only: `PKCS1.PrivateKey`.
  case pkcs1
  /// Elliptic curves only: `SEC1.PrivateKey`.
  case sec1

  /// Creates the format of a PEM label, if it is a label of private keys.
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

  /// Detects the format of DER by its first two fields; nil if it is none of these.
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
