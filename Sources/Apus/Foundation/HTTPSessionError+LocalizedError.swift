public import ApusAuthentication
public import ApusCookies
public import ApusFoundation
public import ApusHTTP
public import ApusSerialization
public import ApusSession
public import ApusTLS
public import ApusX509

/// The error texts of an HTTP session error for Foundation. The `localizedDescription` of the error
/// equals its `errorDescription`.
extension HTTPSessionError: LocalizedError {
  /// The description of the request and of its failure.
  public var errorDescription: String? { description }

  /// The description of the failure without the request.
  public var failureReason: String? { statement }
}

// These conformances make the `localizedDescription` of each error equal to its description.
// Without these conformances Foundation shows only a number.

extension HTTPSession.InvalidSetting: LocalizedError {
  public var errorDescription: String? { description }
}

extension HTTPSession.Cassette.Fault: LocalizedError {
  public var errorDescription: String? { description }
}

extension HTTP.InvalidURL: LocalizedError {
  public var errorDescription: String? { description }
}

extension HTTP.InvalidValue: LocalizedError {
  public var errorDescription: String? { description }
}

extension HTTP.FileName.Refusal: LocalizedError {
  public var errorDescription: String? { description }
}

extension AuthenticationError: LocalizedError {
  public var errorDescription: String? { description }
}

extension CookieError: LocalizedError {
  public var errorDescription: String? { description }
}

extension FormError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSON.DecodingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSON.EncodingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSON.ParsingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSON.LineError: LocalizedError {
  public var errorDescription: String? { description }
}

extension Multipart.Failure: LocalizedError {
  public var errorDescription: String? { description }
}

extension RequestParameters.WritingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension RequestSerializationError: LocalizedError {
  public var errorDescription: String? { description }
}

extension ResponseSerializationError: LocalizedError {
  public var errorDescription: String? { description }
}

extension XML.ParsingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TLSError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TLS.PolicyError: LocalizedError {
  public var errorDescription: String? { description }
}

extension X509Error: LocalizedError {
  public var errorDescription: String? { description }
}
