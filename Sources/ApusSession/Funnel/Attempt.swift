internal import ApusHTTP
internal import ApusNet

/// One attempt at a call: one request on one connection, until the final head has come.
struct Attempt {
  private let prepared: PreparedRequest
  private let call: CallContext
  private let pool: ConnectionPool
  private var wasReused = false
  private var hasHeard = false
  /// What is beneath the reason of a failure.
  private var underlying: (any Error)?

  init(_ prepared: PreparedRequest, _ call: CallContext, _ pool: ConnectionPool) {
    self.prepared = prepared
    self.call = call
    self.pool = pool
  }

  /// Opens the body, leases a connection, sends, and receives the head.
  mutating func run(
    isFresh: Bool, _ configuration: HTTPSession.Configuration,
    sent: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> Answer {
    call.beginAttempt()
    let body: OpenedBody
    if let ready = prepared.readyBody {
      body = ready
    } else {
      body = try await prepared.openBody(call.deadlines, on: pool.dialer.loops.home)
    }
    let connection = try await lease(isFresh)
    do throws(HTTPSessionError.Reason) {
      try connection.begin(prepared, body, call.deadlines)
      wasReused = connection.isReused
      call.note(.attempt(call.attempt, isReused: wasReused))
      call.note(.sending(connection.exchange.headBytes))
      if call.isMonitored { connection.exchange.request.onSent = { [call] in call.note(.sent) } }
      let total = body.length.byteCount
      let head = try await connection.awaitHead(
        informational: { [prepared, call] in
          call.note(.informational($0))
          configuration.onInformational?(prepared.whole, $0)
        },
        sent: { [call] in
          let progress = TransferProgress(completed: $0, total: total)
          if $0 > 0 { call.note(.uploading(progress)) }
          sent(progress)
        })
      return answer(head, connection, configuration.limits.decoding)
    } catch {
      throw end(connection, error)
    }
  }

  private mutating func lease(_ isFresh: Bool) async throws(HTTPSessionError.Reason) -> Connection {
    do throws(DialFailure) {
      return try await pool.lease(prepared.key, isFresh: isFresh, call)
    } catch {
      underlying = error.underlying
      throw error.reason
    }
  }

  /// The answer whose head has come.
  @inline(never)
  private func answer(
    _ received: HTTP.ResponseHead, _ connection: Connection, _ limits: HTTP.DecodingLimits
  ) -> Answer {
    var head = received
    if let secured = connection.transport.secured {
      head.carrier = secured.carrier
      connection.transport.noteAnswer()
    }
    connection.noteKeepAlive(head)
    call.note(.head(head))
    var decoding: ContentDecoding?
    // Codings that the session has asked for are undone; what described them is gone from the head.
    if prepared.decodes, head.fields.contains(.contentEncoding) {
      decoding = ContentDecoding(of: head, limits)
      if decoding != nil {
        head.fields.remove(.contentEncoding)
        head.fields.remove(.contentLength)
      }
    }
    return Answer(
      head: head, content: Content(.connection(connection, pool), decoding, call),
      prepared: prepared)
  }

  /// Gives a connection up on which the attempt has failed, and returns what that means.
  @inline(never)
  private mutating func end(
    _ connection: Connection, _ error: HTTPSessionError.Reason
  ) -> HTTPSessionError.Reason {
    hasHeard = connection.exchange.request.hasHeard
    underlying = connection.exchange.request.bodyFailure
    let reason = connection.transport.explained(error, hasHeard: hasHeard)
    connection.exchange.forgetBody()
    connection.exchange.abandon()
    pool.giveBack(connection)
    return reason
  }

  /// What has come of the attempt, which has failed.
  func outcome(_ failure: HTTPSessionError.Reason) -> AttemptOutcome {
    AttemptOutcome(
      prepared: prepared, wasReused: wasReused, hasHeard: hasHeard, failure: failure)
  }

  /// The error of a call that ends with this attempt.
  func error(_ reason: HTTPSessionError.Reason) -> HTTPSessionError {
    call.note(.ended(reason))
    return HTTPSessionError(reason, request: prepared.whole, underlying: underlying)
  }
}
