public import ApusHTTP

/// A response serializer that decodes a value of a type from JSON.
///
/// The serializer accepts the same responses as `JSONResponseSerializer`. If the response is
/// rejected, the result contains an error, and a value if the content can be decoded. A decoding
/// error of a rejected response is not reported.
public struct DecodableResponseSerializer<
  Value: Decodable & Sendable & SendableMetatype
>: ResponseSerializer {
  /// The validation rules for the status and the media type of responses.
  public var validation = ResponseValidation(mediaTypes: JSONResponseSerializer.mediaTypes)
  /// The coder that decodes values from JSON.
  public var coder: any JSONCoding

  /// Creates a response serializer that decodes a type from JSON.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - coder: The coder that decodes the content.
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

  /// Decodes a value of another type from a response with the settings of the serializer.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
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
    } catch let error as JSON.DecodingError {
      throw ResponseSerializationError(.value(error))
    } catch {
      throw ResponseSerializationError(.other("\(error)"))
    }
  }
}
