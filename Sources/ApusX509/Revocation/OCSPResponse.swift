internal import ApusASN1

extension X509 {
  /// What an OCSP responder says about certificates, or why it says nothing.
  ///
  ///     OCSPResponse ::= SEQUENCE {
  ///       responseStatus         OCSPResponseStatus,
  ///       responseBytes          [0] EXPLICIT ResponseBytes OPTIONAL }
  ///
  ///     ResponseBytes ::= SEQUENCE {
  ///       responseType   OBJECT IDENTIFIER,
  ///       response       OCTET STRING }
  ///
  /// RFC 6960 section 4.2.1.
  public enum OCSPResponse: Hashable, Sendable {
    /// How many bytes a response may have.
    public static let byteLimit = 1 << 18

    /// The responder says nothing.
    case unsuccessful(Failure)
    /// The responder says what it says.
    case basic(BasicOCSPResponse)

    /// Why a responder says nothing.
    ///
    ///     OCSPResponseStatus ::= ENUMERATED {
    ///       successful            (0),  -- Response has valid confirmations
    ///       malformedRequest      (1),  -- Illegal confirmation request
    ///       internalError         (2),  -- Internal error in issuer
    ///       tryLater              (3),  -- Try again later
    ///                                   -- (4) is not used
    ///       sigRequired           (5),  -- Must sign the request
    ///       unauthorized          (6)   -- Request unauthorized }
    ///
    /// RFC 6960 section 4.2.1.
    public enum Failure: Int, Hashable, Sendable, CaseIterable {
      /// The request is malformed.
      case malformedRequest = 1
      /// The responder has failed.
      case internalError = 2
      /// The responder asks to be asked later.
      case tryLater = 3
      /// The responder wants signed requests.
      case signatureRequired = 5
      /// The responder does not answer this one, or knows nothing of the certificate.
      case unauthorized = 6
    }

    /// Reads the response that is all of the bytes.
    public init(_ bytes: [UInt8]) throws(X509Error) {
      let limit = Self.byteLimit
      guard bytes.count <= limit else { throw .tooMany(.ocspResponse, limit: limit) }
      let der = bytes.span
      var whole = Reader(DERReader(der), .ocspResponse)
      var fields = try whole.readSequence(in: der)
      try whole.finish()
      let start = fields.position
      let status = try fields.reading { (fields) throws(ASN1Error) in
        try fields.readEnumerated(in: der)
      }
      if let failure = Failure(rawValue: status) {
        guard fields.isAtEnd else { throw fields.broken(.ocspBytesIfSuccessful, at: start) }
        self = .unsuccessful(failure)
        return
      }
      guard status == 0, var choice = try fields.readOptionalExplicit(0, in: der) else {
        throw fields.broken(.ocspBytesIfSuccessful, at: start)
      }
      try fields.finish()
      var response = try choice.readSequence(in: der)
      try choice.finish()
      let typeAt = response.position
      guard try response.readOID(in: der) == .ocspBasicResponse else {
        throw response.broken(.ocspBasicType, at: typeAt)
      }
      let content = try response.readOctetString(in: der)
      try response.finish()
      self = .basic(try BasicOCSPResponse(bytes, content))
    }
  }
}

extension X509.OCSPResponse.Failure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedRequest: "the request is malformed"
    case .internalError: "it has failed"
    case .tryLater: "it is to be asked later"
    case .signatureRequired: "requests must be signed"
    case .unauthorized: "it does not answer that request"
    }
  }
}
