public import ApusASN1
public import ApusCrypto

extension X509 {
  /// A revocation list (CRL): the certificates that an issuer has revoked.
  ///
  ///     CertificateList  ::=  SEQUENCE  {
  ///       tbsCertList          TBSCertList,
  ///       signatureAlgorithm   AlgorithmIdentifier,
  ///       signatureValue       BIT STRING  }
  ///
  ///     TBSCertList  ::=  SEQUENCE  {
  ///       version                 Version OPTIONAL,
  ///                                    -- if present, MUST be v2
  ///       signature               AlgorithmIdentifier,
  ///       issuer                  Name,
  ///       thisUpdate              Time,
  ///       nextUpdate              Time OPTIONAL,
  ///       revokedCertificates     SEQUENCE OF SEQUENCE  { … } OPTIONAL,
  ///       crlExtensions           [0]  EXPLICIT Extensions OPTIONAL
  ///                                    -- if present, version MUST be v2 }
  ///
  /// RFC 5280 section 5.1. Real revocation lists have hundreds of thousands of entries. The
  /// initializer checks all entries once and stores none of them. A search reads the entries in
  /// place. Version 1 is supported, because private authorities issue it.
  public struct RevocationList: Sendable {
    /// The maximum number of bytes of a revocation list.
    public static let byteLimit = 64 << 20

    /// The DER of the revocation list.
    public let der: [UInt8]
    /// The name of the revocation list's issuer.
    public let issuer: Name
    /// The time of the revocation list's issue.
    public let thisUpdate: ASN1.Time
    /// The time of the next update of the revocation list, or `nil` if the list does not state it.
    public let nextUpdate: ASN1.Time?
    /// The number of entries in the revocation list.
    public let entryCount: Int
    /// The extensions of the revocation list in their encoded order, without duplicates.
    public let extensions: [EncodedExtension]
    /// The number of the revocation list, which is greater than the numbers of earlier lists.
    public let number: SerialNumber?
    /// The number of the base list, or `nil` if the revocation list is not a delta list.
    public let baseNumber: SerialNumber?
    /// The identifier of the key that signed the revocation list.
    public let authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// The scope of the revocation list, or `nil` if the list includes all certificates of its
    /// issuer.
    public let issuingDistributionPoint: IssuingDistributionPoint?
    /// The reason the revocation list cannot be used, or `nil` if the list can be used.
    let obstacle: RevocationProblem?

    let issuerRange: Range<Int>
    let entries: Range<Int>
    private let signed: SignedContent

    /// Reads a revocation list, which must span all of the bytes.
    ///
    /// - Parameter bytes: The revocation list in DER.
    public init(_ bytes: [UInt8]) throws(X509Error) {
      let limit = Self.byteLimit
      guard bytes.count <= limit else { throw .tooMany(.revocationList, limit: limit) }
      der = bytes
      let der = bytes.span
      var whole = Reader(DERReader(der), .revocationList)
      var fields = try whole.readSequence(in: der)
      try whole.finish()
      signed = try SignedContent(from: &fields, in: der)
      try fields.finish()
      var outer = Reader(DERReader(signed.content), .revocationList)
      var tbs = try outer.readSequence(in: der)
      let isVersion2 = try Self.readVersion(from: &tbs, in: der)
      try Self.checkAlgorithm(signed.algorithm, from: &tbs, in: der)
      tbs.field = .issuer
      let start = tbs.position
      issuer = try Name(from: &tbs, in: der)
      issuerRange = start..<tbs.position
      (thisUpdate, nextUpdate) = try Self.readTimes(from: &tbs, in: der)
      tbs.field = .revokedCertificates
      let survey = try Survey(from: &tbs, isVersion2: isVersion2, in: der)
      entries = survey.entries
      entryCount = survey.count
      tbs.field = .extensions
      let extensionsAt = tbs.position
      extensions = try EncodedExtension.readOptionalList(0, from: &tbs, in: der)
      try tbs.finish()
      guard isVersion2 || extensions.isEmpty else {
        throw tbs.broken(.extensionsNeedVersion2, at: extensionsAt)
      }
      let known = try Known(extensions, in: der)
      number = known.number
      baseNumber = known.baseNumber
      authorityKeyIdentifier = known.authorityKeyIdentifier
      issuingDistributionPoint = known.issuingDistributionPoint
      let isIndirect = known.issuingDistributionPoint?.isIndirect ?? false
      // RFC 5280 section 5.3.3: only the entries of indirect lists name their issuers.
      let isUndeclared = survey.hasEntryIssuers && !isIndirect
      obstacle = known.obstacle ?? survey.obstacle ?? (isUndeclared ? .notIndirect : nil)
    }

    /// Returns a Boolean value that indicates whether the signature of the revocation list is valid
    /// for a public key.
    ///
    /// The function throws an error if the algorithm is broken, is not supported or does not fit
    /// the key.
    ///
    /// - Parameter key: The public key of the list's issuer.
    public func isSigned(by key: VerificationKey) throws(X509Error) -> Bool {
      try signed.isSigned(by: key, in: der.span)
    }
  }
}

