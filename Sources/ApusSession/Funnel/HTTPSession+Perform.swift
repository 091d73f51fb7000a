internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Sends a request until the answer is the caller's; `sent` is told how much of the body has been
  /// sent.
  ///
  /// Everything that sends goes through here.
  func perform(
    _ request: HTTP.Request, sent: @escaping (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError) -> Answer {
    if let fault { throw HTTPSessionError(fault, request: request) }
    // The threads of the parent are not here, so that a wait would never end.
    if CurrentProcess.isForkedChild {
      throw HTTPSessionError(.network(HTTPSessionError.NetworkFault(.forked)), request: request)
    }
    let call = CallContext(request, configuration.timeouts, environment.time, monitor)
    do throws(HTTPSessionError) {
      let answer =
        configuration.callInterceptors.isEmpty
        ? try await travel(request, call, sent) : try await interceptCall(request, call, sent)
      answer.content.answer(call)
      return answer
    } catch {
      call.note(.ended(error.reason))
      throw error
    }
  }

  /// Sends a request, and those that redirects and challenges ask for instead.
  private func travel(
    _ request: HTTP.Request, _ call: CallContext, _ sent: @escaping (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> Answer {
    var journey = Journey(request, call, self)
    do throws(HTTPSessionError) {
      while true {
        let prepared = try journey.next()
        var (answer, failed) = (Answer?.none, FailedAttempt?.none)
        if configuration.interceptors.isEmpty {
          var attempt = Attempt(prepared, call, self)
          do throws(HTTPSessionError.Reason) {
            answer = try await attempt.run(isFresh: journey.isFresh, sent: sent)
          } catch {
            failed = FailedAttempt(attempt.outcome(error), attempt.error(told(error)))
          }
        } else {
          let way = AttemptWay(prepared, call, self, isFresh: journey.isFresh, sent)
          do throws(HTTPSessionError) {
            answer = try await way.answer(after: journey.redirects)
          } catch {
            failed = FailedAttempt(way.outcome(of: error), error)
          }
        }
        if let failed {
          guard let outcome = failed.outcome, journey.mayReplay(outcome) else { throw failed.error }
        } else if let answer, let final = try await journey.take(answer) {
          return final
        }
      }
    } catch {
      throw error.after(journey.redirects)
    }
  }

  /// What an attempt has failed with, and what of that decides about another one.
  private struct FailedAttempt {
    let outcome: AttemptOutcome?
    let error: HTTPSessionError

    init(_ outcome: AttemptOutcome?, _ error: HTTPSessionError) {
      self.outcome = outcome
      self.error = error
    }
  }
}

// MARK: Interceptors

extension HTTPSession {
  /// Sends a call's request through the interceptors that each call passes once.
  private func interceptCall(
    _ request: HTTP.Request, _ call: CallContext, _ sent: @escaping (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> Answer {
    let prepared = try PreparedRequest(request, defaults)
    let last = LastAnswer(prepared)
    do {
      let outgoing = try intercepted(request, prepared, call, [])
      let answer = try await configuration.callInterceptors.run(outgoing) {
        let answer = try await self.travel($0.request, call, sent)
        last.prepared = answer.prepared
        last.refusal = answer.refusal
        return InterceptedAnswer(answer.head, .coming(answer.content))
      }
      return Answer(answer, last.prepared, refusal: last.refusal)
    } catch {
      throw intercepted(error, prepared)
    }
  }

  /// The request that was answered last, as it was sent, and why a challenge in its answer stands.
  private final class LastAnswer {
    var prepared: PreparedRequest
    var refusal: AuthenticationError?

    init(_ prepared: PreparedRequest) { self.prepared = prepared }
  }

  /// A request as interceptors see it.
  fileprivate func intercepted(
    _ request: HTTP.Request, _ prepared: PreparedRequest, _ call: CallContext,
    _ redirects: [HTTP.Redirect]
  ) throws(HTTPSessionError) -> InterceptedRequest {
    do throws(NetError) {
      let services = CallServices(
        nursery: nursery, loop: try loopOfFiles(), time: environment.time,
        deadline: call.deadlines.request)
      return InterceptedRequest(
        request: request, url: prepared.url, isForeignOrigin: !prepared.isOwn,
        sentCount: call.attempt, redirects: redirects, services: services)
    } catch {
      throw HTTPSessionError(HTTPSessionError.Reason(error, in: .request), request: request)
    }
  }

  /// What a call fails with when an interceptor has thrown.
  fileprivate func intercepted(
    _ error: any Error, _ prepared: PreparedRequest
  ) -> HTTPSessionError {
    if let error = error as? HTTPSessionError { return error }
    return HTTPSessionError(
      error is CancellationError ? .cancelled : .interceptor, request: prepared.whole,
      underlying: error)
  }
}

/// The way of one attempt through the interceptors that each request passes.
private final class AttemptWay {
  private let prepared: PreparedRequest
  private let call: CallContext
  private let session: HTTPSession
  private let isFresh: Bool
  private let sent: (TransferProgress) -> Void
  /// The request that was sent last, and how that failed.
  private var last: PreparedRequest
  private var outcome: AttemptOutcome?

  init(
    _ prepared: PreparedRequest, _ call: CallContext, _ session: HTTPSession, isFresh: Bool,
    _ sent: @escaping (TransferProgress) -> Void
  ) {
    self.prepared = prepared
    self.call = call
    self.session = session
    self.isFresh = isFresh
    self.sent = sent
    last = prepared
  }

  /// The answer that comes out of the interceptors.
  func answer(after redirects: [HTTP.Redirect]) async throws(HTTPSessionError) -> Answer {
    do {
      let outgoing = try session.intercepted(prepared.outgoing, prepared, call, redirects)
      let answer = try await session.configuration.interceptors.run(outgoing) {
        try await self.send($0.request)
      }
      return Answer(answer, last)
    } catch {
      throw session.intercepted(error, prepared)
    }
  }

  /// What is to be decided about a failure, if it is that of the request that was sent last.
  func outcome(of error: HTTPSessionError) -> AttemptOutcome? {
    outcome.flatMap { session.told($0.failure) == error.reason ? $0 : nil }
  }

  private func send(_ request: HTTP.Request) async throws -> HTTPSession.InterceptedAnswer {
    last = try PreparedRequest(prepared, changed: request)
    var attempt = Attempt(last, call, session)
    do throws(HTTPSessionError.Reason) {
      let answer = try await attempt.run(isFresh: isFresh, sent: sent)
      outcome = nil
      return HTTPSession.InterceptedAnswer(answer.head, .coming(answer.content))
    } catch {
      outcome = attempt.outcome(error)
      throw attempt.error(session.told(error))
    }
  }
}

extension Answer {
  /// An answer that has come out of interceptors.
  ///
  /// One that was made there has no challenge whose refusal could be told.
  fileprivate init(
    _ answer: HTTPSession.InterceptedAnswer, _ prepared: PreparedRequest,
    refusal: AuthenticationError? = nil
  ) {
    switch answer.source {
    case .here(let bytes, let trailers):
      let content = Content(.bytes(bytes), nil, trailers: trailers)
      self.init(head: answer.head, content: content, prepared: prepared)
    case .coming(let pending):
      // Nothing else is pending content.
      let content = (pending as? Content) ?? Content(.bytes([]), nil)
      self.init(head: answer.head, content: content, prepared: prepared, refusal: refusal)
    }
  }
}
