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

  /// The defaults.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<XML.Document> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.body.isEmpty else { return SerializedResponse(nil, verdict.error) }
    do throws(XML.ParsingError) {
      let document = try XML.Document(
        bytes: response.body, charset: response.charsetName, limits: limits)
      return SerializedResponse(document, verdict.error)
    } catch {
      return SerializedResponse(nil, verdict.error(or: .xml(error)))
    }
  }
}
