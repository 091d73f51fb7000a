public import ApusHTTP

/// Parses the content as a tree.
///
///     let feed = try await api.send(.get("feed"), using: XMLDocumentResponseSerializer())
///     let titles = feed?.root.elements(localName: "title").map(\.text)
///
/// A rejected response whose content is XML has both an error and a document; if the content is not
/// XML, that is an additional cause. Content of a media type that is not accepted is not read. A
/// response without content has neither a document nor an error.
public struct XMLDocumentResponseSerializer: ResponseSerializer, Codable {
  /// The validation of responses: `application/xml`, `text/xml` and 2xx.
  public var validation = ResponseValidation(mediaTypes: XML.contentTypes.sorted())
  /// The limits of documents.
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

/// Creates a parser for the content, which has not read any of it.
///
///     var parser = try await api.send(.get("feed"), using: XMLParserResponseSerializer())
///     while let event = try parser?.next() { … }
///
/// A delegate reads it with `XML.DelegateParser(delegate, parser)`. The parser reports a fault of
/// the document when it reaches it: content that is not XML, or empty, has a parser too. A rejected
/// response whose media type is accepted has both an error and a parser.
public struct XMLParserResponseSerializer: ResponseSerializer, Codable {
  /// The validation of responses: `application/xml`, `text/xml` and 2xx.
  public var validation = ResponseValidation(mediaTypes: XML.contentTypes.sorted())
  /// The limits of documents.
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
