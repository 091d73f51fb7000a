public import ApusHTTP

/// Tries serializers in order; the first one that returns a value counts, with its error.
///
/// If none does, the result is the content as bytes, checked by the compound's own rules, with the
/// errors of the serializers in `attempts`.
public struct CompoundResponseSerializer: ResponseSerializer {
  /// The validation of a response for which no serializer returned a value.
  public var validation = ResponseValidation()
  /// The serializers, in order.
  public let serializers: [any ResponseSerializer]

  /// Creates a serializer of others.
  ///
  /// - Parameter serializers: The serializers, the first of which is tried first.
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

  /// Tries serializers in order; the first one that returns a value of the type counts.
  ///
  /// If none does, the error is that of the compound's own rules, or else that of the first
  /// serializer.
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
