public import ApusHTTP

/// Runs a closure with a session for one service, and shuts the session down at the end.
///
///     let status = try await withHTTPSession("https://status.example.com/") { session in
///       try await session.get("health").status
///     }
///
/// The session is also shut down if the closure throws or its task is cancelled. Tasks with handles
/// that still run fail with the error code `.shutDown`.
///
/// - Parameters:
///   - base: The base URL that relative targets are resolved against; the default is nil.
///   - configuration: The settings of the session; the default is the default configuration.
///   - body: The closure, which runs on the caller's executor.
/// - Returns: The result of the closure.
/// - Throws: `HTTPSessionError` if the base URL or a setting is invalid, and the errors of the
///   closure.
public nonisolated(nonsending) func withHTTPSession<Result>(
  _ base: String? = nil, configuration: HTTPSession.Configuration = .init(),
  _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
) async throws -> Result {
  let session = try HTTPSession(base, configuration: configuration)
  return try await session.use(body)
}

/// Runs a closure with a session for the service at a URL, and shuts the session down at the end.
///
/// - Parameters:
///   - base: The base URL that relative targets are resolved against.
///   - configuration: The settings of the session; the default is the default configuration.
///   - body: The closure, which runs on the caller's executor.
/// - Returns: The result of the closure.
/// - Throws: `HTTPSessionError` if a setting is invalid, and the errors of the closure.
public nonisolated(nonsending) func withHTTPSession<Result>(
  _ base: HTTP.URL, configuration: HTTPSession.Configuration = .init(),
  _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
) async throws -> Result {
  let session = try HTTPSession(base, configuration: configuration)
  return try await session.use(body)
}

extension HTTPSession {
  /// Runs a closure with the session, and shuts the session down at the end.
  nonisolated(nonsending) fileprivate func use<Result>(
    _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body(self)
      await shutdown()
      return result
    } catch {
      await shutdown()
      throw error
    }
  }
}
