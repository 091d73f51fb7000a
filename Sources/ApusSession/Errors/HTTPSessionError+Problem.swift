public import ApusHTTP
public import ApusSerialization

extension HTTPSessionError {
  /// The server's details of the failure; nil if it sent no valid `application/problem+json`.
  ///
  /// RFC 9457 section 3.
  public var problem: HTTP.Problem? { response?.problem }
}
