public import ApusHTTP

/// A request serializer that puts content into the body unchanged: bytes, text, or any body.
///
/// The serializer adds parameters to the query for every method.
public struct ContentRequestSerializer: RequestSerializer, Codable {
  /// The settings of the request that do not concern the content.
  public var http = HTTPRequestSerializer()

  /// Creates a content serializer with the default settings.
  public init() {}

  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    var serializer = http
    serializer.methodsWithQuery.insert(request.method)
    return try serializer.serialize(request, parameters)
  }

  /// Returns the request with a given body.
  ///
  /// - Parameters:
  ///   - request: The request without content.
  ///   - body: The body to send.
  public func serialize(
    _ request: HTTP.Request, _ body: HTTP.Body
  ) throws(RequestSerializationError) -> HTTP.Request {
    try http.finished(request, body: body)
  }

  /// Returns the request with a body of bytes.
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

  /// Returns the request with a body of text. The media type names the charset of the text.
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
  /// Returns a body of text. The media type names the charset of the text.
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
