public import ApusHTTP
public import ApusSerialization
internal import FoundationEssentials

/// Makes a value of a type out of a property list, of whichever format.
///
/// A refused response has a value too if its content becomes one; that it does not is no news then.
/// Content of a media type that is not accepted is not read, and no content is no value.
public struct PropertyListResponseSerializer<
  Value: Decodable & Sendable & SendableMetatype
>: ResponseSerializer {
  /// Which responses are acceptable: `application/x-plist` and 2xx.
  public var validation = ResponseValidation(mediaTypes: ["application/x-plist"])

  /// The defaults, for a type.
  public init(_ type: Value.Type = Value.self) {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<Value> {
    let error = validation.verdict(on: response).error
    guard error?.concernsMediaType != true, !response.body.isEmpty else {
      return SerializedResponse(nil, error)
    }
    do {
      let data = Data(response.body)
      return SerializedResponse(try PropertyListDecoder().decode(Value.self, from: data), error)
    } catch let failure {
      return SerializedResponse(nil, error ?? ResponseSerializationError(.other("\(failure)")))
    }
  }
}
