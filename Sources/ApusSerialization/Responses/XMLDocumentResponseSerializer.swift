public import ApusHTTP

/// Makes a tree of the content.
///
///     let feed = try await api.send(.get("feed"), using: XMLDocumentResponseSerializer())
///     let titles = feed?.root.elements(localName: "title").map(\.text)
///
/// A refused response whose content is XML has both an error and a document; where the content is
/// none, that is told behind the refusal. Content of a media type that is not accepted is not read.
/// No content is no document, and no error by itself.
public struct XMLDocumentResponseSerializer: ResponseSerializer, Codable {
  /// Which responses are acceptable: `application/xml`, `text/xml` and 2xx.
  public var validation = ResponseValidation(mediaTypes: XML.contentTypes.sorted())
  /// What documents are held to.
  public var limits = XML.Limits()

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<XML.Document> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.body.isEmpty else { return SerializedResponse(nil, verdict.error) }
    do throws(XML.ParsingError) {
      let document = try XML.Document(
        bytes: response.body, charset: response.headers.charsetName, limits: limits)
      return SerializedResponse(document, verdict.error)
    } catch {
      return SerializedResponse(nil, verdict.error(or: .xml(error)))
    }
  }
}

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

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<XML.PullParser> {
    let error = validation.verdict(on: response).error
    if let error, error.concernsMediaType { return SerializedResponse(nil, error) }
    let parser = XML.PullParser(
      bytes: response.body, charset: response.headers.charsetName, limits: limits)
    return SerializedResponse(parser, error)
  }
}
