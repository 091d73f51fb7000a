public import ApusHTTP

/// Makes a value of a type out of JSON.
///
/// It accepts what `JSONResponseSerializer` does. A refused response has a value too if its content
/// becomes one; that it does not is no news then.
public struct DecodableResponseSerializer<
  Value: Decodable & Sendable & SendableMetatype
>: ResponseSerializer {
  /// Which responses are acceptable.
  public var validation = ResponseValidation(mediaTypes: JSONResponseSerializer.mediaTypes)
  /// What makes values of JSON.
  public var coder: any JSONCoding

  /// The defaults, for a type.
  public init(_ type: Value.Type = Value.self, coder: any JSONCoding = JSONCoder()) {
    self.coder = coder
  }

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<Value> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.hasNothing(allowingWhitespace: false) else {
      return SerializedResponse(nil, verdict.error)
    }
    do {
      return SerializedResponse(
        try coder.decode(Value.self, from: response.body), verdict.error)
    } catch let error as JSONDecodingError {
      return SerializedResponse(nil, verdict.error ?? ResponseSerializationError(.value(error)))
    } catch {
      return SerializedResponse(
        nil, verdict.error ?? ResponseSerializationError(.other("\(error)")))
    }
  }
}
