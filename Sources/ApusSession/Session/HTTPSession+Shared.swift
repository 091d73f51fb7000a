internal import ApusConnections
internal import ApusHTTP

extension HTTPSession {
  /// The session of the process, without a base and with the default configuration.
  ///
  ///     let page = try await HTTPSession.shared.get("https://www.example.com/").text
  ///
  /// It is created at its first use, and ends with the process. Other parts of the program use it
  /// too, so it cannot be shut down: `shutdown(within:)` and `invalidate(_:)` are programming
  /// errors. They stop a debug build with a message, and have no effect in a release build. Create
  /// a session for a service that needs settings, or an end.
  ///
  /// If the session cannot be created, such as without a free file descriptor, each call throws the
  /// reason.
  public static let shared: HTTPSession = {
    do throws(HTTPSessionError) {
      return try HTTPSession(at: nil, Configuration(), isShared: true)
    } catch {
      return HTTPSession(nil, error.reason, isShared: true) { _ in HTTP.Response(503) }
    }
  }()

  /// Returns whether the session may be shut down; the shared one stops a debug build.
  func mayEnd() -> Bool {
    guard isShared else { return true }
    assertionFailure(
      "HTTPSession.shared cannot be shut down, because other parts of the program use "
        + "this session; create a session with HTTPSession(_:), or use withHTTPSession(_:)")
    return false
  }
}
