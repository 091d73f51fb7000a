public import ApusHTTP

/// A serializer that makes a value from an acceptable response.
///
///     let serializer = JSONResponseSerializer()
///     let value = try serializer.value(of: response)
///
/// A serializer is a value: a session or a call keeps its own copy, from before the request is
/// sent.
public protocol ResponseSerializer<Value>: Sendable {
  /// The type of the values.
  associatedtype Value: Sendable

  /// Makes a value from a response, or returns an error, or both.
  ///
  /// - Parameter response: The response of a server.
  func serialize(_ response: HTTP.Response) -> SerializedResponse<Value>

  /// Makes a value of a type that the caller names; nil without content.
  ///
  /// A conformer without its own implementation returns only values of its own type.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other?
}

extension ResponseSerializer {
  /// Returns the value of a response, if it is of the type.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    guard let value = try value(of: response) else { return nil }
    // No array of any type becomes one of another, although Swift casts the empty one to all.
    guard Other.self == Value.self || Other.self == Value?.self, let other = value as? Other else {
      throw ResponseSerializationError(.anotherType("\(Value.self)", wanted: "\(Other.self)"))
    }
    return other
  }

  /// Makes a value of a response with an erased type.
  package func serializeAny(_ response: HTTP.Response) -> SerializedResponse<any Sendable> {
    let result = serialize(response)
    return SerializedResponse<any Sendable>(result.value, result.error, attempts: result.attempts)
  }

  /// Returns the value of a response that has no error; nil if it has no content to make one of.
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

/// The result for a response: a value, an error, both or neither.
///
/// It is both for a rejected response with readable content, and neither for a response without
/// content.
public struct SerializedResponse<Value: Sendable>: Sendable {
  /// The value, if the content became one.
  public let value: Value?
  /// The error of the response, the most important first.
  public let error: ResponseSerializationError?
  /// The errors of other serializers that were tried first.
  public let attempts: [ResponseSerializationError]

  /// Creates a result of those parts.
  ///
  /// - Parameters:
  ///   - value: The value; nil if there is none.
  ///   - error: The error; nil if there is none.
  ///   - attempts: The errors of the serializers that were tried before.
  public init(
    _ value: Value?, _ error: ResponseSerializationError? = nil,
    attempts: [ResponseSerializationError] = []
  ) {
    self.value = value
    self.error = error
    self.attempts = attempts
  }
}

/// Hands the content of a response on as it is, acceptable or not.
public struct DataResponseSerializer: ResponseSerializer, Codable {
  /// The validation of responses.
  public var validation = ResponseValidation()

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<[UInt8]> {
    SerializedResponse(response.body, validation.verdict(on: response).error)
  }
}

/// Returns a response unchanged, and by default accepts every response.
public struct RawResponseSerializer: ResponseSerializer, Codable {
  /// The validation of responses: by default all are accepted.
  public var validation = ResponseValidation.none

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<HTTP.Response> {
    SerializedResponse(response, validation.verdict(on: response).error)
  }
}
