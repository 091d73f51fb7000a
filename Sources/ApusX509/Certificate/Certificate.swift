public import ApusASN1
internal import ApusBytes
public import ApusCrypto

extension X509 {
  /// An X.509 certificate.
  ///
  ///     let certificate = try X509.Certificate(pem: text)
  ///     print(certificate.subject, certificate.issuer)
  ///
  /// A certificate owns its DER and stores the range of each field. The extensions and the key are
  /// decoded on request. Reading a certificate therefore takes little more time than one pass over
  /// the bytes. A copy of a certificate is a reference to the same storage. Two certificates are
  /// equal if their bytes are equal.
  public struct Certificate: Sendable {
    /// The maximum number of bytes of a certificate.
    public static let byteLimit = 1 << 20
    /// The maximum number of extensions of a certificate.
    public static let extensionLimit = EncodedExtension.listLimit

    let fields: Fields

    /// Reads a certificate only to display it. The certificate must span all of the bytes.
    ///
    /// The initializer tolerates understandable violations of DER and RFC 5280, and stores them in
    /// `flaws`. Tolerated flaws are encoded default values, two different signature algorithms,
    /// dates in other forms, fields of other versions, malformed text in names, duplicate
    /// extensions and trailing bytes. No verifier trusts a certificate with flaws.
    ///
    /// - Parameter der: The bytes of the certificate.
    public init(tolerating der: [UInt8]) throws(X509Error) {
      fields = try Fields(der, Flaws(areTolerated: true))
    }

    /// Reads a certificate, which must span all of the bytes.
    ///
    /// - Parameter der: The bytes of the certificate, in DER.
    public init(_ der: [UInt8]) throws(X509Error) {
      fields = try Fields(der)
    }

    /// Reads a certificate, which must span all of the bytes.
    ///
    /// - Parameter der: The bytes of the certificate, in DER.
    public init(_ der: Span<UInt8>) throws(X509Error) {
      guard der.count <= Self.byteLimit else {
        throw .tooMany(.certificate, limit: Self.byteLimit)
      }
      fields = try Fields(der.copy())
    }
  }
}

extension X509.Certificate {
  /// The violations that the tolerant initializer ignored.
  /// The list of violations is empty after a strict reading.
  public var flaws: [X509Error] { fields.flaws }
  /// The DER of the certificate.
  public var der: [UInt8] { fields.der }
  /// The range of the certificate's signed bytes, which are the TBSCertificate.
  public var signedRange: Range<Int> { fields.signed }
  /// The version of the certificate.
  public var version: X509.Version { fields.version }
  /// The range of the serial number's content in the certificate's DER.
  public var serialNumberRange: Range<Int> { fields.serialNumber }
  /// The algorithm of the certificate's signature, which is the same in the signed and the unsigned
  /// field.
  public var signatureAlgorithm: AlgorithmIdentifier { fields.signatureAlgorithm }
  /// The range of the issuer name in the certificate's DER.
  public var issuerRange: Range<Int> { fields.issuer }
  /// The validity period of the certificate.
  public var validity: X509.Validity { fields.validity }
  /// The range of the subject name in the certificate's DER.
  public var subjectRange: Range<Int> { fields.subject }
  /// The ranges of the public key and the key's algorithm. The initializer of the certificate does
  /// not check the public key.
  public var publicKeyInfo: SubjectPublicKeyInfo { fields.publicKeyInfo }
  /// The unique identifier of the certificate's issuer, which is an obsolete field.
  public var issuerUniqueID: ASN1.BitString? { fields.issuerUniqueID }
  /// The unique identifier of the certificate's subject, which is an obsolete field.
  public var subjectUniqueID: ASN1.BitString? { fields.subjectUniqueID }
  /// The extensions of the certificate in encoded form and in encoded order, without duplicates.
  public var extensions: [X509.EncodedExtension] { fields.extensions }
  /// The range of the signature's bytes in the certificate's DER.
  public var signatureRange: Range<Int> { fields.signature }

  /// The serial number of the certificate.
  public var serialNumber: X509.SerialNumber {
    X509.SerialNumber(content: Array(der[serialNumberRange]))
  }

  /// The name of the certificate's issuer.
  public var issuer: X509.Name { name(at: issuerRange, .issuer) }
  /// The name of the certificate's subject.
  public var subject: X509.Name { name(at: subjectRange, .subject) }

  /// A Boolean value that indicates whether the subject name and the issuer name have the same
  /// encoding.
  ///
  /// In every root certificate, the subject name and the issuer name have the same encoding.
  public var isSelfIssued: Bool { der[subjectRange] == der[issuerRange] }

  /// Returns the distinguished name in a range of the DER. Reading a name fails only in a
  /// certificate with tolerated flaws.
  private func name(at range: Range<Int>, _ field: X509.Field) -> X509.Name {
    var reader = X509.Reader(DERReader(range), field)
    let name = try? X509.Name(from: &reader, in: der.span)
    return name ?? X509.Name(tolerating: range, in: der.span)
  }
}

extension X509.Certificate: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.fields === right.fields || left.der == right.der
  }

  /// Hashes the certificate's signature, which is as unique as all bytes of the certificate.
  ///
  /// - Parameter hasher: The hasher that receives the members of the certificate.
  public func hash(into hasher: inout Hasher) {
    for byte in der[signatureRange].suffix(32) { hasher.combine(byte) }
  }
}

extension X509.Certificate: CustomStringConvertible {
  /// The subject name, the issuer name and the serial number of the certificate in one line.
  public var description: String {
    "certificate \(X509.brief("\(serialNumber)")) of \"\(subject)\" by \"\(issuer)\""
  }
}

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
