public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and returns a value of a type out of the answer, which is to be JSON.
  ///
  /// The configuration says which statuses and media types are accepted, and how JSON is read. An
  /// answer without content is nil where the type has one, and an error elsewhere. Errors keep the
  /// response with its content, whatever was wrong with it.
  @concurrent
  public func send<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    var request = request
    if !request.headers.contains(.accept), !configuration.headers.contains(.accept) {
      request.headers[.accept] = "application/json"
    }
    let response = try await collect(request, accepting: configuration.acceptedStatuses) { _ in }
    do throws(HTTPSessionError.Reason) {
      return try configuration.value(of: response, as: type)
    } catch {
      throw HTTPSessionError(error, request: request, response: response)
    }
  }

  /// Sends a form of several parts, and tells how much of it has been sent.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ target: some Target, multipart parts: [Multipart.Part], headers: HTTP.Fields = [:],
    progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.post, target, nil, headers, self)
    return try await upload(draft.with(multipart: parts), progress: progress)
  }
}

extension HTTPSession.Configuration {
  /// What an answer's content is as a value of a type.
  fileprivate func value<Value: Decodable>(
    of response: HTTP.Response, as type: Value.Type
  ) throws(HTTPSessionError.Reason) -> Value {
    var validation = ResponseValidation.none
    validation.mediaTypes = jsonTypes
    validation.matching = .suffixes
    if let error = validation.verdict(on: response).error {
      throw HTTPSessionError.Reason(error.primary)
    }
    // One space is what some servers send for nothing.
    let isEmpty = response.body.isEmpty || response.body == [0x20]
    do {
      return try json.decode(type, from: isEmpty ? Array("null".utf8) : response.body)
    } catch let error as JSONDecodingError {
      throw isEmpty ? .noContent : .serialization(.value(error))
    } catch {
      throw isEmpty ? .noContent : .serialization(.other("\(error)"))
    }
  }
}
