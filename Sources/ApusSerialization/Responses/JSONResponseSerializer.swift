public import ApusHTTP

/// Makes a JSON value of the content.
///
/// A refused response whose content is JSON has both an error and a value. Content of a media type
/// that is not accepted is not read. No content is no value, and no error by itself.
public struct JSONResponseSerializer: ResponseSerializer, Codable {
  /// Which responses are acceptable.
  public var validation = ResponseValidation(mediaTypes: Self.mediaTypes)
  /// The options of reading; texts in UTF-16 and UTF-32 are read too.
  public var reading: JSONReadingOptions
  /// Whether a text, number or literal may stand by itself.
  public var allowsFragments = false
  /// Whether `null` is taken out of objects and arrays, however deep.
  public var removesNulls = false
  /// Whether white space of any length counts as no content; otherwise one space alone does.
  public var allowsWhitespace = false
  /// What makes values of types that a caller names, except for what `reading` says.
  public var coder = JSONCoder()

  /// The media types that are accepted by default.
  public static let mediaTypes = ["application/json", "text/json", "text/javascript"]

  /// Creates a serializer with the default settings.
  public init() {
    reading = JSONReadingOptions()
    reading.detectsEncoding = true
  }

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<JSONValue> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.hasNothing(allowingWhitespace: allowsWhitespace) else {
      return SerializedResponse(nil, verdict.error)
    }
    do throws(JSONError) {
      let value = try JSONValue(parsing: response.body, strictReading)
      return SerializedResponse(removesNulls ? value.removingNulls() : value, verdict.error)
    } catch {
      return SerializedResponse(nil, verdict.error(or: .json(error)))
    }
  }

  /// Makes a value of a type that the caller names.
  public func value<Other: Decodable>(
    of response: HTTP.Response, as type: Other.Type
  ) throws(ResponseSerializationError) -> Other? {
    var bytes = response.body
    if removesNulls {
      guard let value = try value(of: response) else { return nil }
      var writing = JSONWritingOptions()
      writing.depthLimit = JSONReadingOptions.greatestDepthLimit
      do throws(JSONEncodingError) {
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
    do throws(JSONDecodingError) {
      return try coder.decode(type, from: bytes)
    } catch {
      throw ResponseSerializationError(.value(error))
    }
  }

  private var strictReading: JSONReadingOptions {
    var reading = reading
    reading.requiresContainer = !allowsFragments
    return reading
  }
}

extension HTTP.Response {
  /// Whether there is no content, or one space, which some servers send for none.
  func hasNothing(allowingWhitespace: Bool) -> Bool {
    if body.isEmpty || body == [0x20] { return true }
    return allowingWhitespace
      && body.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
  }
}

extension HTTP.Response {
  /// Returns a value as JSON, as a stub or a server answers.
  public static func json(
    _ value: some Encodable, status: HTTP.Status = .ok, using coder: any JSONCoding = JSONCoder()
  ) throws -> HTTP.Response {
    HTTP.Response(
      status, headers: [.contentType: "application/json"], body: try coder.encode(value))
  }

  /// Returns the content as a value out of JSON, whatever the status and the media type are.
  ///
  ///     let problem = try error.response?.json(as: Problem.self)
  ///
  /// Without a coder it is ours with its defaults; a session's stands in its configuration.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body)
  }
}

extension HTTP.Request {
  /// Decodes the content from JSON, as a stub or a handler does that is sent the request.
  ///
  /// A stub is sent content that has been written. Content that is read while it is sent, such as a
  /// file, must be collected first.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body.bytes ?? [])
  }
}
