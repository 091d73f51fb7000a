public import ApusASN1
public import ApusCrypto

extension X509 {
  /// A signed response of an OCSP responder, with statements about certificates.
  ///
  ///     BasicOCSPResponse       ::= SEQUENCE {
  ///       tbsResponseData      ResponseData,
  ///       signatureAlgorithm   AlgorithmIdentifier,
  ///       signature            BIT STRING,
  ///       certs            [0] EXPLICIT SEQUENCE OF Certificate OPTIONAL }
  ///
  ///     ResponseData ::= SEQUENCE {
  ///       version              [0] EXPLICIT Version DEFAULT v1,
  ///       responderID              ResponderID,
  ///       producedAt               GeneralizedTime,
  ///       responses                SEQUENCE OF SingleResponse,
  ///       responseExtensions   [1] EXPLICIT Extensions OPTIONAL }
  ///
  /// RFC 6960 section 4.2.1.
  public struct BasicOCSPResponse: Hashable, Sendable {
    /// The maximum number of single responses in an OCSP response.
    public static let answerLimit = 256
    /// The maximum number of certificates in an OCSP response.
    public static let certificateLimit = 8

    /// The bytes of the complete OCSPResponse structure.
    public let der: [UInt8]
    /// The name or the key of the OCSP responder.
    public let responder: Responder
    /// The time of the OCSP response's signature.
    public let producedAt: ASN1.Time
    /// The single responses about certificates.
    public let answers: [Answer]
    /// The ranges of the certificates in the OCSP response.
    public let certificateRanges: [Range<Int>]
    /// The first critical extension of the OCSP response, or `nil` for none. Critical extensions of
    /// an OCSP response are not supported.
    let criticalExtension: OID?

    private let signed: SignedContent

    /// Reads the OCSP response that fills a range of the bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) throws(X509Error) {
      der = bytes
      let der = bytes.span
      var whole = Reader(DERReader(range), .ocspResponse)
      var fields = try whole.readSequence(in: der)
      try whole.finish()
      signed = try SignedContent(from: &fields, in: der)
      fields.field = .ocspResponse
      certificateRanges = try Self.readCertificates(from: &fields, in: der)
      try fields.finish()
      var outer = Reader(DERReader(signed.content), .ocspResponse)
      var data = try outer.readSequence(in: der)
      if var version = try data.readOptionalExplicit(0, in: der) {
        // DER does not encode the default version, and no other version exists.
        throw try version.broken(.ocspVersion1, at: version.readElement(in: der).start)
      }
      data.field = .ocspResponder
      responder = try Responder(from: &data, in: der)
      data.field = .ocspResponse
      producedAt = try Self.readTime(from: &data, in: der)
      data.field = .ocspAnswers
      answers = try Self.readAnswers(from: &data, in: der)
      let extensions = try EncodedExtension.readOptionalList(1, from: &data, in: der)
      criticalExtension = extensions.first { $0.isCritical }?.oid
      try data.finish()
    }

    /// Returns a Boolean value that indicates whether the signature of the OCSP response is valid
    /// for a public key.
    ///
    /// The function throws an error if the algorithm is broken, is not supported or does not fit
    /// the key.
    ///
    /// - Parameter key: The public key of the OCSP responder.
    public func isSigned(by key: VerificationKey) throws(X509Error) -> Bool {
      try signed.isSigned(by: key, in: der.span)
    }
  }
}

extension X509.BasicOCSPResponse {
  /// The signer of an OCSP response.
  ///
  ///     ResponderID ::= CHOICE {
  ///       byName               [1] Name,
  ///       byKey                [2] KeyHash }
  ///
  ///     KeyHash ::= OCTET STRING -- SHA-1 hash of responder's public key
  ///
  /// RFC 6960 section 4.2.1.
  public enum Responder: Hashable, Sendable {
    /// The OCSP responder with the given name.
    case name(X509.Name)
    /// The OCSP responder whose public key has the given SHA-1 digest. The digest only identifies
    /// the responder.
    case key([UInt8])

    init(from data: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      if var choice = try data.readOptionalExplicit(2, in: der) {
        self = .key(der.extracting(try choice.readOctetString(in: der)).copy())
        try choice.finish()
        return
      }
      var choice = try data.reading { (data) throws(ASN1Error) in
        X509.Reader(try data.readExplicit(1, in: der), .ocspResponder)
      }
      self = .name(try X509.Name(from: &choice, in: der))
      try choice.finish()
    }

    /// Returns a Boolean value that indicates whether a name or a public key belongs to the OCSP
    /// responder.
    func isWhoever(has name: X509.Name, _ key: X509.PublicKey) -> Bool {
      switch self {
      case .name(let own): own.matches(name)
      case .key(let hash): hash == InsecureSHA1.digest(of: key.bits)
      }
    }
  }

  /// Reads only the ranges of the certificates in the response, because few of the certificates are
  /// needed.
  ///
  /// RFC 6960 section 4.2.1.
  private static func readCertificates(
    from fields: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> [Range<Int>] {
    guard var choice = try fields.readOptionalExplicit(0, in: der) else { return [] }
    var list = try choice.readSequence(in: der)
    try choice.finish()
    var ranges: [Range<Int>] = []
    while !list.isAtEnd {
      guard ranges.count < certificateLimit else {
        throw .tooMany(.ocspResponse, limit: certificateLimit)
      }
      ranges.append(try list.read(.sequence, in: der).range)
    }
    return ranges
  }

  private static func readAnswers(
    from data: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> [Answer] {
    var list = try data.readSequence(in: der)
    var answers: [Answer] = []
    while !list.isAtEnd {
      guard answers.count < answerLimit else { throw .tooMany(.ocspAnswers, limit: answerLimit) }
      answers.append(try Answer(from: &list, in: der))
    }
    return answers
  }

  static func readTime(
    from reader: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> ASN1.Time {
    let seconds = try reader.reading { (reader) throws(ASN1Error) in
      try reader.readGeneralizedTime(in: der)
    }
    return ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true)
  }
}
