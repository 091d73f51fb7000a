public import ApusHTTP

/// Puts content into the body unchanged: bytes, text, or any body.
///
/// Parameters are added to the query, with any method.
public struct ContentRequestSerializer: RequestSerializer, Codable {
  /// All that is not about the content.
  public var http = HTTPRequestSerializer()

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    var serializer = http
    serializer.methodsWithQuery.insert(request.method)
    return try serializer.serialize(request, parameters)
  }

  /// Puts a body into the request.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - body: The content to send.
  public func serialize(
    _ request: HTTP.Request, _ body: HTTP.Body
  ) throws(RequestSerializationError) -> HTTP.Request {
    try http.finished(request, body: body)
  }

  /// Puts bytes into the body.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - bytes: The content to send.
  ///   - mediaType: The type of the content; `application/octet-stream` by default.
  public func serialize(
    _ request: HTTP.Request, _ bytes: [UInt8], _ mediaType: HTTP.MediaType = .octetStream
  ) throws(RequestSerializationError) -> HTTP.Request {
    try serialize(request, .bytes(bytes, mediaType))
  }

  /// Puts text into the body, in a charset that the media type names.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - text: The characters of the content.
  ///   - charset: The charset of the content; UTF-8 by default.
  public func serialize(
    _ request: HTTP.Request, text: String, _ charset: TextCharset = .utf8
  ) throws(RequestSerializationError) -> HTTP.Request {
    try serialize(request, .text(text, charset))
  }
}

extension HTTP.Body {
  /// Serializes text, in a charset that the media type names.
  ///
  /// - Parameters:
  ///   - text: The characters of the content.
  ///   - charset: The charset, which must have all of the characters.
  public static func text(
    _ text: String, _ charset: TextCharset
  ) throws(RequestSerializationError) -> HTTP.Body {
    guard let bytes = charset.encode(text) else { throw .unencodable(charset) }
    let type = try? HTTP.MediaType("text", "plain", ["charset": charset.rawValue])
    return .bytes(bytes, type ?? .plainText)
  }
}
