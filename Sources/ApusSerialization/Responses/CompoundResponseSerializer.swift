public import ApusHTTP

/// A response serializer that tries several serializers in order and returns the first value.
///
/// If no serializer returns a value, the result is the content as bytes. The result also contains
/// the error of the compound serializer's validation. The property `attempts` contains the errors
/// of the serializers.
public struct CompoundResponseSerializer: ResponseSerializer {
  /// The validation rules for a response for which no serializer returned a value.
  public var validation = ResponseValidation()
  /// The response serializers in the order in which they are tried.
  public let serializers: [any ResponseSerializer]

  /// Creates a compound response serializer from several serializers.
  ///
  /// - Parameter serializers: The serializers in the order in which they are tried.
  public init(_ serializers: [any ResponseSerializer]) { self.serializers = serializers }

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<any Sendable> {
    var attempts: [ResponseSerializationError] = []
    for serializer in serializers {
      let result = serializer.serializeAny(response)
      if let value = result.value {
        return SerializedResponse(value, result.error, attempts: attempts)
      }
      if let error = result.error { attempts.append(error) }
    }
    return SerializedResponse(
      response.body, validation.verdict(on: response).error, attempts: attempts)
  }

  /// Tries the serializers in order and returns the first value of the given type.
  ///
  /// If no serializer returns a value of the type, the function throws the error of the compound
  /// serializer's validation. If the validation accepts the response, the function throws the error
  /// of the first serializer.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    var first: ResponseSerializationError?
    for serializer in serializers {
      do throws(ResponseSerializationError) {
        if let value = try serializer.value(of: response, as: type) { return value }
      } catch {
        first = first ?? error
      }
    }
    if let error = validation.verdict(on: response).error { throw error }
    guard !response.body.isEmpty else { return nil }
    if Other.self == [UInt8].self, let bytes = response.body as? Other { return bytes }
    if let first { throw first }
    return nil
  }
}
