public import ApusHTTP

/// Hands the content of a response on as it is, acceptable or not.
public struct DataResponseSerializer: ResponseSerializer, Codable {
  /// Which responses are acceptable.
  public var validation = ResponseValidation()

  /// The defaults.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<[UInt8]> {
    SerializedResponse(response.body, validation.verdict(on: response).error)
  }
}
