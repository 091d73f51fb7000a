internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and decodes the response.
  ///
  /// The response must be JSON, which the session's coder decodes, unless the session has a
  /// response serializer. A response without content is nil if the type has nil, and an error
  /// otherwise.
  /// Errors keep the response with its content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the request's or the session's.
  ///   - coder: The coder for the response's JSON, or nil for the session's.
  /// - Returns: The value.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

  /// Sends a request, and decodes the response, whose head is returned with the value.
  ///
  ///     let result = try await api.send(.get("users"), as: HTTPSession.Response<[User]>.self)
  ///     let total = result.headers["X-Total-Count"]
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the request's or the session's.
  ///   - coder: The coder for the response's JSON, or nil for the session's.
  /// - Returns: The value, the status, the headers and the URL of the response.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

  /// Decodes the response to a request, and calls a closure with its progress if there is one.
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

  /// Decodes the response to a request, and calls a closure with its progress if there is one.
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

  /// Returns the value of the response to a request, and notifies a watch of the call's progress.
  nonisolated(nonsending) func decoded<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, by coder: (any JSONCoding)?, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> sending Value {
    let call = ValueCall(request, by: coder, self)
    return try call.value(of: try await call.response(watch), as: type)
  }

  /// Returns the value and the head of the response to a request, and notifies a watch of the
  /// call's progress.
  nonisolated(nonsending) func decodedResponse<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type, by coder: (any JSONCoding)?, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> sending Response<Value> {
    let call = ValueCall(request, by: coder, self)
    let response = try await call.response(watch)
    return Response(
      try call.value(of: response, as: type), head: response.head, url: response.url)
  }

  /// Returns the statuses that a request accepts, or the session if the request has none.
  func accepted(by request: HTTP.Request) -> HTTP.AcceptedStatuses {
    request.options.acceptedStatuses ?? configuration.acceptedStatuses
  }
}
