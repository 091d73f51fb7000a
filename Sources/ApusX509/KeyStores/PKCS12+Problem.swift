public import ApusASN1
public import ApusCrypto

extension X509.PKCS12 {
  /// Why a file of PKCS #12 could not be read.
  ///
  /// Offsets are counted from the first byte of the file, and within what was locked from the first
  /// byte of that.
  public enum Problem: Error, Equatable, Sendable {
    /// The file is not DER, or is of another structure.
    case malformed(ASN1Error)
    /// A version other than the one that there is.
    case unsupportedVersion(Int)
    /// A content that is neither plain nor locked by a password.
    case unsupportedContent(OID)
    /// Nothing shows that the file is whole, nor whether the password is its own.
    case noCode
    /// A code of a kind that is not supported.
    case unsupportedCode(OID)
    /// A content that a password locks, and none was given.
    case passwordNeeded
    /// A password that is not the file's, or a file that was damaged.
    case wrongPassword
    /// A content that is locked as old tools did it, with Triple DES or RC2, and that has not been
    /// allowed; or with a cipher that is not supported.
    case legacyEncryption(OID)
    /// A content or a key that cannot be opened or is none.
    case crypto(CryptoError)
    /// A certificate that is none.
    indirect case certificate(X509Error)
    /// A file, or a list in it, that is longer than allowed.
    case tooLong(limit: Int)
    /// So many iterations, the file's all together, where from 1 to `limit` are computed.
    case tooManyIterations(Int, limit: Int)
    /// There is no private key.
    case noKey
    /// There is more than one private key.
    case severalKeys
    /// No certificate is that of the key.
    case noCertificateOfKey
  }
}

extension X509.PKCS12.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): "the file is not in the form of PKCS #12: \(error)"
    case .unsupportedVersion(let version): "the version \(version) is not 3"
    case .unsupportedContent(let oid): "a content of the kind \(oid.named) is not supported"
    case .noCode: "the file has no code that shows that it is whole; \(Self.conversion)"
    case .unsupportedCode(let oid):
      "a code of the kind \(oid.named) is not supported; \(Self.conversion)"
    case .passwordNeeded: "a password locks the file, and none was given"
    case .wrongPassword: "the password does not open the file, or the file is damaged"
    case .legacyEncryption(let oid):
      "the file is locked with \(oid.named), which is "
        + (PKCS12PBEParameters.has(oid) || oid == .tripleDESCBC
          ? "read where legacy encryption is allowed" : "not supported") + "; \(Self.conversion)"
    case .crypto(let error): error.description
    case .certificate(let error): error.description
    case .tooLong(let limit): "the file, or a list in it, has more than \(limit) bytes or values"
    case .tooManyIterations(let count, let limit):
      "the file asks for \(count) iterations, and 1 to \(limit) are computed"
    case .noKey: "the file has no private key"
    case .severalKeys: "the file has more than one private key"
    case .noCertificateOfKey: "the file has no certificate of its private key"
    }
  }

  /// The commands that bring a file into the form that is read.
  private static let conversion =
    "convert it: openssl pkcs12 -legacy -in OLD -nodes -out PLAIN && "
    + "openssl pkcs12 -export -in PLAIN -out NEW && shred -u PLAIN"
}

extension OID {
  fileprivate var named: String { name.map { "\(self) (\($0))" } ?? "\(self)" }
}
