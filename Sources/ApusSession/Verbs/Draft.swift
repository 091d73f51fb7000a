internal import ApusHTTP
internal import ApusSerialization

/// A request in the making: what the verbs have in common.
struct Draft {
  /// The request without content.
  let request: HTTP.Request
  private let session: HTTPSession

  /// A request with parameters in its query, by the session's style.
  init(
    _ method: HTTP.Method, _ target: some HTTPSession.Target, _ query: RequestParameters?,
    _ headers: HTTP.Fields, _ session: HTTPSession
  ) throws(HTTPSessionError) {
    var request = HTTP.Request(method, target.httpTarget, headers: headers)
    if let query {
      do throws(ParameterError) {
        request.append(query: try query.formText(session.configuration.parameters))
      } catch {
        throw Self.failure(.parameters(error), request)
      }
    }
    self.request = request
    self.session = session
  }

  /// The request with a body.
  func with(_ body: HTTP.Body) -> HTTP.Request {
    var request = request
    request.body = body
    return request
  }

  /// The request with a value that the session's coder writes.
  func with(json value: some Encodable) throws(HTTPSessionError) -> HTTP.Request {
    do {
      return with(.bytes(try session.configuration.json.encode(value), .json))
    } catch let error as JSONEncodingError {
      throw Self.failure(.json(error), request)
    } catch {
      throw HTTPSessionError(
        .requestContent(.other("\(error)")), request: request, underlying: error)
    }
  }

  /// The request with a form, by the session's style.
  func with(form parameters: RequestParameters) throws(HTTPSessionError) -> HTTP.Request {
    do throws(ParameterError) {
      return with(try .form(parameters, session.configuration.parameters))
    } catch {
      throw Self.failure(.parameters(error), request)
    }
  }

  /// The request with a form of several parts.
  func with(multipart parts: [Multipart.Part]) throws(HTTPSessionError) -> HTTP.Request {
    do throws(MultipartError) {
      return with(try Multipart(parts).body())
    } catch {
      throw Self.failure(.multipart(error), request)
    }
  }

  private static func failure(
    _ error: RequestSerializationError, _ request: HTTP.Request
  ) -> HTTPSessionError {
    HTTPSessionError(.requestContent(error), request: request, underlying: error)
  }
}
