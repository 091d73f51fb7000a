public import ApusHTTP

/// Makes a parser of the content, which has not begun to read it.
///
///     var parser = try await api.send(.get("feed"), using: XMLParserResponseSerializer())
///     while let event = try parser?.next() { … }
///
/// A delegate reads it by `XML.DelegateParser(delegate, parser)`. What is wrong with the document,
/// the parser says as it comes to it: there is one for content that is no XML too, and for none at
/// all. A refused response whose media type is accepted has both an error and a parser.
public struct XMLParserResponseSerializer: ResponseSerializer, Codable {
  /// Which responses are acceptable: `application/xml`, `text/xml` and 2xx.
  public var validation = ResponseValidation(mediaTypes: XML.contentTypes.sorted())
  /// What documents are held to.
  public var limits = XML.Limits()

  /// The defaults.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<XML.PullParser> {
    let error = validation.verdict(on: response).error
    if let error, error.concernsMediaType { return SerializedResponse(nil, error) }
    let parser = XML.PullParser(
      bytes: response.body, charset: response.charsetName, limits: limits)
    return SerializedResponse(parser, error)
  }
}
