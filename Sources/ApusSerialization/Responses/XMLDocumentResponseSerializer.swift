public import ApusHTTP

/// A response serializer that parses the content as an XML document tree.
///
///     let feed = try await api.send(.get("feed"), using: XMLDocumentResponseSerializer())
///     let titles = feed?.root.elements(localName: "title").map(\.text)
///
/// If the status is rejected, the result contains an error and the XML document. If the content is
/// not valid XML, the error has an additional cause. If the media type is rejected, the content is
/// not parsed. If the response has no content, the result contains neither a document nor an error.
public struct XMLDocumentResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for responses:
  /// the media types `application/xml` and `text/xml`, and the statuses 2xx.
  public var validation = ResponseValidation(mediaTypes: XML.contentTypes.sorted())
  /// The size limits of XML documents.
  public var limits = XML.Limits()

  /// Creates an XML document response serializer with the default settings.
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

/// A response serializer that returns an XML parser for the content of the response.
///
///     var parser = try await api.send(.get("feed"), using: XMLParserResponseSerializer())
///     while let event = try parser?.next() { … }
///
/// To parse the content with a delegate, use `XML.DelegateParser(delegate, parser)`. The serializer
/// does not check the content, so empty or invalid content also has a parser. The parser throws an
/// error when it reaches the invalid content. If only the status is rejected, the result contains
/// both an error and a parser.
public struct XMLParserResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for responses:
  /// the media types `application/xml` and `text/xml`, and the statuses 2xx.
  public var validation = ResponseValidation(mediaTypes: XML.contentTypes.sorted())
  /// The size limits of XML documents.
  public var limits = XML.Limits()

  /// Creates an XML parser response serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<XML.PullParser> {
    let error = validation.verdict(on: response).error
    if let error, error.concernsMediaType { return SerializedResponse(nil, error) }
    let parser = XML.PullParser(
      bytes: response.body, charset: response.headers.charsetName, limits: limits)
    return SerializedResponse(parser, error)
  }
}
