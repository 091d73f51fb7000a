public import ApusHTTP

/// Tries serializers in order; the first one that makes a value counts, with its error.
///
/// If none does, the content is handed on as bytes, judged by the compound's own rules, and what
/// each of them found wrong stands in `attempts`.
public struct CompoundResponseSerializer: ResponseSerializer {
  /// Which responses are acceptable where no serializer made a value.
  public var validation = ResponseValidation()
  /// The serializers, in order.
  public let serializers: [any ResponseSerializer]

  /// A serializer of others.
  public init(_ serializers: [any ResponseSerializer]) { self.serializers = serializers }

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<any Sendable> {
    var attempts: [ResponseSerializationError] = []
    for serializer in serializers {
      let result = Self.attempt(serializer, response)
      if let value = result.value {
        return SerializedResponse(value, result.error, attempts: attempts)
      }
      if let error = result.error { attempts.append(error) }
    }
    return SerializedResponse(
      response.body, validation.verdict(on: response).error, attempts: attempts)
  }

  private static func attempt<Value>(
    _ serializer: some ResponseSerializer<Value>, _ response: HTTP.Response
  ) -> SerializedResponse<any Sendable> {
    let result = serializer.serialize(response)
    return SerializedResponse<any Sendable>(
      result.value, result.error, attempts: result.attempts)
  }
}
