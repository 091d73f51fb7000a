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

  /// Creates a serializer with the default settings, for a type.
  public init(_ type: Value.Type = Value.self, coder: any JSONCoding = JSONCoder()) {
    self.coder = coder
  }

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<Value> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.hasNothing(allowingWhitespace: false) else {
      return SerializedResponse(nil, verdict.error)
    }
    do throws(ResponseSerializationError) {
      return SerializedResponse(try decode(Value.self, response), verdict.error)
    } catch {
      return SerializedResponse(nil, verdict.error ?? error)
    }
  }

  /// Makes a value of another type in the same way.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    if let error = validation.verdict(on: response).error { throw error }
    guard !response.hasNothing(allowingWhitespace: false) else { return nil }
    return try decode(type, response)
  }

  private func decode<Other: Decodable>(
    _ type: Other.Type, _ response: HTTP.Response
  ) throws(ResponseSerializationError) -> Other {
    do {
      return try coder.decode(type, from: response.body)
    } catch let error as JSONDecodingError {
      throw ResponseSerializationError(.value(error))
    } catch {
      throw ResponseSerializationError(.other("\(error)"))
    }
  }
}
