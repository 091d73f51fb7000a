public import ApusASN1
public import ApusCrypto

extension X509 {
  /// An X.509 certificate.
  ///
  ///     let certificate = try X509.Certificate(pem: text)
  ///     print(certificate.subject, certificate.issuer)
  ///
  /// It owns its DER and stores the range of each field. Extensions and the key are decoded on
  /// request, so that reading a certificate takes little more time than a walk over its bytes. A
  /// copy is a reference. Two certificates are equal if their bytes are.
  public struct Certificate: Sendable {
    /// The largest number of bytes of a certificate.
    public static let byteLimit = 1 << 20
    /// The largest number of extensions of a certificate.
    public static let extensionLimit = EncodedExtension.listLimit

    let fields: Fields

    /// Reads a certificate, which must be all of the bytes, only to display it.
    ///
    /// Understandable violations of DER and RFC 5280 are tolerated and kept in `flaws`: encoded
    /// defaults, different algorithms, dates in other forms, fields of other versions, malformed
    /// text in names, duplicate extensions, trailing bytes. No verifier trusts a certificate with
    /// flaws.
    ///
    /// - Parameter der: The bytes of the certificate.
    public init(tolerating der: [UInt8]) throws(X509Error) {
      fields = try Fields(der, Flaws(areTolerated: true))
    }

    /// Reads a certificate, which must be all of the bytes.
    ///
    /// - Parameter der: The bytes of the certificate, in DER.
    public init(_ der: [UInt8]) throws(X509Error) {
      fields = try Fields(der)
    }

    /// Reads a certificate, which must be all of the bytes.
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
  /// The violations that a tolerant reading ignored; empty after a strict reading.
  public var flaws: [X509Error] { fields.flaws }
  /// The DER of the certificate.
  public var der: [UInt8] { fields.der }
  /// The range of the signed bytes: the TBSCertificate.
  public var signedRange: Range<Int> { fields.signed }
  /// The version of the certificate.
  public var version: X509.Version { fields.version }
  /// The range of the serial number's content.
  public var serialNumberRange: Range<Int> { fields.serialNumber }
  /// The algorithm of the signature, which is the same in both of its fields.
  public var signatureAlgorithm: AlgorithmIdentifier { fields.signatureAlgorithm }
  /// The range of the issuer's name.
  public var issuerRange: Range<Int> { fields.issuer }
  /// The validity period of the certificate.
  public var validity: X509.Validity { fields.validity }
  /// The range of the subject's name.
  public var subjectRange: Range<Int> { fields.subject }
  /// The ranges of the key and its algorithm; the key itself is not checked.
  public var publicKeyInfo: SubjectPublicKeyInfo { fields.publicKeyInfo }
  /// The issuer's unique identifier, which is obsolete.
  public var issuerUniqueID: ASN1.BitString? { fields.issuerUniqueID }
  /// The subject's unique identifier, which is obsolete.
  public var subjectUniqueID: ASN1.BitString? { fields.subjectUniqueID }
  /// Every extension in order, without duplicates.
  public var extensions: [X509.EncodedExtension] { fields.extensions }
  /// The range of the signature's bytes.
  public var signatureRange: Range<Int> { fields.signature }

  /// The serial number.
  public var serialNumber: X509.SerialNumber {
    X509.SerialNumber(content: Array(der[serialNumberRange]))
  }

  /// The name of the issuer.
  public var issuer: X509.Name { name(at: issuerRange, .issuer) }
  /// The name of the subject.
  public var subject: X509.Name { name(at: subjectRange, .subject) }

  /// A Boolean value that indicates whether subject and issuer have the same encoding.
  ///
  /// They have in every root.
  public var isSelfIssued: Bool { der[subjectRange] == der[issuerRange] }

  /// Reads a name. It has been read before, so this can only fail if flaws are tolerated.
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

  /// Hashes the signature, which is as unique as all bytes of the certificate.
  ///
  /// - Parameter hasher: The hasher that receives the members.
  public func hash(into hasher: inout Hasher) {
    for byte in der[signatureRange].suffix(32) { hasher.combine(byte) }
  }
}

extension X509.Certificate: CustomStringConvertible {
  /// Subject, issuer and serial number in one line.
  public var description: String {
    "certificate \(X509.brief("\(serialNumber)")) of \"\(subject)\" by \"\(issuer)\""
  }
}
