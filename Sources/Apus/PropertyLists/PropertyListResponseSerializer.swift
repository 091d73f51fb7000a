public import ApusHTTP
public import ApusSerialization
internal import FoundationEssentials

/// A serializer that decodes a value from a property list, in either format.
///
/// A rejected response also has a value if its content can be decoded; if it cannot, there is no
/// second error. Content of a media type that is not accepted is not read, and empty content has no
/// value.
public struct PropertyListResponseSerializer<
  Value: Decodable & Sendable & SendableMetatype
>: ResponseSerializer, ArchivedSerializer {
  /// The rules for acceptable responses: `application/x-plist` and 2xx.
  public var validation = ResponseValidation(mediaTypes: ["application/x-plist"])

  /// The name in archives, for any type: the reader names the type.
  public static var archiveName: String { "PropertyListResponseSerializer" }

  /// Creates a serializer for a type with the default settings.
  ///
  /// - Parameter type: The type to decode.
  public init(_ type: Value.Type = Value.self) {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<Value> {
    let error = validation.verdict(on: response).error
    guard error?.concernsMediaType != true, !response.body.isEmpty else {
      return SerializedResponse(nil, error)
    }
    do throws(ResponseSerializationError) {
      return SerializedResponse(try Self.decode(Value.self, response), error)
    } catch let failure {
      return SerializedResponse(nil, error ?? failure)
    }
  }

  /// Makes a value of another type in the same way.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    if let error = validation.verdict(on: response).error { throw error }
    return response.body.isEmpty ? nil : try Self.decode(type, response)
  }

  private static func decode<Other: Decodable>(
    _ type: Other.Type, _ response: HTTP.Response
  ) throws(ResponseSerializationError) -> Other {
    do {
      return try PropertyListDecoder().decode(type, from: Data(response.body))
    } catch {
      throw ResponseSerializationError(.other("\(error)"))
    }
  }
}
