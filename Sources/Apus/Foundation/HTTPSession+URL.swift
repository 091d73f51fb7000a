public import ApusSession
public import FoundationEssentials

extension HTTPSession {
  /// Creates a session for the service at a URL.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against.
  ///   - configure: The code that changes the default configuration.
  /// - Throws: `HTTPSessionError` if the base or a setting is invalid. An error of `configure` is
  ///   its `underlying` error.
  public convenience init(
    _ base: FoundationEssentials.URL, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    try self.init(base.absoluteString, configure)
  }

  /// Creates a session for the service at a URL, by a configuration.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against.
  ///   - configuration: The settings of the session.
  /// - Throws: `HTTPSessionError` if the base or a setting is invalid.
  public convenience init(_ base: FoundationEssentials.URL, configuration: Configuration) throws {
    try self.init(base.absoluteString, configuration: configuration)
  }
}

/// Runs code with a session for the service at a URL, and shuts the session down at the end.
///
/// - Parameters:
///   - base: The URL that targets are resolved against.
///   - configuration: The settings of the session; the default is the default configuration.
///   - body: The code, which runs on the caller's executor.
/// - Returns: The result of the code.
/// - Throws: `HTTPSessionError` if the base or a setting is invalid, and the errors of the code.
public nonisolated(nonsending) func withHTTPSession<Result>(
  _ base: FoundationEssentials.URL, configuration: HTTPSession.Configuration = .init(),
  _ body: nonisolated(nonsending) (HTTPSession) async throws -> Result
) async throws -> Result {
  try await withHTTPSession(base.absoluteString, configuration: configuration, body)
}
