internal import ApusASN1

extension X509 {
  /// A response of an OCSP responder: a signed response about certificates, or an error.
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
    /// The maximum number of bytes of an OCSP response.
    public static let byteLimit = 1 << 18

    /// The OCSP responder returned an error.
    case unsuccessful(Failure)
    /// The OCSP responder returned a signed response about certificates.
    case basic(BasicOCSPResponse)

    /// The error of an OCSP responder.
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
      /// The OCSP request is malformed.
      case malformedRequest = 1
      /// The OCSP responder has an internal error.
      case internalError = 2
      /// The OCSP responder requests a retry at a later time.
      case tryLater = 3
      /// The OCSP responder requires signed requests.
      case signatureRequired = 5
      /// The OCSP responder does not serve the client, or does not know the certificate.
      case unauthorized = 6
    }

    /// Reads an OCSP response, which must span all of the bytes.
    ///
    /// - Parameter bytes: The OCSP response in DER.
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
    case .malformedRequest: "the OCSP request is malformed"
    case .internalError: "the OCSP responder has an internal error"
    case .tryLater: "the OCSP request must be sent again later"
    case .signatureRequired: "the OCSP request must be signed"
    case .unauthorized: "the OCSP responder is not authorized for this request"
    }
  }
}
