internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Sends a request, and returns the response with its whole content.
  ///
  /// A status that is not accepted is an error that carries the response.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ request: HTTP.Request, within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    // A caller that is on no actor is where Swift runs concurrent work already.
    let actor: (any Actor)? = #isolation
    guard actor == nil else { return try await sendOffActor(request, within: limit) }
    // A request is long, and a copy of it is dear.
    do throws(HTTPSessionError) {
      guard let limit else {
        return try await collect(request, accepting: configuration.acceptedStatuses).response
      }
      return try await collect(
        request.bounded(by: limit), accepting: configuration.acceptedStatuses
      ).response
    } catch {
      throw error.thrown
    }
  }

  /// Sends a request for a caller on an actor, which is free meanwhile.
  @concurrent
  private func sendOffActor(
    _ request: HTTP.Request, within limit: Duration?
  ) async throws -> HTTP.Response {
    try await send(request, within: limit)
  }

  /// Sends a request, and tells how much of its body has been sent.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ request: HTTP.Request, within limit: Duration? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    do throws(HTTPSessionError) {
      return try await collect(
        request.bounded(by: limit), accepting: configuration.acceptedStatuses,
        CallWatch(sent: onProgress)
      ).response
    } catch {
      throw error.thrown
    }
  }

  /// Sends a request and collects the response, whose status must be accepted; nil accepts all.
  ///
  /// A call that has lost its connection because it was suspended starts again, if that is allowed,
  /// and so does a call whose content broke off, under a policy for retries.
  nonisolated(nonsending) func collect(
    _ request: HTTP.Request, accepting accepted: ClosedRange<Int>?, _ watch: CallWatch = CallWatch()
  ) async throws(HTTPSessionError) -> CollectedResponse {
    var watch = watch
    if isRetrying(request), watch.start == nil { watch.start = environment.time.now }
    while true {
      do throws(HTTPSessionError) {
        let answer = try await perform(request, watch)
        let body: [UInt8]
        do throws(HTTPSessionError) { body = try await answer.collect(self, watch.received) } catch
        {
          guard try await mayRetry(request, after: error, of: answer, &watch) else { throw error }
          continue
        }
        if let accepted, !accepted.contains(answer.head.status.code) {
          throw answer.unaccepted(body, configuration.limits.byteCountInErrors)
        }
        return answer.response(body)
      } catch {
        guard error.reason == .suspended, request.mayBeginAnew else { throw error }
      }
    }
  }
}

extension HTTPSession {
  /// Whether a policy may send a request again.
  private func isRetrying(_ request: HTTP.Request) -> Bool {
    (request.options.retry?.attempts ?? configuration.retry.attempts) > 1
  }

  /// Whether a request is sent again because the content of its response broke off; returns when it
  /// is time to.
  @inline(never)
  private nonisolated(nonsending) func mayRetry(
    _ request: HTTP.Request, after error: HTTPSessionError, of answer: OpenResponse,
    _ watch: inout CallWatch
  ) async throws(HTTPSessionError) -> Bool {
    guard isRetrying(request), let call = answer.content.call,
      var retries = CallRetries.retries(of: answer.prepared, call, self),
      try await retries.mayRetry(request, after: error.reason, of: answer.prepared)
    else { return false }
    watch.earlier = (call.attempt, call.retries)
    return true
  }
}

extension HTTP.Request {
  /// Whether the request may be sent again after it was sent, because that does nothing twice.
  var mayBeginAnew: Bool {
    isReplayable || headers.contains(.idempotencyKey) && body.replay == .always
  }
}