/// The readers of the fields of a revocation list, in the order of the fields.
///
/// RFC 5280 section 5.1.2.
extension X509.RevocationList {
  /// Reads the version of a revocation list, and returns `true` for version 2. A list without the
  /// version field has version 1.
  private static func readVersion(
    from tbs: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> Bool {
    guard tbs.isNext(.integer, in: der) else { return false }
    tbs.field = .version
    let start = tbs.position
    guard try tbs.readInteger(in: der) == 1 else { throw tbs.broken(.listVersion2, at: start) }
    return true
  }

  private static func checkAlgorithm(
    _ outer: AlgorithmIdentifier, from tbs: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) {
    tbs.field = .signatureAlgorithm
    let inner = try tbs.reading { (tbs) throws(ASN1Error) in
      try AlgorithmIdentifier(from: &tbs, in: der)
    }
    let isSame = der.extracting(inner.range).copy() == der.extracting(outer.range).copy()
    guard isSame else { throw tbs.broken(.sameAlgorithmTwice, at: outer.range.lowerBound) }
  }

  private static func readTimes(
    from tbs: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> (ASN1.Time, ASN1.Time?) {
    tbs.field = .listTimes
    let this = try tbs.reading { (tbs) throws(ASN1Error) in try tbs.readTime(in: der) }
    guard tbs.isNext(.utcTime, in: der) || tbs.isNext(.generalizedTime, in: der) else {
      return (this, nil)
    }
    return (this, try tbs.reading { (tbs) throws(ASN1Error) in try tbs.readTime(in: der) })
  }

  /// The results of checking all entries of a revocation list once.
  private struct Survey {
    var entries = 0..<0
    var count = 0
    var hasEntryIssuers = false
    var obstacle: X509.RevocationProblem?

    init(
      from tbs: inout X509.Reader, isVersion2: Bool, in der: Span<UInt8>
    ) throws(X509Error) {
      guard tbs.isNext(.sequence, in: der) else { return }
      let start = tbs.position
      var list = try tbs.readSequence(in: der)
      // RFC 5280 section 5.1.2.6: a list without revoked certificates MUST omit the field of
      // revoked certificates.
      guard !list.isAtEnd else { throw list.broken(.noEmptyEntryList, at: start) }
      entries = list.der.range
      while !list.isAtEnd {
        let entry = try EncodedEntry(from: &list, in: der)
        guard isVersion2 || !entry.hasExtensions else {
          throw list.broken(.extensionsNeedVersion2, at: entry.serialNumber.lowerBound)
        }
        count += 1
        if obstacle == nil { obstacle = entry.obstacle }
        if entry.issuer != nil { hasEntryIssuers = true }
      }
    }
  }

  /// The supported extensions of revocation lists.
  ///
  /// RFC 5280 section 5.2. A revocation list with an unknown critical extension is not used.
  private struct Known {
    var number: X509.SerialNumber?
    var baseNumber: X509.SerialNumber?
    var authorityKeyIdentifier: X509.AuthorityKeyIdentifier?
    var issuingDistributionPoint: X509.IssuingDistributionPoint?
    var obstacle: X509.RevocationProblem?

    init(_ extensions: [X509.EncodedExtension], in der: Span<UInt8>) throws(X509Error) {
      for one in extensions {
        switch one.oid {
        case .crlNumber: number = try Self.readNumber(one.value, in: der)
        case .deltaCRLIndicator: baseNumber = try Self.readNumber(one.value, in: der)
        case .authorityKeyIdentifier:
          authorityKeyIdentifier = try X509.AuthorityKeyIdentifier(one.value, in: der)
        case .issuingDistributionPoint:
          issuingDistributionPoint = try X509.IssuingDistributionPoint(reading: one.value, in: der)
        default:
          if one.isCritical { obstacle = .unknownCriticalExtension(one.oid) }
        }
      }
    }

    private static func readNumber(
      _ value: Range<Int>, in der: Span<UInt8>
    ) throws(X509Error) -> X509.SerialNumber {
      var reader = X509.Reader(DERReader(value), .listNumber)
      let content = try reader.reading { (reader) throws(ASN1Error) in
        try reader.readWideInteger(in: der).bytes
      }
      try reader.finish()
      let number = X509.SerialNumber(content: der.extracting(content).copy())
      guard !number.isNegative else { throw reader.broken(.notNegative, at: value.lowerBound) }
      return number
    }
  }
}

extension X509.RevocationList {
  /// Reads the revocation lists of a file, which contains any number of lists in PEM or one list in
  /// DER.
  ///
  /// RFC 7468 section 6. The function throws an error for the first malformed revocation list.
  ///
  /// - Parameter file: The bytes of the file.
  public static func lists(in file: [UInt8]) throws(X509Error) -> [X509.RevocationList] {
    guard file.first != 0x30 else { return [try X509.RevocationList(file)] }
    var encodings: [[UInt8]] = []
    do throws(ASN1Error) {
      for section in try PEM.sections(of: file.span) where section.label == .x509CRL {
        encodings.append(try section.bytes(in: file.span))
      }
    } catch {
      throw .pem(error)
    }
    var lists: [X509.RevocationList] = []
    for der in encodings { lists.append(try X509.RevocationList(der)) }
    return lists
  }
}
