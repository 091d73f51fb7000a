internal import ApusConnections
internal import ApusHTTP
internal import ApusSerialization

/// A request in the making: what the verbs have in common.
///
/// It has the serializer that the session had when the request was begun.
struct Draft {
  /// The request without content.
  private let bare: HTTP.Request
  private let serializer: HTTPRequestSerializer
  private let session: HTTPSession

  /// A request with the members of a dictionary or a type in its query.
  init(
    _ method: HTTP.Method, _ target: HTTP.Target, encoding query: (any Encodable)?,
    _ headers: any HTTP.FieldsConvertible, _ limit: Duration?, _ session: HTTPSession
  ) throws(HTTPSessionError) {
    var parameters: RequestParameters?
    do throws(ParameterError) {
      parameters = try query.map { (value) throws(ParameterError) in
        try session.parameters(of: value)
      }
    } catch {
      throw session.error(
        making: HTTP.Request(method, target),
        failedWith: RequestSerializationError.parameters(error))
    }
    try self.init(method, target, parameters, headers.fields, limit, session)
  }

  /// A request with parameters in its query, for a call that may have a bound of its own.
  init(
    _ method: HTTP.Method, _ target: HTTP.Target, _ query: RequestParameters?,
    _ headers: HTTP.Fields, _ limit: Duration?, _ session: HTTPSession
  ) throws(HTTPSessionError) {
    self.session = session
    serializer = session.requestSerializer.http.bound(by: session, target)
    let request = HTTP.Request(method, target, headers: headers).bounded(by: limit)
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

  /// The request with content.
  func with(_ content: HTTP.Content) throws(HTTPSessionError) -> HTTP.Request {
    // A body that is to be sent as it is leaves a request alone that a serializer has filled.
    if case .body(let body) = content.kind, body.unwritten == nil {
      return try finished(bare, body)
    }
    let body = try session.written(content, for: bare, serializer)
    return try finished(bare.naming(boundaryOf: body), body)
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
  /// The request with a bound for its call, the smaller one if it has one already.
  func bounded(by limit: Duration?) -> HTTP.Request {
    guard let limit else { return self }
    var request = self
    request.options.totalTimeout = min(limit, options.totalTimeout ?? limit)
    return request
  }

  /// The request with the type of a body of several parts: what a session sends by default names no
  /// boundary.
  fileprivate func naming(boundaryOf body: HTTP.Body) -> HTTP.Request {
    guard let type = body.mediaType, type.type == "multipart", !headers.contains(.contentType)
    else { return self }
    var request = self
    request.headers[.contentType] = HTTP.FieldValue("\(type)")
    return request
  }
}

// MARK: Writing content

extension HTTPSession {
  /// The request with content that can be sent: what was left to the session is written.
  func written(_ request: HTTP.Request) throws(HTTPSessionError) -> HTTP.Request {
    guard let content = request.body.unwritten else { return request }
    var whole = request
    do {
      let body = try written(content, for: request, requestSerializer.http)
      whole.body = try request.body.written(as: body)
      whole = whole.naming(boundaryOf: body)
    } catch let error as HTTPSessionError {
      throw error
    } catch {
      throw self.error(making: request, failedWith: error)
    }
    return whole
  }

  /// The body that content becomes by the session's settings.
  func written(
    _ content: HTTP.Content, for request: HTTP.Request, _ serializer: HTTPRequestSerializer
  ) throws(HTTPSessionError) -> HTTP.Body {
    do {
      switch content.kind {
      case .json(let value): return try json(value)
      case .form(let parameters): return try serializer.form(of: parameters, for: request)
      case .formOf(let value):
        return try serializer.form(of: parameters(of: value), for: request)
      case .multipart(let parts): return try multipart(parts, for: request, serializer)
      case .body(let body):
        guard let content = body.unwritten else { return body }
        return try body.written(as: written(content, for: request, serializer))
      }
    } catch let error as HTTPSessionError {
      throw error
    } catch let error as ParameterError {
      throw self.error(making: request, failedWith: RequestSerializationError.parameters(error))
    } catch {
      throw self.error(making: request, failedWith: error)
    }
  }

  /// The parameters that the members of a value are, by the session's coder if it is one of ours.
  ///
  /// A member that is nil is left out.
  func parameters(of value: any Encodable) throws(ParameterError) -> RequestParameters {
    if let parameters = value as? RequestParameters { return parameters }
    let coder = configuration.json as? JSONCoder ?? JSONCoder()
    return try RequestParameters(encoding: value, using: coder).withoutNulls
  }

  private func json(_ value: any Encodable) throws -> HTTP.Body {
    do {
      return .bytes(try configuration.json.encode(value), .json)
    } catch let error as JSONEncodingError {
      throw RequestSerializationError.json(error)
    }
  }

  /// A form of several parts; without any it is an empty form.
  private func multipart(
    _ parts: [Multipart.Part], for request: HTTP.Request, _ serializer: HTTPRequestSerializer
  ) throws -> HTTP.Body {
    guard !parts.isEmpty else { return .bytes([], .form) }
    var written: [Multipart.Part] = []
    for part in parts {
      written.append(
        part.body.unwritten == nil
          ? part : part.replacingBody(try self.written(.body(part.body), for: request, serializer)))
    }
    do throws(Multipart.Failure) {
      return try Multipart(written).body()
    } catch {
      throw RequestSerializationError.multipart(error)
    }
  }
}
