internal import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Sends a request until the final head has come, as often as the deciders say; `sent` is told
  /// how much of the body has been sent.
  ///
  /// Everything that sends goes through here.
  func perform(
    _ request: HTTP.Request, sent: (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError) -> Answer {
    if let fault { throw HTTPSessionError(fault, request: request) }
    // The threads of the parent are not here, so that a wait would never end.
    if CurrentProcess.isForkedChild {
      throw HTTPSessionError(.network(HTTPSessionError.NetworkFault(.forked)), request: request)
    }
    let call = CallContext(try written(request), configuration.timeouts, environment.time, monitor)
    let pool: ConnectionPool
    switch engine {
    case .network(let network): pool = network
    case .stub(let stub): return try await answer(call, stub)
    }
    var deciders = Deciders()
    var (request, isFresh) = (call.request, false)
    while true {
      let prepared = try PreparedRequest(request, defaults)
      var attempt = Attempt(prepared, call, pool)
      do throws(HTTPSessionError.Reason) {
        return try await attempt.run(
          isFresh: isFresh, configuration, sent: sent)
      } catch {
        switch deciders.decide(attempt.outcome(error)) {
        case .again(let next, let fresh): (request, isFresh) = (next, fresh)
        case .fail(let reason): throw attempt.error(told(reason))
        case .deliver: throw attempt.error(told(error))
        }
      }
    }
  }

  /// The answer of a stub, which has as long as a server; what it throws as our error is the error.
  private func answer(
    _ call: CallContext, _ stub: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) async throws(HTTPSessionError) -> Answer {
    let prepared = try PreparedRequest(call.request, defaults)
    let request = prepared.whole
    let result: Result<HTTP.Response, any Error>
    do throws(NetError) {
      let task = BoundedTask(
        loop: try loopOfFiles(), deadline: call.deadlines.deadline(.firstByte),
        executor: CurrentTask.executorOfCallers)
      result = try await task.run { try await stub(request) }
    } catch {
      throw HTTPSessionError(call.deadlines.reason(error, in: .firstByte), request: request)
    }
    do {
      let response = try result.get()
      let content = Content(.bytes(response.body), nil, trailers: response.trailers, call)
      return Answer(head: response.head, content: content, prepared: prepared)
    } catch let error as HTTPSessionError {
      throw error
    } catch {
      throw HTTPSessionError(
        error is CancellationError ? .cancelled : .stub, request: request, underlying: error)
    }
  }
}
