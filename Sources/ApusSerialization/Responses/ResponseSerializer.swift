public import ApusHTTP

/// A serializer that converts an acceptable response to a value.
///
///     let serializer = JSONResponseSerializer()
///     let value = try serializer.value(of: response)
///
/// A response serializer is a value. A session or call uses a copy of the serializer from before
/// the request is sent.
public protocol ResponseSerializer<Value>: Sendable {
  /// The type of the values that the serializer returns.
  associatedtype Value: Sendable

  /// Converts a response to a value, an error, or both a value and an error.
  ///
  /// - Parameter response: The response of a server.
  func serialize(_ response: HTTP.Response) -> SerializedResponse<Value>

  /// Converts a response to a value of a given type. The result is `nil` if the response has no
  /// content.
  ///
  /// The default implementation returns only values of the serializer's own type.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other?
}

extension ResponseSerializer {
  /// Returns the value of a response if the value has the given type.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    guard let value = try value(of: response) else { return nil }
    // An array is not converted to an array of another type, although Swift casts an empty array to
    // every array type.
    guard Other.self == Value.self || Other.self == Value?.self, let other = value as? Other else {
      throw ResponseSerializationError(.anotherType("\(Value.self)", wanted: "\(Other.self)"))
    }
    return other
  }

  /// Converts a response to a value whose type is erased.
  package func serializeAny(_ response: HTTP.Response) -> SerializedResponse<any Sendable> {
    let result = serialize(response)
    return SerializedResponse<any Sendable>(result.value, result.error, attempts: result.attempts)
  }

  /// Returns the value of a response that has no error.
  /// The result is `nil` if the response has no content.
  ///
  /// - Parameter response: The response of a server.
  public func value(
    of response: HTTP.Response
  ) throws(ResponseSerializationError) -> Value? {
    let serialized = serialize(response)
    if let error = serialized.error { throw error }
    return serialized.value
  }
}

/// The result of serializing a response: a value, an error, both or neither.
///
/// A rejected response with readable content has both a value and an error. A response without
/// content has neither.
public struct SerializedResponse<Value: Sendable>: Sendable {
  /// The value of the response; `nil` if the content could not be converted.
  public let value: Value?
  /// The error of the response, which begins with the most important cause.
  public let error: ResponseSerializationError?
  /// The errors of the serializers that were tried earlier.
  public let attempts: [ResponseSerializationError]

  /// Creates a result from a value, an error and the errors of earlier attempts.
  ///
  /// - Parameters:
  ///   - value: The value of the response; `nil` for no value.
  ///   - error: The error of the response; `nil` for no error.
  ///   - attempts: The errors of the serializers that were tried earlier.
  public init(
    _ value: Value?, _ error: ResponseSerializationError? = nil,
    attempts: [ResponseSerializationError] = []
  ) {
    self.value = value
    self.error = error
    self.attempts = attempts
  }
}

/// A response serializer that returns the content as bytes, even for a rejected response.
public struct DataResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for responses.
  public var validation = ResponseValidation()

  /// Creates a data response serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<[UInt8]> {
    SerializedResponse(response.body, validation.verdict(on: response).error)
  }
}

/// A response serializer that returns a response unchanged.
/// By default, the serializer accepts every response.
public struct RawResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for responses. By default, all responses are accepted.
  public var validation = ResponseValidation.none

  /// Creates a raw response serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<HTTP.Response> {
    SerializedResponse(response, validation.verdict(on: response).error)
  }
}
