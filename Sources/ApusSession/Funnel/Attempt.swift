internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// One attempt of a call: one request on one connection, until the final response head is received.
///
/// In a session with a stub, the stub replaces the connection.
struct Attempt {
  private var prepared: PreparedRequest
  private let call: CallContext
  private let session: HTTPSession
  private var wasReused = false
  private var wasSent = false
  private var hasHeard = false
  /// The state of the `Expect` field, which the session may have added and the server may have
  /// rejected.
  private var expectation = Expectation.none
  /// The error of a request body or of another closure of the program that ended the attempt.
  private var underlying: (any Error)?
  /// The session error that the stub of a session threw, which becomes the call's error.
  private var thrown: HTTPSessionError?

  private enum Expectation {
    case none
    case sent
    case refused
  }

  init(_ prepared: PreparedRequest, _ call: CallContext, _ session: HTTPSession) {
    self.prepared = prepared
    self.call = call
    self.session = session
  }

  /// Opens the request body, gets a connection from the pool, sends the request, and receives the
  /// response head.
  mutating func run(
    isFresh: Bool, sent: ((TransferProgress) -> Void)?
  ) async throws(HTTPSessionError.Reason) -> OpenResponse {
    try call.beginAttempt()
    let isSentOnce = prepared.isSentOnce
    if isSentOnce, call.hasSpentBody { throw .bodySpent }
    if session.rates != nil { try await awaitTurn() }
    let pool: ConnectionPool
    switch session.engine {
    case .network(let network): pool = network
    case .stub(let stub): return try await run(stub)
    }
    let (body, lease): (OpenedBody, Lease)
    do throws(ConnectionError) {
      body = try await opened(pool)
      expectContinue(body)
      lease = try await leased(isFresh, pool)
    } catch {
      throw HTTPSessionError.Reason(error)
    }
    wasSent = true
    do throws(ConnectionError) {
      try begin(lease, body)
      let head = try await head(lease, body.length.byteCount, sent)
      if isSentOnce { noteBody(lease) }
      guard try isProxyChallenge(head) || refusesExpectation(head) else {
        return answer(head, lease, pool)
      }
    } catch {
      if isSentOnce { noteBody(lease) }
      throw end(lease, error)
    }
    lease.release(draining: true)
    return try await run(isFresh: false, sent: sent)
  }

  /// Opens the body of the request.
  @inline(__always)
  private func opened(_ pool: ConnectionPool) async throws(ConnectionError) -> OpenedBody {
    if let ready = prepared.openedBody { return ready }
    return try await prepared.request.body.open(call.deadlines, on: pool.homeLoop)
  }

  /// Gets an idle connection from the pool at once, or waits for a connection if no idle connection
  /// is available.
  @inline(__always)
  private mutating func leased(
    _ isFresh: Bool, _ pool: ConnectionPool
  ) async throws(ConnectionError) -> Lease {
    if !isFresh,
      let resting = pool.leaseResting(
        prepared.key, isReplayable: prepared.isReplayable, call.deadlines)
    {
      return resting
    }
    let lease = try await lease(isFresh, pool)
    // The call's time may be over after the wait, although an idle connection is available without
    // a wait.
    guard !call.deadlines.areOver else {
      lease.releaseUnused()
      throw .timedOut(.total)
    }
    return lease
  }

  /// Writes the head of the request, and notifies monitors of the start of the attempt.
  @inline(never)
  private mutating func begin(
    _ lease: Lease, _ body: consuming OpenedBody
  ) throws(ConnectionError) {
    let credential = prepared.way?.credential(for: prepared.factsForProxy(isSpent: false))
    let request: ExchangeRequest
    do throws(HTTP.WriteError) {
      request = try prepared.exchange(with: body, showing: credential)
    } catch {
      throw .request(error)
    }
    try lease.begin(consume request, call.deadlines)
    wasReused = lease.isReused
    guard call.isMonitored else { return }
    call.note(.attempt(call.attempt, isReused: wasReused, wasReused ? nil : lease.dialTimes))
    call.note(.sending(lease.headBytes))
    lease.onStep { [call] in call.note($0 == .sent ? .sent : .answering) }
  }

