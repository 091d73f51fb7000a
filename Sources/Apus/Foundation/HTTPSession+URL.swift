public import ApusFoundation
public import ApusSession

extension HTTPSession {
  /// Creates a session for the service at a base URL.
  ///
  /// - Parameters:
  ///   - base: The base URL of relative targets.
  ///   - configure: The closure that changes the default configuration.
  /// - Throws: `HTTPSessionError` if the base or a setting is invalid. An error that `configure`
  ///   throws is the `underlying` error of the `HTTPSessionError`.
  public convenience init(
    _ base: ApusFoundation.URL, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    try self.init(base.absoluteString, configure)
  }

  /// Creates a session for the service at a base URL with a configuration.
  ///
  /// - Parameters:
  ///   - base: The base URL of relative targets.
  ///   - configuration: The settings of the session.
  /// - Throws: `HTTPSessionError` if the base or a setting is invalid.
  public convenience init(_ base: ApusFoundation.URL, configuration: Configuration) throws {
    try self.init(base.absoluteString, configuration: configuration)
  }
}

/// Calls a closure with a session for the service at a base URL, and shuts the session down at the
/// end.
///
/// - Parameters:
///   - base: The base URL of relative targets.
///   - configuration: The settings of the session; the default is the default configuration.
///   - body: The closure, which runs on the caller's executor.
/// - Returns: The result of the closure.
/// - Throws: `HTTPSessionError` if the base or a setting is invalid, and the errors of the closure.
public nonisolated(nonsending) func withHTTPSession<Result>(
  _ base: ApusFoundation.URL, configuration: HTTPSession.Configuration = .init(),
  _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
) async throws -> Result {
  try await withHTTPSession(base.absoluteString, configuration: configuration, body)
}
