public import ApusHTTP

/// Runs code with a session for one service, and shuts the session down at the end.
///
///     let status = try await withHTTPSession("https://status.example.com/") { session in
///       try await session.get("health").status
///     }
///
/// The session is also shut down if the code throws or its task is cancelled. Running calls of
/// handles then fail with the code `.shutDown`.
///
/// - Parameters:
///   - base: The URL that targets are resolved against; the default is nil.
///   - configuration: The settings of the session; the default is the default configuration.
///   - body: The code, which runs on the caller's executor.
/// - Returns: The result of the code.
/// - Throws: `HTTPSessionError` if the base or a setting is invalid, and the errors of the code.
public nonisolated(nonsending) func withHTTPSession<Result>(
  _ base: String? = nil, configuration: HTTPSession.Configuration = .init(),
  _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
) async throws -> Result {
  let session = try HTTPSession(base, configuration: configuration)
  return try await session.use(body)
}

/// Runs code with a session for the service at a URL, and shuts the session down at the end.
///
/// - Parameters:
///   - base: The URL that targets are resolved against.
///   - configuration: The settings of the session; the default is the default configuration.
///   - body: The code, which runs on the caller's executor.
/// - Returns: The result of the code.
/// - Throws: `HTTPSessionError` if a setting is invalid, and the errors of the code.
public nonisolated(nonsending) func withHTTPSession<Result>(
  _ base: HTTP.URL, configuration: HTTPSession.Configuration = .init(),
  _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
) async throws -> Result {
  let session = try HTTPSession(base, configuration: configuration)
  return try await session.use(body)
}

extension HTTPSession {
  /// Runs code with the session, and shuts it down at the end.
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
