internal import ApusConnections
internal import ApusHTTP

extension HTTPSession {
  /// The shared session of the process, without a base URL and with the default configuration.
  ///
  ///     let page = try await HTTPSession.shared.get("https://www.example.com/").text
  ///
  /// The shared session is created at its first use, and ends with the process. Other parts of the
  /// program also use the shared session, so it cannot be shut down. Calls of `shutdown(within:)`
  /// and `invalidate(_:)` are programming errors, which stop a debug build with a message and have
  /// no effect in a release build. Create a separate session for a service that needs its own
  /// settings, or that must end.
  ///
  /// If the shared session cannot be created, for example without a free file descriptor, each call
  /// throws the reason.
  public static let shared: HTTPSession = {
    do throws(HTTPSessionError) {
      return try HTTPSession(at: nil, Configuration(), isShared: true)
    } catch {
      return HTTPSession(nil, error.reason, isShared: true) { _ in HTTP.Response(503) }
    }
  }()

  /// Returns whether the session may be shut down; stops a debug build if the session is the shared
  /// session.
  func mayEnd() -> Bool {
    guard isShared else { return true }
    assertionFailure(
      "HTTPSession.shared cannot be shut down, because other parts of the program use "
        + "this session; create a session with HTTPSession(_:), or use withHTTPSession(_:)")
    return false
  }
}
