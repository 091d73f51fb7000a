public import ApusHTTP

/// Decodes a JSON value from the content.
///
/// A rejected response whose content is JSON has both an error and a value. Content of a media type
/// that is not accepted is not read. A response without content has neither a value nor an error.
public struct JSONResponseSerializer: ResponseSerializer, Codable {
  /// The validation of responses.
  public var validation = ResponseValidation(mediaTypes: Self.mediaTypes)
  /// The options of reading; texts in UTF-16 and UTF-32 are read too.
  public var reading: JSON.ReadingOptions
  /// A Boolean value that indicates whether a text, number or literal is allowed by itself.
  public var allowsFragments = false
  /// A Boolean value that indicates whether `null` is removed, at any depth.
  public var removesNulls = false
  /// A Boolean value that indicates whether white space of any length counts as empty content.
  ///
  /// The default is false: only one space does.
  public var allowsWhitespace = false
  /// The coder for types that a caller names, except for the options in `reading`.
  public var coder = JSONCoder()

  /// The media types that are accepted by default.
  public static let mediaTypes = ["application/json", "text/json", "text/javascript"]

  /// Creates a serializer with the default settings.
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

  /// Makes a value of a type that the caller names.
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
  /// Returns whether the content is empty, or one space, which some servers send instead.
  func hasNothing(allowingWhitespace: Bool) -> Bool {
    if body.isEmpty || body == [0x20] { return true }
    return allowingWhitespace
      && body.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
  }
}

extension HTTP.Response {
  /// Returns a value as JSON, as a stub or a server answers.
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

  /// Returns the content as a value decoded from JSON, with any status and media type.
  ///
  ///     let problem = try error.response?.json(as: Problem.self)
  ///
  /// Without a coder it is decoded by that of the response's session, and by a `JSONCoder` with its
  /// defaults if the response was created here.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - coder: The coder that reads the content; nil for that of the session.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: (any JSONCoding)? = nil
  ) throws -> Value {
    let coder = coder ?? head.carrier.coder as? any JSONCoding ?? JSONCoder()
    return try coder.decode(type, from: body)
  }
}

extension HTTP.Request {
  /// Decodes the content from JSON, as a stub or a handler does that is sent the request.
  ///
  /// A stub is sent content that has been written. Content that is read while it is sent, such as a
  /// file, must be collected first.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - coder: The coder that reads the content.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body.bytes ?? [])
  }
}