  /// Sends the request, receives the final response head, and notifies monitors of the events in
  /// between.
  @inline(__always)
  private func head(
    _ lease: Lease, _ total: Int?, _ sent: ((TransferProgress) -> Void)?
  ) async throws(ConnectionError) -> HTTP.ResponseHead {
    try await lease.awaitHead { step in
      switch step {
      case .sent(let count): noteSent(count, of: total, sent)
      case .informational(let head): noteInformational(head)
      }
    }
  }

  /// Notifies monitors of an informational response, which precedes the final response.
  private func noteInformational(_ head: HTTP.ResponseHead) {
    call.note(.informational(head))
    session.configuration.onInformational?(prepared.whole, head)
  }

  /// Notifies monitors and the progress closure of the number of sent content bytes.
  private func noteSent(_ count: Int, of total: Int?, _ sent: ((TransferProgress) -> Void)?) {
    if count > 0 { call.note(.uploading(completed: count, total: total)) }
    sent?(TransferProgress(completed: count, total: total))
  }

  /// Adds `Expect: 100-continue` to a request with long content, if the configuration requires it.
  private mutating func expectContinue(_ body: OpenedBody) {
    guard let least = session.configuration.expectContinueByteCount, expectation == .none,
      body.length.byteCount ?? .max >= least, !prepared.fields.contains(.expect)
    else { return }
    prepared = PreparedRequest(
      prepared, adding: [HTTP.Field(.expect, "100-continue")], answering: nil)
    expectation = .sent
  }

  /// Returns whether the server rejects the `Expect` field with status 417, and removes the field
  /// from the next request.
  ///
  /// RFC 9110 section 15.5.18.
  private mutating func refusesExpectation(_ head: HTTP.ResponseHead) -> Bool {
    guard expectation == .sent, head.status == 417 else { return false }
    var fields = prepared.fields
    fields[.expect] = nil
    prepared = PreparedRequest(prepared, sending: fields)
    expectation = .refused
    return true
  }

  /// Waits until the session's rate limit allows another request to the host.
  private func awaitTurn() async throws(HTTPSessionError.Reason) {
    let loop: EventLoop
    do throws(NetError) { loop = try session.loopOfFiles() } catch {
      throw call.deadlines.reason(error, in: .queue)
    }
    try await session.rates?.awaitTurn(for: prepared.url.origin, call, on: loop)
  }

  /// Returns whether the proxy has rejected the request for lack of a credential, which the next
  /// request then contains.
  private func isProxyChallenge(
    _ head: HTTP.ResponseHead
  ) throws(ConnectionError) -> Bool {
    guard let way = prepared.way else { return false }
    return try way.isChallenge(
      head, to: prepared.factsForProxy(isSpent: call.hasSpentBody))
  }

  /// Calls the stub in place of the network, with the timeout for the first byte of a response.
  ///
  /// An `HTTPSessionError` that the stub throws is the error of the call.
  private mutating func run(
    _ stub: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) async throws(HTTPSessionError.Reason) -> OpenResponse {
    try await awaitResumption()
    let request = prepared.outgoing
    wasSent = true
    call.note(.attempt(call.attempt, isReused: false, nil))
    let result: Result<HTTP.Response, any Error>
    do throws(NetError) {
      let task = BoundedTask(
        loop: try session.loopOfFiles(), deadline: call.deadlines.deadline(.firstByte),
        executor: CurrentTask.executorOfCallers)
      result = try await task.run { try await stub(request) }
    } catch {
      throw call.deadlines.reason(error, in: .firstByte)
    }
    do {
      let response = try result.get()
      var head = response.head
      call.note(.head(head))
      if !response.body.isEmpty { call.note(.receiving(completed: response.body.count)) }
      let decoding = prepared.decodes ? session.decoding(&head) : nil
      let content = Content(
        .bytes(response.body), decoding, trailers: response.trailers, of: head, to: prepared)
      content.exchanged = exchanged(response.head)
      learn(response.head)
      return OpenResponse(content)
    } catch let error as HTTPSessionError {
      thrown = error.about(prepared.whole)
      throw error.reason
    } catch {
      underlying = error
      throw error is CancellationError && Task.isCancelled ? .cancelled : .stub
    }
  }

