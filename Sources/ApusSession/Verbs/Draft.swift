internal import ApusConnections
internal import ApusHTTP
internal import ApusSerialization

/// A request under construction, with the parts that all HTTP verb functions have in common.
///
/// The request is built with the request serializer that the session had at the start.
struct Draft {
  /// The request under construction, without its content.
  private let bare: HTTP.Request
  private let serializer: HTTPRequestSerializer
  private let session: HTTPSession

  /// Creates a request with query parameters, for a call with its own time limit and accepted
  /// statuses.
  init(
    _ method: HTTP.Method, _ target: HTTP.Target, _ query: HTTP.Query?, _ headers: HTTP.Fields,
    _ limit: Duration?, _ accepted: HTTP.AcceptedStatuses?, _ session: HTTPSession
  ) throws(HTTPSessionError) {
    self.session = session
    serializer = session.requestSerializer.http.bound(by: session, target)
    let request = HTTP.Request(method, target, headers: headers).bounded(by: limit, accepted)
    guard let query else {
      bare = request
      return
    }
    var querying = serializer
    if !querying.putsParametersInQuery(method) { querying.methodsWithQuery.insert(method) }
    bare = try session.serialized(request, session.parameters(of: query, for: request), querying)
  }

  /// Returns the finished request without content, and with the session's header fields.
  func finished() throws(HTTPSessionError) -> HTTP.Request { try finished(bare, nil) }

  /// Returns the finished request with the given content.
  func with(_ body: HTTP.Body) throws(HTTPSessionError) -> HTTP.Request {
    // Content that is already encoded does not change a request whose content a serializer has
    // written.
    guard let content = body.unwritten else { return try finished(bare, body) }
    let written = try session.written(content, in: body, for: bare, serializer)
    return try finished(bare.naming(boundaryOf: written), written)
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

extension HTTP.Request {
  /// Returns the request with the time limit and the accepted statuses of its call.
  ///
  /// If the request already has a time limit, the smaller time limit applies.
  func bounded(
    by limit: Duration?, _ accepted: HTTP.AcceptedStatuses? = nil
  ) -> HTTP.Request {
    if limit == nil, accepted == nil { return self }
    var request = self
    if let limit { request.options.within = min(limit, options.within ?? limit) }
    if let accepted { request.options.acceptedStatuses = accepted }
    return request
  }

  /// Adds the media type of a multipart body to the request, because the session's default type has
  /// no boundary.
  fileprivate func naming(boundaryOf body: HTTP.Body) -> HTTP.Request {
    guard let type = body.mediaType, type.type == "multipart", !headers.contains(.contentType)
    else { return self }
    var request = self
    request.headers[.contentType] = HTTP.FieldValue("\(type)")
    return request
  }
}

// MARK: Encoding of content

extension HTTPSession {
  /// Returns the request with its content in encoded form, such as JSON or a form.
  func written(_ request: HTTP.Request) throws(HTTPSessionError) -> HTTP.Request {
    guard let content = request.body.unwritten else { return request }
    var whole = request
    whole.body = try written(content, in: request.body, for: request, requestSerializer.http)
    return whole.naming(boundaryOf: whole.body)
  }

  /// Returns the request body that results from content, the session's settings and the properties
  /// of the body.
  func written(
    _ content: UnwrittenBody, in body: HTTP.Body, for request: HTTP.Request,
    _ serializer: HTTPRequestSerializer
  ) throws(HTTPSessionError) -> HTTP.Body {
    do {
      let written: HTTP.Body =
        switch content {
        case .json(let value): try json(value)
        case .form(let query):
          try serializer.form(of: parameters(of: query, for: request), for: request)
        case .multipart(let parts): try multipart(parts, for: request, serializer)
        }
      return try body.written(as: written)
    } catch let error as HTTPSessionError {
      throw error
    } catch {
      throw self.error(making: request, failedWith: error)
    }
  }

  /// Returns the parameters of a query; the session's JSON coder encodes values if it is a
  /// `JSONCoder`.
  ///
  /// Query parameters whose value is nil are omitted.
  func parameters(
    of query: HTTP.Query, for request: HTTP.Request
  ) throws(HTTPSessionError) -> RequestParameters {
    do throws(RequestParameters.WritingError) {
      return try parameters(of: query)
    } catch {
      throw self.error(making: request, failedWith: RequestSerializationError.parameters(error))
    }
  }

  private func parameters(of query: HTTP.Query) throws(RequestParameters.WritingError)
    -> RequestParameters
  {
    switch query.kind {
    case .parameters(let parameters): return parameters
    case .encoding(let value):
      let coder = configuration.json as? JSONCoder ?? JSONCoder()
      return try RequestParameters(encoding: value, using: coder).withoutNulls
    }
  }

  private func json(_ value: any Encodable) throws -> HTTP.Body {
    do {
      return .bytes(try configuration.json.encode(value), .json)
    } catch let error as JSON.EncodingError {
      throw RequestSerializationError.json(error)
    }
  }

  /// Returns a multipart form, or an empty form if the multipart content has no parts.
  private func multipart(
    _ parts: [Multipart.Part], for request: HTTP.Request, _ serializer: HTTPRequestSerializer
  ) throws -> HTTP.Body {
    guard !parts.isEmpty else { return .bytes([], .form) }
    var written: [Multipart.Part] = []
    for part in parts {
      guard let content = part.body.unwritten else {
        written.append(part)
        continue
      }
      let body = try self.written(content, in: part.body, for: request, serializer)
      written.append(part.replacingBody(body))
    }
    do throws(Multipart.Failure) {
      return try Multipart(written).body()
    } catch {
      throw RequestSerializationError.multipart(error)
    }
  }
}
