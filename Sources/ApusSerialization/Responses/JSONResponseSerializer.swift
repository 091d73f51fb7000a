public import ApusHTTP

/// A response serializer that decodes a JSON value from the content.
///
/// If the status is rejected, the result contains an error and the decoded JSON value. If the media
/// type is rejected, the content is not decoded. If the response has no content, the result
/// contains neither a value nor an error.
public struct JSONResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for the status and the media type of responses.
  public var validation = ResponseValidation(mediaTypes: Self.mediaTypes)
  /// The options for reading JSON. By default, the serializer accepts JSON in UTF-8, UTF-16 and
  /// UTF-32.
  public var reading: JSON.ReadingOptions
  /// A Boolean value that indicates whether the JSON may be a single string, number or literal
  /// instead of an array or object.
  public var allowsFragments = false
  /// A Boolean value that indicates whether the serializer removes `null` from the JSON value at
  /// any depth.
  public var removesNulls = false
  /// A Boolean value that indicates whether content that consists of white space is treated as
  /// empty.
  ///
  /// The default is false: only a single space is treated as empty content.
  public var allowsWhitespace = false
  /// The JSON coder that decodes `Decodable` types. The property `reading` overrides the coder's
  /// reading options.
  public var coder = JSONCoder()

  /// The media types that the serializer accepts by default.
  public static let mediaTypes = ["application/json", "text/json", "text/javascript"]

  /// Creates a JSON response serializer with the default settings.
  public init() {
    reading = JSON.ReadingOptions()
    reading.detectsEncoding = true
  }

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<JSON.Value> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.hasNothing(allowingWhitespace: allowsWhitespace) else {
      return SerializedResponse(nil, verdict.error)
    }
    do throws(JSON.ParsingError) {
      let value = try JSON.Value(parsing: response.body, strictReading)
      return SerializedResponse(removesNulls ? value.removingNulls() : value, verdict.error)
    } catch {
      return SerializedResponse(nil, verdict.error(or: .json(error)))
    }
  }

  /// Decodes a value of the given type from the JSON content of a response.
  ///
  /// - Parameters:
  ///   - response: The response of a server.
  ///   - type: The type to decode.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    var bytes = response.body
    if removesNulls {
      guard let value = try value(of: response) else { return nil }
      var writing = JSON.WritingOptions()
      writing.depthLimit = JSON.ReadingOptions.greatestDepthLimit
      do throws(JSON.EncodingError) {
        bytes = try value.bytes(writing)
      } catch {
        throw ResponseSerializationError(.other("\(error)"))
      }
    } else {
      if let error = validation.verdict(on: response).error { throw error }
      if response.hasNothing(allowingWhitespace: allowsWhitespace) { return nil }
    }
    var coder = coder
    coder.reading = strictReading
    do throws(JSON.DecodingError) {
      return try coder.decode(type, from: bytes)
    } catch {
      throw ResponseSerializationError(.value(error))
    }
  }

  private var strictReading: JSON.ReadingOptions {
    var reading = reading
    reading.requiresContainer = !allowsFragments
    return reading
  }
}

extension HTTP.Response {
  /// Returns whether the content is empty, or a single space that some servers send instead of
  /// empty content.
  func hasNothing(allowingWhitespace: Bool) -> Bool {
    if body.isEmpty || body == [0x20] { return true }
    return allowingWhitespace
      && body.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
  }
}

extension HTTP.Response {
  /// Returns a response whose content is the JSON of a value, for use in a stub or a server.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - status: The status of the response; 200 by default.
  ///   - coder: The coder that encodes the value.
  public static func json(
    _ value: some Encodable, status: HTTP.Status = .ok, using coder: any JSONCoding = JSONCoder()
  ) throws -> HTTP.Response {
    HTTP.Response(
      status, headers: [.contentType: "application/json"], body: try coder.encode(value))
  }

  /// Decodes a value from the JSON content of the response.
  /// The function ignores the status and the media type.
  ///
  ///     let problem = try error.response?.json(as: Problem.self)
  ///
  /// If `coder` is `nil`, the function uses the coder of the response's session. For a response
  /// that the program created, the function uses a `JSONCoder` with default settings.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - coder: The coder that decodes the content; `nil` for the coder of the session.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: (any JSONCoding)? = nil
  ) throws -> Value {
    let coder = coder ?? head.carrier.coder as? any JSONCoding ?? JSONCoder()
    return try coder.decode(type, from: body)
  }
}

extension HTTP.Request {
  /// Decodes a value from the JSON content of the request, for use in a stub or a request handler.
  ///
  /// The content that a stub receives is already encoded. Content that is read during sending, such
  /// as a file, must be collected before this call.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - coder: The coder that decodes the content.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body.bytes ?? [])
  }
}
