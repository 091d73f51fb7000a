internal import ApusFoundation
public import ApusHTTP
public import ApusSerialization

/// A response serializer that decodes a value from a property list in either format.
///
/// A response with an unaccepted status code also has a value if its content can be decoded.
/// Content that cannot be decoded causes no second error. Content of an unaccepted media type is
/// not parsed, and empty content has no value.
public struct PropertyListResponseSerializer<
  Value: Decodable & Sendable & SendableMetatype
>: ResponseSerializer, ArchivedSerializer {
  /// The rules for acceptable responses.
  /// The default rules accept the media type `application/x-plist` and 2xx status codes.
  public var validation = ResponseValidation(mediaTypes: ["application/x-plist"])

  /// The serializer's name in an archive.
  /// The name is the same for each value type, because the reader of the archive names the type.
  public static var archiveName: String { "PropertyListResponseSerializer" }

  /// Creates a property list serializer with the default settings for a value type.
  ///
  /// - Parameter type: The type of the decoded value.
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

  /// Decodes a value of another type from a response with the settings of the serializer.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type of the decoded value.
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
