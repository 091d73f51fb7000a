public import ApusASN1
public import ApusCrypto

extension X509 {
  /// A certificate as it was issued.
  ///
  /// It owns its DER and knows where each field stands in it. What an extension says is read when
  /// it is asked for, and so is the key, so that a certificate is read in little more time than it
  /// takes to walk over it. A copy is a reference. Two certificates are equal if their bytes are.
  public struct Certificate: Sendable {
    /// How many bytes a certificate may have.
    public static let byteLimit = 1 << 20
    /// How many extensions a certificate may have.
    public static let extensionLimit = EncodedExtension.listLimit

    let fields: Fields

    /// Reads the certificate that is all of the bytes, to be shown and never to be believed.
    ///
    /// What DER and RFC 5280 forbid and what can be understood all the same is looked over, and is
    /// kept in `flaws`: defaults that are written, algorithms that differ, dates in odd forms,
    /// fields of other versions, malformed text in names, extensions that stand twice, bytes behind
    /// the end. No verifier believes a certificate that has a flaw.
    public init(tolerating der: [UInt8]) throws(X509Error) {
      fields = try Fields(der, Flaws(areTolerated: true))
    }

    /// Reads the certificate that is all of the bytes.
    public init(_ der: [UInt8]) throws(X509Error) {
      fields = try Fields(der)
    }

    /// Reads the certificate that is all of the bytes.
    public init(_ der: Span<UInt8>) throws(X509Error) {
      guard der.count <= Self.byteLimit else {
        throw .tooMany(.certificate, limit: Self.byteLimit)
      }
      fields = try Fields(der.copy())
    }
  }
}

extension X509.Certificate {
  /// What was looked over by a tolerant reading; none where the certificate was read strictly.
  public var flaws: [X509Error] { fields.flaws }
  /// The certificate as it was read.
  public var der: [UInt8] { fields.der }
  /// The bytes that are signed: the TBSCertificate.
  public var signedRange: Range<Int> { fields.signed }
  /// The version that the certificate calls itself.
  public var version: X509.Version { fields.version }
  /// The content of the serial number.
  public var serialNumberRange: Range<Int> { fields.serialNumber }
  /// The algorithm of the signature, which stands in the certificate twice alike.
  public var signatureAlgorithm: AlgorithmIdentifier { fields.signatureAlgorithm }
  /// The name of the issuer as it stands there.
  public var issuerRange: Range<Int> { fields.issuer }
  /// From when until when the certificate is valid.
  public var validity: X509.Validity { fields.validity }
  /// The name of the subject as it stands there.
  public var subjectRange: Range<Int> { fields.subject }
  /// Where the key and its algorithm stand; the key itself has not been looked at.
  public var publicKeyInfo: SubjectPublicKeyInfo { fields.publicKeyInfo }
  /// The issuer's unique identifier, which no one uses any more.
  public var issuerUniqueID: ASN1.BitString? { fields.issuerUniqueID }
  /// The subject's unique identifier, which no one uses any more.
  public var subjectUniqueID: ASN1.BitString? { fields.subjectUniqueID }
  /// Every extension in its order, none of them twice.
  public var extensions: [X509.EncodedExtension] { fields.extensions }
  /// The bytes of the signature.
  public var signatureRange: Range<Int> { fields.signature }

  /// The serial number.
  public var serialNumber: X509.SerialNumber {
    X509.SerialNumber(content: Array(der[serialNumberRange]))
  }

  /// The name of the issuer.
  public var issuer: X509.Name { name(at: issuerRange, .issuer) }
  /// The name of the subject.
  public var subject: X509.Name { name(at: subjectRange, .subject) }

  /// Whether subject and issuer are written alike, as in every root.
  public var isSelfIssued: Bool { der[subjectRange] == der[issuerRange] }

  /// The names were read through once before, so that this cannot fail but where flaws are
  /// tolerated.
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

  /// Hashes the signature, which tells certificates apart as well as all of their bytes do.
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
