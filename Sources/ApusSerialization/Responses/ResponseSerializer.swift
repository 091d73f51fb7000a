public import ApusHTTP

/// A serializer that converts an acceptable response to a value.
///
///     let serializer = JSONResponseSerializer()
///     let value = try serializer.value(of: response)
///
/// A response serializer is a value type, so later changes do not affect a copy that a session
/// uses.
public protocol ResponseSerializer<Value>: Sendable {
  /// The type of the values that the serializer returns.
  associatedtype Value: Sendable

  /// Converts a response to a result that can contain a value, an error, or both.
  ///
  /// - Parameter response: The response of a server.
  func serialize(_ response: HTTP.Response) -> SerializedResponse<Value>

  /// Converts a response to a value of a given type. The result is `nil` if the response has no
  /// content.
  ///
  /// The default implementation returns only values of the serializer's type `Value`.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other?
}

extension ResponseSerializer {
  /// Converts a response to a value of the given type, and throws an error if the value has another
  /// type.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    guard let value = try value(of: response) else { return nil }
    // Swift casts an empty array to every array type, so the types are compared before the cast.
    guard Other.self == Value.self || Other.self == Value?.self, let other = value as? Other else {
      throw ResponseSerializationError(.anotherType("\(Value.self)", wanted: "\(Other.self)"))
    }
    return other
  }

  /// Converts a response to a result with a type-erased value.
  package func serializeAny(_ response: HTTP.Response) -> SerializedResponse<any Sendable> {
    let result = serialize(response)
    return SerializedResponse<any Sendable>(result.value, result.error, attempts: result.attempts)
  }

  /// Converts a response to a value, and throws the error of the response. The result is `nil` if
  /// the response has no content.
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

/// The result of a response serializer, which can contain a value, an error, or both.
///
/// The result of a rejected response with valid content contains both a value and an error. The
/// result of a response without content is empty.
public struct SerializedResponse<Value: Sendable>: Sendable {
  /// The value of the response; `nil` if the content could not be converted.
  public let value: Value?
  /// The error of the response, or `nil` if the response is acceptable.
  public let error: ResponseSerializationError?
  /// The errors of the serializers that a compound serializer tried before.
  public let attempts: [ResponseSerializationError]

  /// Creates the result of a response serializer from a value and an error.
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

/// A response serializer that returns the content as bytes. The result of a rejected response
/// contains the bytes and an error.
public struct DataResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for the status and the media type of responses.
  public var validation = ResponseValidation()

  /// Creates a data response serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<[UInt8]> {
    SerializedResponse(response.body, validation.verdict(on: response).error)
  }
}

/// A response serializer that returns the response unchanged. By default, every response is
/// accepted.
public struct RawResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for the status and the media type of responses. By default, all responses
  /// are accepted.
  public var validation = ResponseValidation.none

  /// Creates a raw response serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<HTTP.Response> {
    SerializedResponse(response, validation.verdict(on: response).error)
  }
}
