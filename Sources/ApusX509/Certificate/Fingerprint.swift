internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// The digest of a whole certificate, which identifies it for people and tools.
  public struct Fingerprint: Hashable, Sendable {
    /// The bytes of the digest.
    public let bytes: [UInt8]
  }
}

extension X509.Fingerprint: CustomStringConvertible {
  /// The digest in lowercase hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}

extension X509.Certificate {
  /// The SHA-256 of the certificate.
  public var fingerprint: X509.Fingerprint { X509.Fingerprint(bytes: SHA256.digest(of: der)) }

  /// The SHA-1 of the certificate, for old tools only; security must not depend on it.
  public var legacyFingerprint: X509.Fingerprint {
    X509.Fingerprint(bytes: InsecureSHA1.digest(of: der))
  }
}
