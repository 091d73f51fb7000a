public import ApusCrypto

extension X509 {
  /// A private key with its certificates, as one file that a password locks.
  ///
  /// Such files end in `.p12` or `.pfx`. RFC 7292.
  public struct PKCS12: ~Copyable, Sendable {
    /// How many bytes a file may have.
    public static let byteLimit = 1 << 20
    /// How many certificates a file may have.
    public static let certificateLimit = 64
    /// How many bags and lists of bags a file may have.
    public static let bagLimit = 256
    /// The number of certificates, and of bags and lists of bags, that a trust store may have.
    public static let trustStoreLimit = 4_096
    /// How often all digests of a file may be iterated together: 0.1 to 1 second of work.
    public static let iterationLimit = 1_500_000

    /// The certificate of the key first, then the others in the order of the file.
    public let certificates: [Certificate]
    /// The private key.
    public let key: SigningKey

    /// Reads the file that is all of the bytes, with a password in UTF-8.
    ///
    /// It must hold one key and its certificate, be locked by PBES2 with AES where it is locked,
    /// and have a code that shows that it is whole.
    ///
    /// With `allowingLegacyEncryption` it may also be encrypted with Triple DES or RC2, with a key
    /// that SHA-1 makes of the password, as tools did until about 2020. By default such a file is
    /// rejected: its password can be guessed far sooner than that of a new file, and RC2 has keys
    /// of 40 bits there.
    public init(
      _ der: Span<UInt8>, password: Span<UInt8>, allowingSmallModulus: Bool = false,
      allowingLegacyEncryption: Bool = false
    ) throws(X509Error) {
      self = try Self.read(
        der, password: password, allowingSmallModulus: allowingSmallModulus,
        allowingLegacyEncryption: allowingLegacyEncryption, iterationLimit: Self.iterationLimit)
    }

    /// Reads a file that may ask for so many iterations.
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

    /// Hands the private key over; the certificates are to be asked for before.
    public consuming func takeKey() -> SigningKey { key }
  }
}
