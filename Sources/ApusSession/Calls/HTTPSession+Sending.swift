internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Sends a request, and returns the response with its whole content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the accepted statuses of
  ///     the request or the session.
  /// - Returns: The response with its whole content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled. The
  ///   error for a status code that is not accepted contains the response.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    // A caller without an actor already runs on the global executor.
    let actor: (any Actor)? = #isolation
    guard actor == nil else { return try await sendOffActor(request, limit, accepted) }
    // The request is not copied, because a copy of a large request is expensive.
    do throws(HTTPSessionError) {
      if limit == nil, accepted == nil {
        return try await collect(request, accepting: self.accepted(by: request)).response
      }
      let request = request.bounded(by: limit, accepted)
      return try await collect(request, accepting: self.accepted(by: request)).response
    } catch {
      throw error.thrown
    }
  }

  /// Sends a request on the global executor, so that the caller's actor is free during the call.
  @concurrent
  private func sendOffActor(
    _ request: HTTP.Request, _ limit: Duration?, _ accepted: HTTP.AcceptedStatuses?
  ) async throws -> HTTP.Response {
    try await send(request, within: limit, accepting: accepted)
  }

  /// Sends a request, and calls a closure with the progress of the response.
  ///
  /// The closure is called each time that bytes of the response content are received. For a
  /// response without content, the closure is called once with the fraction 1. The progress of
  /// compressed content contains the numbers of received bytes and of decoded bytes.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the accepted statuses of
  ///     the request or the session.
  ///   - onProgress: A closure that is called with the progress of the response content.
  /// - Returns: The response with its whole content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    try await send(request.bounded(by: limit, accepted), CallWatch(received: onProgress))
  }

  /// Sends a request, and calls the progress closure, if any, with the progress of the response.
  nonisolated(nonsending) func send(
    _ request: HTTP.Request, onProgress: ((TransferProgress) -> Void)?
  ) async throws -> HTTP.Response {
    guard let onProgress else { return try await send(request) }
    return try await send(request, CallWatch(received: onProgress))
  }

  /// Sends a request, and calls a closure with the progress of the request's content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the accepted statuses of
  ///     the request or the session.
  ///   - onProgress: A closure that is called with the progress of the request content.
  /// - Returns: The response with its whole content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    try await send(request.bounded(by: limit, accepted), CallWatch(sent: onProgress))
  }

  /// Sends a POST request with content, and reports the progress of the request content.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called with the progress of the request content.
  /// - Returns: The response with its whole content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ target: HTTP.Target, _ content: HTTP.Body, query: HTTP.Query? = nil,
    headers: HTTP.Fields = [:], within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content), CallWatch(sent: onProgress))
  }

  /// Sends a request with progress closures, and returns the response with its whole content.
  private nonisolated(nonsending) func send(
    _ request: HTTP.Request, _ watch: CallWatch
  ) async throws -> HTTP.Response {
    do throws(HTTPSessionError) {
      return try await collect(request, accepting: accepted(by: request), watch).response
    } catch {
      throw error.thrown
    }
  }

  /// Sends a request and collects the response, whose status code must be accepted.
  ///
  /// The call starts again if its connection was lost during a suspension and the request is safe
  /// to repeat. Under a retry policy, the call also starts again if the response content ends
  /// early.
  nonisolated(nonsending) func collect(
    _ request: HTTP.Request, accepting accepted: HTTP.AcceptedStatuses,
    _ watch: CallWatch? = nil
  ) async throws(HTTPSessionError) -> CollectedResponse {
    let isRetrying = isRetrying(request)
    let watch = watch ?? (isRetrying ? CallWatch() : nil)
    if isRetrying, let watch {
      watch.mayContinue = true
      watch.start = watch.start ?? environment.time.now
    }
    while true {
      do throws(HTTPSessionError) {
        let answer = try await perform(request, watch)
        let body: [UInt8]
        do throws(HTTPSessionError) { body = try await content(of: answer, watch) } catch {
          guard let watch, try await mayRetry(request, after: error, of: answer, watch) else {
            throw error
          }
          continue
        }
        guard accepted.contains(answer.head.status.code) else {
          throw answer.unaccepted(body, configuration.limits.byteCountInErrors)
        }
        return answer.response(body)
      } catch {
        guard error.reason == .suspended, request.mayBeginAnew else { throw error }
      }
    }
  }

  /// Returns the whole content of a response; in most calls, all bytes have been received already.
  @inline(__always)
  private nonisolated(nonsending) func content(
    of answer: OpenResponse, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> [UInt8] {
    if watch?.received == nil, let body = try answer.collectNow(self) { return body }
    return try await answer.collect(self, watch?.received)
  }
}

extension HTTPSession {
  /// Returns whether the retry policy of the request or the session allows more than one attempt.
  func isRetrying(_ request: HTTP.Request) -> Bool {
    (request.options.retry?.attempts ?? configuration.retry.attempts) > 1
  }

  /// Waits for the retry delay and returns `true` if the response content ended early and the call
  /// may retry.
  ///
  /// If not, the call has ended.
  @inline(never)
  private nonisolated(nonsending) func mayRetry(
    _ request: HTTP.Request, after error: HTTPSessionError, of answer: OpenResponse,
    _ watch: CallWatch
  ) async throws(HTTPSessionError) -> Bool {
    guard let call = answer.content.call else { return false }
    do throws(HTTPSessionError) {
      guard isRetrying(request),
        var retries = CallRetries.retries(of: answer.prepared, call, self),
        try await retries.mayRetry(request, after: error.reason, of: answer.prepared)
      else {
        call.endHeld(error)
        return false
      }
    } catch {
      call.endHeld(error)
      throw error
    }
    watch.earlier = (call.attempt, call.retries)
    watch.continues = true
    call.continueAfterContent()
    return true
  }
}

extension HTTP.Request {
  /// A Boolean value that indicates whether the request can be sent again without a second effect.
  var mayBeginAnew: Bool {
    isReplayable || headers.contains(.idempotencyKey) && body.replay == .always
  }
}
