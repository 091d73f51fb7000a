internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and decodes a value from the response content.
  ///
  /// The response must be JSON, which the session's JSON coder decodes, unless the session has a
  /// response serializer. If the response has no content, the value is `nil` for an optional type,
  /// and an error for any other type. The thrown errors contain the response with its content.
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
      return try await decoded(request.bounded(by: limit, accepted), as: type, by: coder, nil)
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
      return try await decodedResponse(
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
      return try await decoded(request, as: type, by: nil, CallWatch(received: onProgress))
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
      return try await decodedResponse(
        request, as: Value.self, by: nil, CallWatch(received: onProgress))
    } catch {
      throw error.thrown
    }
  }

  /// Returns the value of the response to a request, with progress closures and a task handle, if
  /// any.
  nonisolated(nonsending) func decoded<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, by coder: (any JSONCoding)?, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> sending Value {
    let call = ValueCall(request, by: coder, self)
    return try call.value(of: try await call.response(watch), as: type)
  }

  /// Returns the value and the head of the response to a request, with progress closures and a task
  /// handle, if any.
  nonisolated(nonsending) func decodedResponse<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, by coder: (any JSONCoding)?, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> sending Response<Value> {
    let call = ValueCall(request, by: coder, self)
    let response = try await call.response(watch)
    return Response(
      try call.value(of: response, as: type), head: response.head, url: response.url)
  }

  /// Returns the status codes that a request accepts, or the session's accepted statuses if the
  /// request has none.
  func accepted(by request: HTTP.Request) -> HTTP.AcceptedStatuses {
    request.options.acceptedStatuses ?? configuration.acceptedStatuses
  }
}
