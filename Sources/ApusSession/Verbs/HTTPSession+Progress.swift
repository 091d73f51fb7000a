internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and tells how much of the response has come.
  ///
  /// It is told once for each piece, and once for a response without content, whose fraction is 1.
  /// Of compressed content the bytes of the wire are counted, and those decoded beside them.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    do throws(HTTPSessionError) {
      return try await collect(
        request.bounded(by: limit), accepting: configuration.acceptedStatuses,
        CallWatch(received: onProgress)
      ).response
    } catch {
      throw error.thrown
    }
  }

  /// Sends a GET request, tells how much of the response has come, and returns it.
  @discardableResult
  public nonisolated(nonsending) func get(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    let draft = try Draft(.get, target, query, headers, limit, self)
    return try await send(draft.finished(), onProgress: onProgress)
  }

  /// Sends a GET request, tells how much of the response has come, and decodes it.
  ///
  ///     let users = try await api.get("users", as: [User].self) { print($0.fraction ?? 0) }
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> sending Value {
    let draft = try Draft(.get, target, query, headers, limit, self)
    do throws(HTTPSessionError) {
      return try await valueAndHead(
        of: draft.finished(), as: type, CallWatch(received: onProgress)
      ).value
    } catch {
      throw error.thrown
    }
  }
}
