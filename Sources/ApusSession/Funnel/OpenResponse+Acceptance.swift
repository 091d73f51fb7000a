internal import ApusHTTP

extension OpenResponse {
  /// Throws the error of a response whose status code is not accepted.
  nonisolated(nonsending) func expectAccepted(
    _ accepted: HTTP.AcceptedStatuses, _ session: HTTPSession
  ) async throws(HTTPSessionError) {
    guard !accepted.contains(head.status.code) else { return }
    throw await unaccepted(session)
  }

  /// Returns the error of a response whose status code is not accepted, with the start of its
  /// content.
  ///
  /// The session reads at most `byteCountInErrors` bytes of the content. One idle timeout limits
  /// the read of the whole content, because an error page may be endless. The status code is the
  /// reason for the error even if the content ends early. However, if the call is cancelled or
  /// suspended during the read, the cancellation or suspension is the reason.
  nonisolated(nonsending) func unaccepted(_ session: HTTPSession) async -> HTTPSessionError {
    let limit = session.configuration.limits.byteCountInErrors
    content.boundByIdleTimeout()
    var body: [UInt8] = []
    do throws(HTTPSessionError.Reason) {
      while body.count <= limit, let piece = try await content.next() { body += piece }
    } catch {
      if error == .cancelled || error == .suspended { return failed(error, session) }
    }
    return unaccepted(body, limit)
  }
}
