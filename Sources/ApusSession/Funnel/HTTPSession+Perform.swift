internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet
internal import Synchronization

extension HTTPSession {
  /// Sends a request until a response can be returned to the caller, including retries and
  /// redirects.
  ///
  /// Every request of a session passes through this function.
  func perform(
    _ request: HTTP.Request, _ watch: CallWatch? = nil
  ) async throws(HTTPSessionError) -> OpenResponse {
    if let fault { throw HTTPSessionError(fault, request: request) }
    // A forked child process does not have the threads of its parent, so a wait would never end.
    if CurrentProcess.isForkedChild {
      throw HTTPSessionError(.network(HTTPSessionError.NetworkFault(.forked)), request: request)
    }
    if request.body.unwritten != nil { return try await perform(written(request), watch) }
    let (call, timeline) = try admitted(request, watch)
    let sent = watch?.sent
    do throws(HTTPSessionError) {
      if let control = watch?.control {
        // The task control releases the closure, and therefore the call, when the task ends.
        control.onPriority { [self] in raise(call, to: $0) }
        if control.suspension != nil { try await awaitResumption(of: call, request) }
      }
      let answer: OpenResponse
      if configuration.callInterceptors.isEmpty {
        let prepared =
          if let ready = try PreparedRequest.immediately(request, defaults, in: call) {
            ready
          } else {
            try await PreparedRequest(request, defaults, in: call)
          }
        answer = try await travel(prepared, call, sent)
      } else {
        answer = try await interceptCall(request, call, sent)
      }
      answer.content.answer(call)
      if timeline != nil || coder != nil { answer.note(timeline, coder) }
      return answer
    } catch {
      let error = hintingAtProxy(call.complete(error))
      call.end(error, error.reason)
      throw error
    }
  }

  /// Returns the context of a new call, or that of the running call that the request is part of.
  @inline(__always)
  private func admitted(
    _ request: HTTP.Request, _ watch: CallWatch?
  ) throws(HTTPSessionError) -> (CallContext, timeline: (any AnyObject & Sendable)?) {
    if let watch, watch.continues, let running = watch.running {
      watch.continues = false
      return running
    }
    // A call with a handle was counted when the handle was created.
    let count = watch?.control == nil ? calls : nil
    guard count?.admit() ?? true else { throw HTTPSessionError(.shutDown, request: request) }
    let (call, recorder) = begin(request, watch, count)
    if let watch, watch.mayContinue { watch.running = (call, recorder?.timeline) }
    return (call, recorder?.timeline)
  }

  /// Creates the context (deadlines, monitor and counters) of a call, and notifies monitors of its
  /// start.
  @inline(never)
  private func begin(
    _ request: HTTP.Request, _ watch: CallWatch?, _ count: CallCount?
  ) -> (CallContext, CallRecorder?) {
    let trace = configuration.sendsTraceContext ? trace(of: request) : nil
    guard monitors != nil || monitor != nil else {
      return (context(of: request, watch, count, trace, nil), nil)
    }
    let shown = whole(request)
    let recorder = monitors?.call(makeCallNumber(), shown, trace)
    let call = context(of: request, watch, count, trace, recorder ?? monitor)
    watch?.control?.begin(recorder?.number)
    call.note(.began(shown))
    return (call, recorder)
  }

  /// Creates the context of a call, such as its deadlines, monitor and counters.
  private func context(
    of request: HTTP.Request, _ watch: CallWatch?, _ count: CallCount?, _ trace: TraceContext?,
    _ monitor: (any CallMonitor)?
  ) -> CallContext {
    let call = CallContext(
      deadlines(of: request.options, watch?.control, since: watch?.start),
      request.options.priority, monitor, trace, countedBy: count,
      choosing: defaults.proxies?.makeChoices(), identity: watch?.identity,
      redirects: watch?.redirects, mayContinue: watch?.mayContinue ?? false)
    if let earlier = watch?.earlier, earlier.attempts > 0 {
      call.continueCount(earlier.attempts, retries: earlier.retries)
    }
    return call
  }

  /// Returns the deadlines of a call that begins now, or that began at a given time.
  func deadlines(
    of options: HTTP.RequestOptions, _ control: CallControl? = nil, since start: Deadline? = nil
  ) -> Deadlines {
    if control == nil, usualDeadlines.serve(options) { return usualDeadlines }
    return Deadlines(configuration.timeouts, options, environment.time, control, since: start)
  }

  /// Sends a request, and the further requests that redirects and challenges require.
  @inline(__always)
  func travel(
    _ first: PreparedRequest, _ call: CallContext, _ sent: ((TransferProgress) -> Void)?
  ) async throws(HTTPSessionError) -> OpenResponse {
    var journey = Journey.begins(with: first, self) ? Journey(first, call, self) : nil
    do throws(HTTPSessionError) {
      while true {
        var prepared = first
        if let journey {
          prepared = if let ready = journey.ready { ready } else { try await journey.next() }
        }
        let answer: OpenResponse
        do throws(HopFailure) {
          answer = try await attempt(
            Hop(
              prepared: prepared, call: call, isFresh: journey?.isFresh ?? false,
              redirects: journey?.redirects ?? [], sent: sent))
        } catch {
          let begun = journey ?? Journey(first, call, self)
          journey = begun
          guard let outcome = error.outcome, try await begun.mayReplay(outcome) else {
            throw error.error
          }
          continue
        }
        if journey == nil, !answer.isRedirect { return answer }
        let begun = journey ?? Journey(first, call, self)
        journey = begun
        if begun.keeps(answer) { return answer }
        if let final = try await begun.take(answer) { return final }
      }
    } catch {
      throw error.after(journey?.redirects ?? [])
    }
  }

