internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509.Certificate {
  /// The ranges of a certificate's fields in the certificate's DER.
  ///
  ///     Certificate  ::=  SEQUENCE  {
  ///       tbsCertificate       TBSCertificate,
  ///       signatureAlgorithm   AlgorithmIdentifier,
  ///       signatureValue       BIT STRING  }
  ///
  ///     TBSCertificate  ::=  SEQUENCE  {
  ///       version         [0]  EXPLICIT Version DEFAULT v1,
  ///       serialNumber         CertificateSerialNumber,
  ///       signature            AlgorithmIdentifier,
  ///       issuer               Name,
  ///       validity             Validity,
  ///       subject              Name,
  ///       subjectPublicKeyInfo SubjectPublicKeyInfo,
  ///       issuerUniqueID  [1]  IMPLICIT UniqueIdentifier OPTIONAL,
  ///                            -- If present, version MUST be v2 or v3
  ///       subjectUniqueID [2]  IMPLICIT UniqueIdentifier OPTIONAL,
  ///                            -- If present, version MUST be v2 or v3
  ///       extensions      [3]  EXPLICIT Extensions OPTIONAL
  ///                            -- If present, version MUST be v3 -- }
  ///
  /// RFC 5280 section 4.1.
  final class Fields: Sendable {
    let der: [UInt8]
    let signed: Range<Int>
    let version: X509.Version
    let serialNumber: Range<Int>
    let signatureAlgorithm: AlgorithmIdentifier
    let issuer: Range<Int>
    let validity: X509.Validity
    let subject: Range<Int>
    let publicKeyInfo: SubjectPublicKeyInfo
    let issuerUniqueID: ASN1.BitString?
    let subjectUniqueID: ASN1.BitString?
    let extensions: [X509.EncodedExtension]
    /// The set of the supported extensions in the certificate, with one bit for each kind.
    let kinds: UInt32
    let signature: Range<Int>
    /// The errors that the tolerant reading of the certificate ignored.
    let flaws: [X509Error]

    init(
      _ bytes: [UInt8], _ tolerance: X509.Flaws = X509.Flaws(areTolerated: false)
    ) throws(X509Error) {
      var flaws = tolerance
      let limit = X509.Certificate.byteLimit
      guard bytes.count <= limit else { throw .tooMany(.certificate, limit: limit) }
      der = bytes
      let der = bytes.span
      var whole = X509.Reader(DERReader(der), .certificate)
      var certificate = try whole.readSequence(in: der)
      try flaws.noting { () throws(X509Error) in try whole.finish() }
      let start = certificate.position
      var tbs = try certificate.readSequence(in: der)
      signed = start..<certificate.position

      version = try X509.Version(from: &tbs, in: der, &flaws)
      tbs.field = .serialNumber
      serialNumber = try X509.SerialNumber.readContent(from: &tbs, in: der, &flaws)
      tbs.field = .signatureAlgorithm
      let signedAlgorithm = try tbs.reading { (tbs) throws(ASN1Error) in
        try AlgorithmIdentifier(from: &tbs, in: der)
      }
      tbs.field = .issuer
      issuer = try X509.Name.check(&tbs, in: der, &flaws)
      tbs.field = .validity
      validity = try X509.Validity(from: &tbs, in: der, &flaws)
      tbs.field = .subject
      subject = try X509.Name.check(&tbs, in: der, &flaws)
      tbs.field = .publicKey
      publicKeyInfo = try tbs.reading { (tbs) throws(ASN1Error) in
        try SubjectPublicKeyInfo(from: &tbs, in: der)
      }
      issuerUniqueID = try Self.readUniqueID(
        1, version, .issuerUniqueID, from: &tbs, in: der, &flaws)
      subjectUniqueID = try Self.readUniqueID(
        2, version, .subjectUniqueID, from: &tbs, in: der, &flaws)
      tbs.field = .extensions
      (extensions, kinds) = try Self.readExtensions(version, from: &tbs, in: der, &flaws)
      tbs.field = .certificate
      try flaws.noting { () throws(X509Error) in try tbs.finish() }

      certificate.field = .signatureAlgorithm
      signatureAlgorithm = try certificate.reading { (certificate) throws(ASN1Error) in
        try AlgorithmIdentifier(from: &certificate, in: der)
      }
      certificate.field = .signature
      signature = try certificate.reading { (certificate) throws(ASN1Error) in
        try certificate.readWholeBitString(in: der)
      }
      certificate.field = .certificate
      try flaws.noting { () throws(X509Error) in try certificate.finish() }
      if !Self.equal(signatureAlgorithm.range, signedAlgorithm.range, in: der) {
        try flaws.note(
          certificate.broken(.sameAlgorithmTwice, at: signatureAlgorithm.range.lowerBound))
      }
      self.flaws = flaws.list
    }

    private static func equal(
      _ left: Range<Int>, _ right: Range<Int>, in der: Span<UInt8>
    ) -> Bool {
      guard left.count == right.count else { return false }
      let shift = right.lowerBound - left.lowerBound
      for index in left where der[index] != der[index + shift] { return false }
      return true
    }
  }
}

extension X509.Version {
  /// Reads the version of a certificate. Version 1 is the default value, so DER does not encode it.
  ///
  ///     Version  ::=  INTEGER  {  v1(0), v2(1), v3(2)  }
  ///
  /// RFC 5280 section 4.1.2.1.
  ///
  /// If flaws are tolerated, an unknown version number is read as version 3.
  init(
    from tbs: inout X509.Reader, in der: Span<UInt8>, _ flaws: inout X509.Flaws
  ) throws(X509Error) {
    tbs.field = .version
    guard var field = try tbs.readOptionalExplicit(0, in: der) else {
      self = .v1
      return
    }
    let start = field.position
    let number = try field.readInteger(in: der)
    try field.finish()
    if let version = X509.Version(rawValue: number) {
      if version == .v1 { try flaws.note(.malformed(.version, .encodedDefault(at: start))) }
      self = version
    } else {
      try flaws.note(.unsupportedVersion(number))
      self = .v3
    }
  }
}

/// The optional fields of X.509 certificates with version 2 or 3.
///
///     UniqueIdentifier  ::=  BIT STRING
///
/// RFC 5280 sections 4.1.2.8 and 4.1.2.9. Apus accepts an empty list of extensions, as other
/// implementations do.
extension X509.Certificate.Fields {
  private static func readUniqueID(
    _ number: UInt32, _ version: X509.Version, _ field: X509.Field,
    from tbs: inout X509.Reader, in der: Span<UInt8>, _ flaws: inout X509.Flaws
  ) throws(X509Error) -> ASN1.BitString? {
    tbs.field = field
    guard let element = try tbs.readOptional(.context(number), in: der) else { return nil }
    if version == .v1 {
      try flaws.note(tbs.broken(.uniqueIDsNeedVersion2, at: element.start))
    }
    return try tbs.content { () throws(ASN1Error) in try element.bitString(in: der) }
  }

  private static func readExtensions(
    _ version: X509.Version, from tbs: inout X509.Reader, in der: Span<UInt8>,
    _ flaws: inout X509.Flaws
  ) throws(X509Error) -> ([X509.EncodedExtension], UInt32) {
    let start = tbs.position
    guard var field = try tbs.readOptionalExplicit(3, in: der) else { return ([], 0) }
    if version != .v3 { try flaws.note(tbs.broken(.extensionsNeedVersion3, at: start)) }
    var list = try field.readSequence(in: der)
    try flaws.noting { () throws(X509Error) in try field.finish() }
    return try X509.EncodedExtension.readList(from: &list, in: der, &flaws)
  }
}
