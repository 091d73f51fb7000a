public import ApusASN1
public import ApusCrypto

extension X509 {
  /// A PKCS #12 file: a private key with its certificates, encrypted with a password.
  ///
  /// The names of PKCS #12 files end in `.p12` or `.pfx`. RFC 7292.
  public struct PKCS12: ~Copyable, Sendable {
    /// The maximum number of bytes of a PKCS #12 file.
    public static let byteLimit = 1 << 20
    /// The maximum number of certificates of a PKCS #12 file.
    public static let certificateLimit = 64
    /// The maximum number of bags in a PKCS #12 file. A list of bags counts as one bag.
    public static let bagLimit = 256
    /// The maximum number of certificates, and of bags, in a trust store. A list of bags counts as
    /// one bag.
    public static let trustStoreLimit = 4_096
    /// The maximum number of iterations of all digests in a PKCS #12 file, which take 0.1 to 1
    /// second together.
    public static let iterationLimit = 1_500_000

    /// The certificates of the file in their order, except that the certificate of the key is
    /// first.
    public let certificates: [Certificate]
    /// The private key of the PKCS #12 file.
    public let key: SigningKey

    /// Reads a PKCS #12 file, which must span all of the bytes, with a password in UTF-8.
    ///
    /// The file must contain one private key, the certificate of the key, and an authentication
    /// code. If the file is encrypted, the encryption must be PBES2 with AES.
    ///
    /// With `allowingLegacyEncryption`, the file can also be encrypted with Triple DES or RC2, with
    /// a key derived by SHA-1. Tools wrote such PKCS #12 files until about 2020. By default, a file
    /// with legacy encryption is rejected. An attacker can guess the password of a PKCS #12 file
    /// with legacy encryption much faster, and RC2 keys have only 40 bits in PKCS #12 files.
    ///
    /// - Parameters:
    ///   - der: The bytes of the PKCS #12 file.
    ///   - password: The password, in UTF-8.
    ///   - allowingSmallModulus: A Boolean value that indicates whether short RSA keys are
    ///     accepted; the default is false.
    ///   - allowingLegacyEncryption: A Boolean value that indicates whether Triple DES and RC2 are
    ///     accepted; the default is false.
    public init(
      _ der: Span<UInt8>, password: Span<UInt8>, allowingSmallModulus: Bool = false,
      allowingLegacyEncryption: Bool = false
    ) throws(X509Error) {
      self = try Self.read(
        der, password: password, allowingSmallModulus: allowingSmallModulus,
        allowingLegacyEncryption: allowingLegacyEncryption, iterationLimit: Self.iterationLimit)
    }

    /// Reads a PKCS #12 file with a limit on the number of iterations.
    ///
    /// RFC 7292 section 4.
    static func read(
      _ der: Span<UInt8>, password: Span<UInt8>, allowingSmallModulus: Bool,
      allowingLegacyEncryption: Bool = false, iterationLimit: Int
    ) throws(X509Error) -> PKCS12 {
      do throws(Problem) {
        var contents = Contents(
          iterationLimit: iterationLimit, allowingLegacyEncryption: allowingLegacyEncryption)
        try contents.read(der, password: password)
        return try contents.finish(allowingSmallModulus: allowingSmallModulus)
      } catch {
        throw .keyStore(error)
      }
    }

    init(_ certificates: [Certificate], _ key: consuming SigningKey) {
      self.certificates = certificates
      self.key = key
    }

    /// Returns the private key and consumes the PKCS #12 file.
    /// Read the certificates before you call the function.
    public consuming func takeKey() -> SigningKey { key }
  }
}

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
