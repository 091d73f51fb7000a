public import ApusHTTP

/// Hands a response on as it is, and finds nothing wrong with any unless it is told to.
public struct RawResponseSerializer: ResponseSerializer, Codable {
  /// Which responses are acceptable: all.
  public var validation = ResponseValidation.none

  /// The defaults.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<HTTP.Response> {
    SerializedResponse(response, validation.verdict(on: response).error)
  }
}
