internal import ApusHTTP
internal import ApusNet

/// An answer to a call: its head, and its content, which owns the connection that it comes over.
struct Answer: Sendable {
  /// The status, the version and the fields; those that told of a coding that is undone are gone.
  let head: HTTP.ResponseHead
  let content: Content
  /// The request that was answered, after whatever was made of the caller's.
  let prepared: PreparedRequest
}

extension Answer {
  /// The response with all of its content, up to a limit.
  func collect(_ session: HTTPSession) async throws(HTTPSessionError) -> HTTP.Response {
    do throws(HTTPSessionError.Reason) {
      let body = try await content.collect(limit: session.configuration.limits.collectedByteCount)
      return HTTP.Response(head, body: body, trailers: content.trailers)
    } catch {
      throw failed(error, session)
    }
  }

  /// The error of a call whose answer came to an end before its time, with what had come of it.
  func failed(_ reason: HTTPSessionError.Reason, _ session: HTTPSession) -> HTTPSessionError {
    // Another task reads the content then.
    let body =
      reason == .bodyOutOfScope
      ? [] : content.received(limit: session.configuration.limits.byteCountInErrors)
    return HTTPSessionError(
      session.told(reason), request: prepared.whole,
      response: HTTP.Response(head, body: body))
  }
}

extension HTTPSession {
  /// What a call is told: what this session's shutdown has ended is named so.
  func told(_ reason: HTTPSessionError.Reason) -> HTTPSessionError.Reason {
    guard case .network(let fault) = reason, fault.isClosedHere, case .network(let pool) = engine,
      pool.isForced
    else { return reason }
    return .shutDown
  }
}
