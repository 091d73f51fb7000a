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