  /// Waits until a suspended call is resumed.
  private func awaitResumption() async throws(HTTPSessionError.Reason) {
    guard call.deadlines.control != nil else { return }
    let loop: EventLoop
    do throws(NetError) { loop = try session.loopOfFiles() } catch {
      throw call.deadlines.reason(error, in: .total)
    }
    do throws(ConnectionError) { try await call.awaitResumption(on: loop) } catch {
      throw HTTPSessionError.Reason(error)
    }
  }

  private mutating func lease(
    _ isFresh: Bool, _ pool: ConnectionPool
  ) async throws(ConnectionError) -> Lease {
    while true {
      let failure: DialFailure
      do throws(DialFailure) {
        return try await pool.lease(prepared.key, isFresh: isFresh, call)
      } catch {
        failure = error
      }
      // If a proxy is unreachable, the session sent no byte of the request, so it can try another
      // proxy.
      guard let way = prepared.way,
        let next = try await session.defaults.proxies?.next(
          after: way, failure.reason, within: call.deadlines)
      else {
        underlying = failure.underlying
        throw failure.reason
      }
      prepared = PreparedRequest(prepared, through: next)
    }
  }

  /// Records that a part of a request body that can be read only once was read.
  private func noteBody(_ lease: Lease) {
    if lease.hasReadBody { call.noteSpentBody() }
  }

  /// Returns the response whose head was received on a connection.
  @inline(never)
  private func answer(
    _ head: consuming HTTP.ResponseHead, _ lease: Lease, _ pool: ConnectionPool
  ) -> OpenResponse {
    // The certificate of a proxy does not prove the identity of the server.
    if prepared.route != .proxy, let secured = lease.secured {
      head.carrier = secured.carrier
      learn(head, from: secured, pool.sources)
    }
    lease.noteHead(head)
    call.note(.head(head))
    let exchanged = exchanged(head)
    let decoding = prepared.decodes ? session.decoding(&head) : nil
    let content = Content(over: lease, decoding, of: head, to: prepared)
    content.exchanged = exchanged
    return OpenResponse(content)
  }

  /// Stores the server's `Strict-Transport-Security` field, if the session stores HSTS hosts.
  ///
  /// The session ignores the field if the server's certificate was accepted only because a check
  /// was disabled. The session also ignores the field if a security policy disables certificate
  /// checks for the server. The stub of a session counts as a trusted server. RFC 6797 section 8.1.
  private func learn(
    _ head: HTTP.ResponseHead, from secured: HTTPSession.SecuredConnection? = nil,
    _ sources: TrustSources? = nil
  ) {
    guard let hosts = session.configuration.strictTransport, prepared.url.scheme.isSecure,
      prepared.request.method != .connect
    else { return }
    if let secured {
      guard secured.facts.chain.path != nil, secured.facts.chain.lifted.isEmpty else { return }
    }
    guard sources?.liftsChecks(of: prepared.url.origin) != true,
      hosts.receive(head.fields, from: prepared.url.host)
    else { return }
    hosts.saveSoon(in: session.nursery, on: session.loop)
  }

  /// Returns the sent request and the received response head for the cache, or `nil` if the session
  /// has no cache.
  @inline(__always)
  private func exchanged(_ head: HTTP.ResponseHead) -> Content.Exchanged? {
    session.cache == nil ? nil : Content.Exchanged(prepared, head)
  }

  /// Closes the connection of a failed attempt, and returns the reason for the failure.
  @inline(never)
  private mutating func end(
    _ lease: Lease, _ error: ConnectionError
  ) -> HTTPSessionError.Reason {
    let failure = lease.fail(error)
    (hasHeard, underlying) = (failure.hasHeard, failure.bodyError)
    return HTTPSessionError.Reason(failure.error)
  }

  /// Returns the outcome of the failed attempt.
  func outcome(_ failure: HTTPSessionError.Reason) -> AttemptOutcome {
    AttemptOutcome(
      prepared: prepared, wasReused: wasReused, wasSent: wasSent, hasHeard: hasHeard,
      failure: failure)
  }

  /// Returns the error of a call that ends with this attempt.
  func error(_ reason: HTTPSessionError.Reason) -> HTTPSessionError {
    thrown ?? HTTPSessionError(reason, request: prepared.whole, underlying: underlying)
  }
}
