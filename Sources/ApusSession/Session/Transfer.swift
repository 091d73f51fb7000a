internal import ApusHTTP
internal import ApusNet

/// One request from its call to the end of its answer, whoever answers.
///
/// Whoever makes one brings it to an end: with `collect`, `end` or `fail`, after which it holds no
/// connection.
struct Transfer {
  /// The request, with all that is needed to send it.
  private let call: Call
  private(set) var head: HTTP.ResponseHead?
  /// The content that was read and not taken, or all of it where it is collected.
  var content: [UInt8] = []
  private(set) var trailers = HTTP.Fields()
  private var underlying: (any Error)?
  private(set) var pool: ConnectionPool?
  private(set) var connection: Connection?
  private var decoding: ContentDecoding?
  /// What ended the transfer before its time; whoever reads on is told the same.
  private var failure: HTTPSessionError.Reason?

  /// A transfer that has not begun.
  private init(_ call: Call) { self.call = call }

  // An initializer that throws would copy the whole transfer at its end.
  /// A transfer that has not begun, or an error where the request leads nowhere.
  static func prepare(
    _ request: HTTP.Request, _ session: HTTPSession
  ) throws(HTTPSessionError) -> Transfer {
    if let fault = session.fault { throw HTTPSessionError(fault, request: request) }
    return Transfer(try Call(request, session.preset))
  }

  /// Where the request leads.
  var url: HTTP.URL { call.url }

  /// How long the content is, if the head said so.
  var contentLength: Int? {
    guard decoding == nil else { return nil }
    return switch connection?.turn.framing {
    case .contentLength(let count): count
    case nil: content.count
    case .some(.none): 0
    case .chunked, .untilClose, .tunnel, .upgrade: nil
    }
  }

  /// Sends the request until the final head has come; once more where the connection was stale.
  mutating func open(
    _ session: HTTPSession, sent: (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError.Reason) {
    guard case .network(let pool) = session.engine else { return try await openStub(session) }
    self.pool = pool
    var replay = StaleReplay()
    while true {
      let body: OpenedBody
      if let ready = call.readyBody {
        body = ready
      } else {
        body = try await call.openBody(on: pool.dialer.loop)
      }
      let connection = try await pool.lease(call.key, call.bounds)
      self.connection = connection
      do throws(HTTPSessionError.Reason) {
        try connection.begin(call, body)
        head = try await connection.awaitHead(
          informational: { Self.tell($0, before: call, session) },
          sent: { sent(TransferProgress(completed: $0, total: body.length.byteCount)) })
        if let secure = connection.secure, let secured = secure.secured {
          head?.carrier = secured.carrier
          secure.hasAnswered = true
        }
        if call.decodes { beginDecoding() }
        return
      } catch {
        if let reason = ending(error, on: connection, &replay) { throw reason }
      }
    }
  }

  /// Tells of a response that came before the final one.
  @inline(never)
  private static func tell(_ head: HTTP.ResponseHead, before call: Call, _ session: HTTPSession) {
    session.configuration.informational?(call.whole, head)
  }

  /// Gives a connection up on which a request has failed, and returns what that means for the
  /// request; nil where it is sent once more.
  @inline(never)
  private mutating func ending(
    _ error: HTTPSessionError.Reason, on connection: Connection, _ replay: inout StaleReplay
  ) -> HTTPSessionError.Reason? {
    let failure = StaleReplay.Failure(
      wasReused: connection.isReused, hasHeard: connection.conversation.exchange.hasHeard,
      isPeerGone: error.isPeerGone)
    underlying = connection.turn.bodyFailure
    release()
    if replay.mayReplay(call.request, after: failure) { return nil }
    return connection.secure?.explained(error, failure) ?? error
  }

  /// Reads more content behind what is there; false once it is whole, and `finish` is due.
  mutating func read() async throws(HTTPSessionError.Reason) -> Bool {
    if let failure { throw failure }
    guard let connection else { return false }
    if let decoding { return try await read(decoding, connection) }
    if try await connection.readContent(into: &content) { return true }
    trailers = connection.turn.trailers
    return false
  }

  private mutating func read(
    _ decoding: ContentDecoding, _ connection: Connection
  ) async throws(HTTPSessionError.Reason) -> Bool {
    while try !decoding.decode(into: &content) {
      var coded: [UInt8] = []
      guard try await connection.readContent(into: &coded) else {
        try decoding.finish()
        trailers = connection.turn.trailers
        return false
      }
      decoding.feed(coded)
    }
    return true
  }

  /// Undoes codings that the session has asked for; what described them is gone from the head.
  @inline(never)
  private mutating func beginDecoding() {
    guard head?.fields.contains(.contentEncoding) == true, let head,
      let decoding = ContentDecoding(of: head)
    else { return }
    self.decoding = decoding
    self.head?.fields.remove(.contentEncoding)
    self.head?.fields.remove(.contentLength)
  }

  /// Reads all content there is, up to a limit.
  mutating func collect(limit: Int) async throws(HTTPSessionError.Reason) -> HTTP.Response {
    guard contentLength ?? 0 <= limit else { throw .bodyTooLong(limit: limit) }
    while try await read() {
      guard content.count <= limit else { throw .bodyTooLong(limit: limit) }
    }
    finish()
    // A double's content is there from the beginning.
    guard content.count <= limit else { throw .bodyTooLong(limit: limit) }
    guard let head else { throw .noResponse }
    return HTTP.Response(head, body: content, trailers: trailers)
  }

  /// Gives the connection back of which everything has been read.
  mutating func finish() { release() }

  /// Lets go of a connection that somebody else has dropped.
  mutating func forget() { connection = nil }

  /// Lets go of the rest of the answer: reads it if it is little, and closes otherwise.
  mutating func end(draining: Bool) async {
    if draining, !Task.isCancelled { await connection?.drain() }
    release()
  }

  /// Ends the transfer with an error that carries what had come.
  @inline(never)
  mutating func fail(_ reason: HTTPSessionError.Reason) -> HTTPSessionError {
    underlying = connection?.turn.bodyFailure ?? underlying
    release()
    failure = reason
    let response = head.map { HTTP.Response($0, body: content, trailers: trailers) }
    content = []
    return HTTPSessionError(
      reason, request: call.whole, response: response, underlying: underlying)
  }

  /// Gives the connection back, which is closed unless it is good for more.
  @inline(never)
  private mutating func release() {
    if let connection {
      connection.forgetBody()
      pool?.giveBack(connection)
    }
    connection = nil
  }

  private mutating func openStub(_ session: HTTPSession) async throws(HTTPSessionError.Reason) {
    guard case .stub(let answer) = session.engine else { return }
    do {
      let response = try await answer(call.whole)
      head = response.head
      content = response.body
      trailers = response.trailers
    } catch {
      underlying = error
      throw error is CancellationError ? .cancelled : .stub
    }
  }
}

extension HTTP.BodyLength {
  /// How many bytes there will be, if that is known.
  var byteCount: Int? {
    switch self {
    case .none: 0
    case .known(let count): count
    case .unknown: nil
    }
  }
}
