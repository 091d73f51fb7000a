internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// A connection to a server, and what is under way on it.
///
/// One request at a time has it, and only that request's task calls its methods: the pool hands it
/// from one to the next. That is what makes it safe to share without a lock.
final class Connection: @unchecked Sendable {
  let socket: Socket
  /// What seals and opens what goes over the socket; nil for a connection in clear text.
  let secure: SecureStream?
  let key: PoolKey
  /// After this moment the connection takes no further request.
  let lastUse: Deadline
  /// Told on the loop's thread when a connection that nobody uses breaks its silence.
  private let silenceBroken: @Sendable (Connection, Doorbell.Wakeup) -> Void

  // Seen and changed by the request that has the connection.
  var conversation: Conversation
  var bounds: Bounds
  /// The request that is under way, or was the last.
  var turn = Turn()
  private(set) var requestCount = 0
  /// Whether nobody has the connection, and its silence is watched.
  private var isResting = false
  /// Until when it rests.
  private(set) var restsUntil = Deadline.never

  init(
    _ socket: Socket, _ secure: SecureStream?, for key: PoolKey, until lastUse: Deadline,
    _ bounds: Bounds, limits: HTTP.Limits,
    silenceBroken: @escaping @Sendable (Connection, Doorbell.Wakeup) -> Void
  ) {
    self.socket = socket
    self.secure = secure
    self.key = key
    self.lastUse = lastUse
    self.bounds = bounds
    self.silenceBroken = silenceBroken
    conversation = Conversation(limits: limits)
  }

  /// Whether a request was sent before the one under way.
  var isReused: Bool { requestCount > 1 }

  /// Whether another request may follow.
  var isReusable: Bool { conversation.isReusable && secure?.isGood != false }

  // Kept out of line, as is much else that async functions call: what is inlined into one has its
  // variables in the memory of the task, where they add up for every request that is under way.
  // Out of line they lie on the thread's stack.
  /// Writes a request's head, and the body with it if that is there.
  @inline(never)
  func begin(_ call: Call, _ body: OpenedBody) throws(HTTPSessionError.Reason) {
    bounds = call.bounds
    requestCount += 1
    turn = Turn()
    try frame { () throws(HTTP.WriteError) in
      try conversation.begin(call, body)
    }
    if conversation.exchange.upload == .held {
      turn.continueDeadline = .after(bounds.timeouts.expectContinue)
    }
  }

  /// Gives up what was not framed of a request's body, because nobody wants it any more.
  func forgetBody() { conversation.outgoing.forgetBody() }

  /// Closes the connection, whoever uses it; what has not been sent may be lost.
  func close() { socket.close() }

  /// Closes the connection, which the caller has: a server of TLS is told before.
  func end() {
    secure?.sayGoodbye()
    socket.close()
  }

  /// Lets the connection rest until a moment; returns false if it is of no more use.
  func park(until deadline: Deadline) -> Bool {
    conversation.rest()
    secure?.rest()
    restsUntil = deadline
    isResting = watchSilence(until: deadline)
    return isResting
  }

  private func watchSilence(until deadline: Deadline) -> Bool {
    // The watch holds the connection until its silence is broken, at the latest by closing it. A
    // weak reference would make each use of the connection slower.
    for _ in 0..<Self.looksAtMost {
      let silence = socket.watchSilence(until: deadline) { [self] in silenceBroken(self, $0) }
      if silence == .kept { return true }
      // Tickets often come behind the first answer.
      guard silence == .data, let secure, secure.absorb() else { return false }
    }
    return false
  }

  /// Takes the connection out of its rest; returns false if it is of no more use.
  ///
  /// Bytes that nobody asked for would be taken for the next answer. RFC 9112 section 9.2.
  @inline(never)
  func resume() -> Bool {
    // One that came from another request's hands was not watched.
    let wasSilent = !isResting || socket.endWatch()
    isResting = false
    if wasSilent, socket.silence() == .kept { return true }
    return secure?.absorb() ?? false
  }

  /// How many times in a row what comes late is taken in before a connection rests.
  private static let looksAtMost = 4
}
