internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// The digest of a complete certificate, which identifies the certificate for people and tools.
  public struct Fingerprint: Hashable, Sendable {
    /// The bytes of the certificate's digest.
    public let bytes: [UInt8]
  }
}

extension X509.Fingerprint: CustomStringConvertible {
  /// The digest of the certificate in lowercase hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}

extension X509.Certificate {
  /// The SHA-256 digest of the certificate.
  public var fingerprint: X509.Fingerprint { X509.Fingerprint(bytes: SHA256.digest(of: der)) }

  /// The SHA-1 digest of the certificate, for old tools only.
  /// Security must not depend on a SHA-1 digest.
  public var legacyFingerprint: X509.Fingerprint {
    X509.Fingerprint(bytes: InsecureSHA1.digest(of: der))
  }
}
