public import ApusHTTP

/// A request serializer for content that is sent unchanged: bytes, text, or any request body.
///
/// The serializer writes parameters into the query for every request method.
public struct ContentRequestSerializer: RequestSerializer, Codable {
  /// The general settings of the requests, such as header fields and options.
  public var http = HTTPRequestSerializer()

  /// Creates a content request serializer with the default settings.
  public init() {}

  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    var serializer = http
    serializer.methodsWithQuery.insert(request.method)
    return try serializer.serialize(request, parameters)
  }

  /// Returns a copy of the request with the given body.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - body: The body to send.
  public func serialize(
    _ request: HTTP.Request, _ body: HTTP.Body
  ) throws(RequestSerializationError) -> HTTP.Request {
    try http.finished(request, body: body)
  }

  /// Returns a copy of the request with a byte array as its body.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - bytes: The bytes to send.
  ///   - mediaType: The media type of the content; `application/octet-stream` by default.
  public func serialize(
    _ request: HTTP.Request, _ bytes: [UInt8], _ mediaType: HTTP.MediaType = .octetStream
  ) throws(RequestSerializationError) -> HTTP.Request {
    try serialize(request, .bytes(bytes, mediaType))
  }

  /// Returns a copy of the request with text as its body. The media type contains the charset of
  /// the text.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - text: The text to send.
  ///   - charset: The charset of the content; UTF-8 by default.
  public func serialize(
    _ request: HTTP.Request, text: String, _ charset: TextCharset = .utf8
  ) throws(RequestSerializationError) -> HTTP.Request {
    try serialize(request, .text(text, charset))
  }
}

extension HTTP.Body {
  /// Returns a request body with text in the given charset. The media type contains the charset.
  ///
  /// - Parameters:
  ///   - text: The text to send.
  ///   - charset: The charset, which must be able to represent the text.
  public static func text(
    _ text: String, _ charset: TextCharset
  ) throws(RequestSerializationError) -> HTTP.Body {
    guard let bytes = charset.encode(text) else { throw .unencodable(charset) }
    let type = try? HTTP.MediaType("text", "plain", ["charset": charset.rawValue])
    return .bytes(bytes, type ?? .plainText)
  }
}
