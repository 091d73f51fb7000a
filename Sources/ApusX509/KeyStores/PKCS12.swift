public import ApusCrypto

extension X509 {
  /// A private key with its certificates, in one file that is encrypted with a password.
  ///
  /// Such files end in `.p12` or `.pfx`. RFC 7292.
  public struct PKCS12: ~Copyable, Sendable {
    /// The largest number of bytes of a file.
    public static let byteLimit = 1 << 20
    /// The largest number of certificates of a file.
    public static let certificateLimit = 64
    /// The largest number of bags and lists of bags of a file.
    public static let bagLimit = 256
    /// The largest number of certificates, and of bags and lists of bags, of a trust store.
    public static let trustStoreLimit = 4_096
    /// The largest number of iterations of all digests of a file together: 0.1 to 1 second of work.
    public static let iterationLimit = 1_500_000

    /// The certificate of the key first, then the others in the order of the file.
    public let certificates: [Certificate]
    /// The private key.
    public let key: SigningKey

    /// Reads a file, which must be all of the bytes, with a password in UTF-8.
    ///
    /// The file must contain one key and its certificate, be encrypted by PBES2 with AES if it is
    /// encrypted, and have an authentication code.
    ///
    /// With `allowingLegacyEncryption` it can also be encrypted with Triple DES or RC2, with a key
    /// derived by SHA-1, as in files of tools until about 2020. By default such a file is rejected:
    /// its password can be guessed much faster than that of a new file, and RC2 has keys of 40 bits
    /// in them.
    ///
    /// - Parameters:
    ///   - der: The bytes of the file.
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

    /// Reads a file with a limit on its iterations.
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

    /// Returns the private key and consumes the file; read the certificates before.
    public consuming func takeKey() -> SigningKey { key }
  }
}
