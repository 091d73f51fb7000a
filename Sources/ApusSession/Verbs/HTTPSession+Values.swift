internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and decodes a value from the response content.
  ///
  /// The response must be JSON, which the session's JSON coder decodes, unless the session has a
  /// response serializer. If the response has no content, the value is `nil` for an optional type,
  /// and an error for any other type. Errors contain the response with its content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the accepted statuses of
  ///     the request or the session.
  ///   - coder: The JSON coder for the response content, or `nil` for the session's JSON coder.
  /// - Returns: The value that was decoded from the response content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @concurrent
  public func send<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type = Value.self, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil, coder: (any JSONCoding)? = nil
  ) async throws -> sending Value {
    do throws(HTTPSessionError) {
      return try await decoded(
        request.bounded(by: limit, accepted), as: type, by: coder, nil
      ).value
    } catch {
      throw error.thrown
    }
  }

  /// Sends a request, and returns the decoded value with the head of the response.
  ///
  ///     let result = try await api.send(.get("users"), as: HTTPSession.Response<[User]>.self)
  ///     let total = result.headers["X-Total-Count"]
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the accepted statuses of
  ///     the request or the session.
  ///   - coder: The JSON coder for the response content, or `nil` for the session's JSON coder.
  /// - Returns: The decoded value with the status, the header fields and the URL of the response.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @concurrent
  public func send<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil,
    coder: (any JSONCoding)? = nil
  ) async throws -> sending Response<Value> {
    do throws(HTTPSessionError) {
      return try await decoded(
        request.bounded(by: limit, accepted), as: Value.self, by: coder, nil)
    } catch {
      throw error.thrown
    }
  }

  /// Decodes the response to a request, and calls the progress closure, if any, with the progress.
  nonisolated(nonsending) func send<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, onProgress: ((TransferProgress) -> Void)?
  ) async throws -> sending Value {
    guard let onProgress else { return try await send(request, as: type) }
    do throws(HTTPSessionError) {
      return try await decoded(request, as: type, by: nil, CallWatch(received: onProgress)).value
    } catch {
      throw error.thrown
    }
  }

  /// Decodes the response to a request, and calls the progress closure, if any, with the progress.
  nonisolated(nonsending) func send<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Response<Value>.Type,
    onProgress: ((TransferProgress) -> Void)?
  ) async throws -> sending Response<Value> {
    guard let onProgress else { return try await send(request, as: type) }
    do throws(HTTPSessionError) {
      return try await decoded(
        request, as: Value.self, by: nil, CallWatch(received: onProgress))
    } catch {
      throw error.thrown
    }
  }

  /// Decodes the response to a request whose call may have progress closures and a task handle.
  nonisolated(nonsending) func decoded<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, by coder: (any JSONCoding)?, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> sending Response<Value> {
    var request = request
    if coder == nil, let serializer = responseSerializer {
      return try await decoded(request, as: type, by: serializer, watch)
    }
    // The session's default value of `Accept` does not express a choice of the caller.
    let accept = configuration.headers[.accept] as HTTP.FieldValue?
    if !request.headers.contains(.accept), accept == nil || accept == "*/*" {
      request.headers[.accept] = "application/json"
    }
    let answer = try await collect(request, accepting: accepted(by: request), watch)
    let response = answer.unplaced
    let coder = coder ?? configuration.json
    if let error = configuration.typeVerdict(on: response).error {
      throw answer.refused(
        HTTPSessionError(error, whole(request), answer.response).hinted(.of(type)), by: coder)
    }
    do throws(ValueFailure) {
      let value = try response.value(as: type, by: coder)
      answer.noteValue(response.isBlank ? nil : type, by: coder)
      return Response(value, head: response.head, url: answer.url)
    } catch {
      throw answer.refused(
        HTTPSessionError(
          error.reason, request: whole(request), response: answer.response,
          underlying: error.underlying
        ).hinted(.of(type)), by: coder)
    }
  }

  /// Makes the value of a response by a serializer, which alone decides whether the status code is
  /// accepted.
  private nonisolated(nonsending) func decoded<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, by serializer: any ResponseSerializer,
    _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> sending Response<Value> {
    let answer = try await collect(request, accepting: .any, watch)
    let response = answer.unplaced
    do throws(ResponseSerializationError) {
      if let value = try serializer.value(of: response, as: type) {
        answer.noteValue(type, by: serializer)
        return Response(value, head: response.head, url: answer.url)
      }
    } catch {
      throw answer.refused(HTTPSessionError(error, whole(request), answer.response), by: serializer)
    }
    do throws(HTTPSessionError.Reason) {
      let nothing = try HTTP.Response.nothing(as: type, by: configuration.json)
      answer.noteValue(nil, by: serializer)
      return Response(nothing, head: response.head, url: answer.url)
    } catch {
      throw answer.refused(
        HTTPSessionError(error, request: whole(request), response: response), by: serializer)
    }
  }

  /// Returns the status codes that a request accepts, or the session's accepted statuses if the
  /// request has none.
  func accepted(by request: HTTP.Request) -> HTTP.AcceptedStatuses {
    request.options.acceptedStatuses ?? configuration.acceptedStatuses
  }
}

extension HTTPSession.Configuration {
  /// Returns whether the response has a media type that the session accepts as JSON.
  fileprivate func typeVerdict(on response: HTTP.Response) -> ResponseValidation.Verdict {
    var validation = ResponseValidation.none
    validation.mediaTypes = jsonTypes
    validation.matching = .suffixes
    return validation.verdict(on: response)
  }
}

/// A failure to decode a response, with the reason and with the error of a custom JSON coder.
private struct ValueFailure: Error {
  let reason: HTTPSessionError.Reason
  var underlying: (any Error)?
}

extension HTTP.Response {
  /// A Boolean value that indicates whether the content is empty, or the single space that some
  /// servers send.
  fileprivate var isBlank: Bool { body.isEmpty || body == [0x20] }

  /// Returns the response content as a value of a type.
  fileprivate func value<Value: Decodable>(
    as type: Value.Type, by coder: any JSONCoding
  ) throws(ValueFailure) -> Value {
    guard !isBlank else {
      do throws(HTTPSessionError.Reason) { return try Self.nothing(as: type, by: coder) } catch {
        throw ValueFailure(reason: error)
      }
    }
    do {
      return try coder.decode(type, from: body)
    } catch let error as JSON.DecodingError {
      throw ValueFailure(reason: .serialization(.value(error)))
    } catch {
      throw ValueFailure(reason: .serialization(.other("\(error)")), underlying: error)
    }
  }

  /// Returns the value of a type for a response without content, or throws if the type has no such
  /// value.
  fileprivate static func nothing<Value: Decodable>(
    as type: Value.Type, by coder: any JSONCoding
  ) throws(HTTPSessionError.Reason) -> Value {
    do {
      return try coder.decode(type, from: Array("null".utf8))
    } catch {
      throw .noContent
    }
  }
}

extension HTTPSessionError.Hint {
  /// Returns the remedy for content that is not JSON and was requested as text or bytes, or `nil`
  /// for other types.
  fileprivate static func of(_ type: Any.Type) -> Self? {
    switch "\(type)" {
    case "String", "Substring": .text
    case "Data", "Array<UInt8>": .bytes
    default: nil
    }
  }
}
