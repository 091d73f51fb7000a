internal import ApusHTTP

extension OpenResponse {
  /// Throws the error of a response whose status is not accepted.
  nonisolated(nonsending) func expectAccepted(
    _ accepted: HTTP.AcceptedStatuses, _ session: HTTPSession
  ) async throws(HTTPSessionError) {
    guard !accepted.contains(head.status.code) else { return }
    throw await unaccepted(session)
  }

  /// Returns the error of a response whose status is not accepted, with the start of its content.
  ///
  /// The content has at most the number of bytes that errors keep, and is read within one idle
  /// timeout in all, because an error page may be endless. The status is the reason even if the
  /// content breaks off, but not if the call was cancelled or suspended meanwhile.
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