  /// Waits until a suspended call is resumed before its first request.
  private func awaitResumption(
    of call: CallContext, _ request: HTTP.Request
  ) async throws(HTTPSessionError) {
    do throws(HTTPSessionError.Reason) {
      let loop: EventLoop
      do throws(NetError) { loop = try loopOfFiles() } catch {
        throw call.deadlines.reason(error, in: .total)
      }
      do throws(ConnectionError) { try await call.awaitResumption(on: loop) } catch {
        throw HTTPSessionError.Reason(error)
      }
    } catch {
      throw HTTPSessionError(error, request: request)
    }
  }

  /// Raises the priority of a call that may be waiting for a connection.
  func raise(_ call: CallContext, to priority: HTTP.RequestOptions.Priority) {
    call.priority = priority
    if case .network(let pool) = engine { pool.move(call) }
  }

  /// Sends one request through the session's interceptors, cache and request signers.
  ///
  /// Each request of a call takes this path: `attempt`, `answer`, `exchange`. Without interceptors,
  /// cache and signers, the path does nothing but begin the attempt.
  @inline(__always)
  private func attempt(_ hop: Hop) async throws(HopFailure) -> OpenResponse {
    guard configuration.interceptors.isEmpty, hop.call.trace == nil else {
      return try await pass(hop)
    }
    return try await answer(hop)
  }

  /// Sends one request through the request interceptors, with a separate span of the call's trace.
  private func pass(_ first: Hop) async throws(HopFailure) -> OpenResponse {
    let hop = traced(first)
    guard !configuration.interceptors.isEmpty else { return try await answer(hop) }
    let way = AttemptWay(hop, self)
    do throws(HTTPSessionError) {
      return try await way.answer()
    } catch {
      throw HopFailure(error, way.outcome(of: error))
    }
  }

  /// Returns the response from the cache or from the server, after the request interceptors.
  @inline(__always)
  func answer(_ hop: Hop) async throws(HopFailure) -> OpenResponse {
    guard let cache, let request = cache.request(hop.prepared, hop.call) else {
      return try await exchange(hop)
    }
    var cached = CachedHop(hop, request, cache, self)
    if let stored = cached.immediately() { return stored }
    return try await cached.run()
  }

  /// Signs one request, and sends the request to its server in one attempt.
  func exchange(_ hop: Hop) async throws(HopFailure) -> OpenResponse {
    let prepared = hop.prepared.hiddenIdentity == nil ? hop.prepared : try await signed(hop)
    if let step = hop.step { hop.call.note(.tracing(step.context)) }
    var attempt = Attempt(prepared, hop.call, self)
    do throws(HTTPSessionError.Reason) {
      return try await attempt.run(isFresh: hop.isFresh, sent: hop.sent)
    } catch {
      throw HopFailure(attempt.error(told(error)), attempt.outcome(error))
    }
  }
}

// MARK: Interceptors

extension HTTPSession: InterceptorHost {
  var time: TimeSource { environment.time }

  func makeCallNumber() -> Int { lastCall.add(1, ordering: .relaxed).newValue }

  /// Sends a call's request through the call interceptors, which run once for each call.
  private func interceptCall(
    _ request: HTTP.Request, _ call: CallContext,
    _ sent: ((TransferProgress) -> Void)?
  ) async throws(HTTPSessionError) -> OpenResponse {
    let (prepared, isRouted) = try PreparedRequest.intercepted(request, defaults)
    let way = CallWay(prepared, isRouted: isRouted, call, self, sent)
    do {
      let request = InterceptedRequest(
        way.prepared, isWhole: false, sent: 0, after: [], self, call)
      let next = Interceptor.Next(through: configuration.callInterceptors, to: way)
      let intercepted = try await next(request)
      if let answer = OpenResponse(unchanged: intercepted.received, to: way.last) {
        return answer
      }
      let answer = OpenResponse(intercepted, to: way.last)
      // A response that an interceptor made cannot contain an authentication challenge of the
      // server.
      if case .coming = intercepted.received.source, let refusal = way.refusal {
        answer.refusal = refusal
      }
      return answer
    } catch {
      throw intercepted(error, way.prepared)
    }
  }

  /// Runs the signers of a request, and returns the signed request.
  private func signed(_ hop: Hop) async throws(HopFailure) -> PreparedRequest {
    guard let signers = hop.prepared.hiddenIdentity?.signers, !signers.isEmpty else {
      return hop.prepared
    }
    do {
      var request = InterceptedRequest(
        hop.prepared, isWhole: true, sent: hop.call.attempt, after: hop.redirects, self, hop.call)
      for signer in signers { try await signer.sign(&request) }
      guard let changed = request.changed else { return hop.prepared }
      return try PreparedRequest(hop.prepared, changed: written(changed))
    } catch {
      throw HopFailure(intercepted(error, hop.prepared), nil)
    }
  }

  /// Returns the error of a call whose interceptor threw an error.
  func intercepted(
    _ error: any Error, _ prepared: PreparedRequest
  ) -> HTTPSessionError {
    if let error = error as? HTTPSessionError {
      // An interceptor that reads content receives the error of the connection alone.
      return error.becoming(told(error.reason)).about(prepared.whole)
    }
    return HTTPSessionError(
      error is CancellationError && Task.isCancelled ? .cancelled : .interceptor,
      request: prepared.whole, underlying: error)
  }
}
