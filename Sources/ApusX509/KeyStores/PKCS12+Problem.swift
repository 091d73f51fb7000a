public import ApusASN1
public import ApusCrypto

extension X509.PKCS12 {
  /// The reason a PKCS #12 file could not be read.
  ///
  /// An offset in an error is counted from the first byte of the file, or of the decrypted content.
  public enum Problem: Error, Equatable, Sendable {
    /// The PKCS #12 file is not valid DER, or has a different structure.
    case malformed(ASN1Error)
    /// The version of the PKCS #12 file is not 3.
    case unsupportedVersion(Int)
    /// The PKCS #12 file has content that is neither plain nor encrypted with a password.
    case unsupportedContent(OID)
    /// The PKCS #12 file has no authentication code. Neither the integrity of the file nor the
    /// password can be checked.
    case noCode
    /// The authentication code of the PKCS #12 file has an unsupported algorithm.
    case unsupportedCode(OID)
    /// The PKCS #12 file has encrypted content, and the caller has given no password.
    case passwordNeeded
    /// The password is wrong, or the PKCS #12 file is damaged.
    case wrongPassword
    /// The PKCS #12 file is encrypted with Triple DES or RC2, which the caller has not allowed, or
    /// with an unsupported cipher.
    case legacyEncryption(OID)
    /// The content or the key of the PKCS #12 file is malformed or cannot be decrypted.
    case crypto(CryptoError)
    /// A certificate of the PKCS #12 file is malformed.
    indirect case certificate(X509Error)
    /// The PKCS #12 file, or a list in the file, exceeds a limit.
    case tooLong(limit: Int)
    /// The total number of iterations in the PKCS #12 file is less than 1 or greater than `limit`.
    case tooManyIterations(Int, limit: Int)
    /// The PKCS #12 file has no private key.
    case noKey
    /// The PKCS #12 file has more than one private key.
    case severalKeys
    /// No certificate of the PKCS #12 file has the public key of the private key.
    case noCertificateOfKey
  }
}

extension X509.PKCS12.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): "the file is not valid PKCS #12: \(error)"
    case .unsupportedVersion(let version):
      "the PKCS #12 file has the version \(version) instead of 3"
    case .unsupportedContent(let oid):
      "the PKCS #12 file has content of the unsupported kind \(oid.named)"
    case .noCode: "the PKCS #12 file has no authentication code; \(Self.conversion)"
    case .unsupportedCode(let oid):
      "the PKCS #12 file has the unsupported authentication code \(oid.named); \(Self.conversion)"
    case .passwordNeeded: "the PKCS #12 file is encrypted, but no password was given"
    case .wrongPassword: "the password of the PKCS #12 file is wrong, or the file is damaged"
    case .legacyEncryption(let oid):
      "the PKCS #12 file is encrypted with \(oid.named), which is "
        + (PKCS12PBEParameters.has(oid) || oid == .tripleDESCBC
          ? "supported only with legacy encryption allowed" : "not supported")
        + "; \(Self.conversion)"
    case .crypto(let error): error.description
    case .certificate(let error): error.description
    case .tooLong(let limit):
      "the PKCS #12 file, or a list in the file, has more than \(limit) bytes or values"
    case .tooManyIterations(let count, let limit):
      "the PKCS #12 file requires \(count) iterations, but only 1 to \(limit) "
        + "iterations are allowed"
    case .noKey: "the PKCS #12 file has no private key"
    case .severalKeys: "the PKCS #12 file has more than one private key"
    case .noCertificateOfKey: "the PKCS #12 file has no certificate for its private key"
    }
  }

  /// The commands that convert a PKCS #12 file to a supported form.
  private static let conversion =
    "convert the file: openssl pkcs12 -legacy -in OLD -nodes -out PLAIN && "
    + "openssl pkcs12 -export -in PLAIN -out NEW && shred -u PLAIN"
}

extension OID {
  fileprivate var named: String { name.map { "\(self) (\($0))" } ?? "\(self)" }
}
