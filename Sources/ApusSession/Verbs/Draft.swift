internal import ApusHTTP
internal import ApusSerialization

/// A request in the making: what the verbs have in common.
///
/// It has the serializer that the session had when the request was begun.
struct Draft {
  /// The request without content.
  private let bare: HTTP.Request
  /// Whether the call itself says what type its content is of.
  private let isTyped: Bool
  private let serializer: HTTPRequestSerializer
  private let session: HTTPSession

  /// A request with parameters in its query.
  init(
    _ method: HTTP.Method, _ target: some HTTPSession.Target, _ query: RequestParameters?,
    _ headers: HTTP.Fields, _ session: HTTPSession
  ) throws(HTTPSessionError) {
    self.session = session
    isTyped = headers.contains(.contentType)
    serializer = session.requestSerializer.http.bound(by: session, target.httpTarget)
    let request = HTTP.Request(method, target.httpTarget, headers: headers)
    guard let query else {
      bare = request
      return
    }
    var querying = serializer
    if !querying.putsParametersInQuery(method) { querying.methodsWithQuery.insert(method) }
    bare = try session.serialized(request, query, querying)
  }

  /// The request without content, and with the session's fields.
  func finished() throws(HTTPSessionError) -> HTTP.Request { try finished(bare, nil) }

  /// The request with a body.
  func with(_ body: HTTP.Body) throws(HTTPSessionError) -> HTTP.Request {
    try finished(bare, body)
  }

  /// The request with a value that the session's coder writes.
  func with(json value: some Encodable) throws(HTTPSessionError) -> HTTP.Request {
    let bytes: [UInt8]
    do {
      bytes = try session.configuration.json.encode(value)
    } catch let error as JSONEncodingError {
      throw session.error(making: bare, failedWith: RequestSerializationError.json(error))
    } catch {
      throw session.error(making: bare, failedWith: error)
    }
    return try with(.bytes(bytes, .json))
  }

  /// The request with a form.
  func with(form parameters: RequestParameters) throws(HTTPSessionError) -> HTTP.Request {
    var posting = serializer
    posting.methodsWithQuery = []
    return try session.serialized(bare, parameters, posting)
  }

  /// The request with a form of several parts; without any it has an empty form.
  func with(multipart parts: [Multipart.Part]) throws(HTTPSessionError) -> HTTP.Request {
    guard !parts.isEmpty else { return try with(.bytes([], .form)) }
    var request = bare
    let body: HTTP.Body
    do throws(MultipartError) {
      let multipart = try Multipart(parts)
      // What the session sends by default names no boundary.
      if !isTyped {
        request.headers[.contentType] = HTTP.FieldValue("\(multipart.mediaType)")
      }
      body = try multipart.body()
    } catch {
      throw session.error(making: bare, failedWith: RequestSerializationError.multipart(error))
    }
    return try finished(request, body)
  }

  private func finished(
    _ request: HTTP.Request, _ body: HTTP.Body?
  ) throws(HTTPSessionError) -> HTTP.Request {
    do throws(RequestSerializationError) {
      return try serializer.finished(request, body: body)
    } catch {
      throw session.error(making: request, failedWith: error)
    }
  }
}
