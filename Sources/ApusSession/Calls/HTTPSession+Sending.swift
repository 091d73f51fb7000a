internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Sends a request, and returns the response with its whole content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the request's or the session's.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled. The error for
  ///   a status that is not accepted has the response.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    // A caller without an actor already runs on the global executor.
    let actor: (any Actor)? = #isolation
    guard actor == nil else { return try await sendOffActor(request, limit, accepted) }
    // A request is long, and a copy of it is expensive.
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

  /// Sends a request for a caller on an actor, which is free meanwhile.
  @concurrent
  private func sendOffActor(
    _ request: HTTP.Request, _ limit: Duration?, _ accepted: HTTP.AcceptedStatuses?
  ) async throws -> HTTP.Response {
    try await send(request, within: limit, accepting: accepted)
  }

  /// Sends a request, and calls a closure with the progress of the response.
  ///
  /// The closure is called for each piece, and once for a response without content, whose fraction
  /// is 1. Bytes of compressed content are counted as received, and as decoded next to them.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the request's or the session's.
  ///   - onProgress: A closure that is called with the progress.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    try await send(request.bounded(by: limit, accepted), CallWatch(received: onProgress))
  }

  /// Sends a request, and calls a closure with the progress of the response if there is one.
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
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the request's or the session's.
  ///   - onProgress: A closure that is called with the progress.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    try await send(request.bounded(by: limit, accepted), CallWatch(sent: onProgress))
  }

  /// Sends a POST request with content, and calls a closure with the progress of the content.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called with the progress.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

  /// Sends a request that is watched, and returns the response with its content.
  private nonisolated(nonsending) func send(
    _ request: HTTP.Request, _ watch: CallWatch
  ) async throws -> HTTP.Response {
    do throws(HTTPSessionError) {
      return try await collect(request, accepting: accepted(by: request), watch).response
    } catch {
      throw error.thrown
    }
  }

  /// Sends a request and collects the response, whose status must be accepted.
  ///
  /// A call that has lost its connection because it was suspended starts again, if that is allowed,
  /// and so does a call whose content broke off, under a policy for retries.
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

  /// The whole content of an answer, which is often here already.
  @inline(__always)
  private nonisolated(nonsending) func content(
    of answer: OpenResponse, _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> [UInt8] {
    if watch?.received == nil, let body = try answer.collectNow(self) { return body }
    return try await answer.collect(self, watch?.received)
  }
}

extension HTTPSession {
  /// Returns whether a policy may send a request again.
  func isRetrying(_ request: HTTP.Request) -> Bool {
    (request.options.retry?.attempts ?? configuration.retry.attempts) > 1
  }

  /// Returns whether the content broke off and the request is sent again, at the time to send it.
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
  /// A Boolean value that indicates whether sending the request again has no second effect.
  var mayBeginAnew: Bool {
    isReplayable || headers.contains(.idempotencyKey) && body.replay == .always
  }
}
