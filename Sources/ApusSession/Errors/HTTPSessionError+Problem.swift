public import ApusHTTP
public import ApusSerialization

extension HTTPSessionError {
  /// The problem details of the response, or `nil` if the response has no problem details.
  ///
  /// The content must be valid `application/problem+json`. RFC 9457 section 3.
  public var problem: HTTP.Problem? { response?.problem }
}
