internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// Receives the final response's head, and sends the request meanwhile.
  func awaitHead(
    informational: (HTTP.ResponseHead) -> Void, sent: (Int) -> Void
  ) async throws(HTTPSessionError.Reason) -> HTTP.ResponseHead {
    var nothing: [UInt8] = []
    // An answer that came before its request is seen all the same.
    let hasInput = secure?.hasInput ?? !conversation.input.isEmpty
    if !hasInput, try await !move(sent) { try endOfInput() }
    while true {
      switch try read(into: &nothing) {
      case .incomplete:
        guard try await move(sent) else { try endOfInput() }
      case .informational(let head):
        informational(head)
        turn.stage = .firstByte
        turn.stageDeadline = nil
      case .head(let head, let framing):
        turn.framing = framing
        turn.stage = .body
        return head
      case .body, .end:
        // The reader tells of neither before the head.
        throw .response(.alreadyFailed)
      }
    }
  }

  /// Appends content as soon as some is there; returns false once the response is whole.
  func readContent(into content: inout [UInt8]) async throws(HTTPSessionError.Reason) -> Bool {
    while true {
      switch try read(into: &content) {
      case .incomplete:
        if try await move({ _ in }) { continue }
        return try finishAtEnd()
      case .body:
        return true
      case .end(let trailers):
        turn.trailers = trailers
        // The rest of a request that has its whole answer is of no use to anyone.
        if conversation.isSending { conversation.exchange.abandon() }
        return false
      case .informational, .head:
        throw .response(.alreadyFailed)
      }
    }
  }

  /// Reads and drops what is left of a response nobody wants, if that is little.
  func drain() async {
    guard !conversation.isSending, Drainage.isWorthwhile(turn.framing) else {
      return conversation.exchange.abandon()
    }
    bounds = Bounds(draining: bounds)
    var drainage = Drainage()
    var content: [UInt8] = []
    do throws(HTTPSessionError.Reason) {
      while try await readContent(into: &content) {
        guard drainage.drop(content.count) else {
          return conversation.exchange.abandon()
        }
        content.removeAll()
      }
    } catch {
      conversation.exchange.abandon()
    }
  }

  /// Reads one step of the response out of what has been received.
  @inline(never)
  private func read(
    into content: inout [UInt8]
  ) throws(HTTPSessionError.Reason) -> Exchange.Step {
    if let secure {
      try secure.open()
      // Tickets and keys are no part of an answer.
      noteReceived(secure.inputCount)
    }
    do throws(HTTP.ParseError) {
      guard let secure else { return try conversation.read(into: &content) }
      return try conversation.read(from: secure, into: &content)
    } catch {
      throw otherProtocol.map { .otherProtocol($0) } ?? .response(error)
    }
  }

  /// What the server speaks instead of HTTP/1.1, where its answer begins like that.
  private var otherProtocol: HTTPSessionError.OtherProtocol? {
    guard turn.stage != .body else { return nil }
    let server = secure?.server ?? "\(key.origin.host) (\(socket.peer))"
    let other = { HTTPSessionError.OtherProtocol(answer: $0, server: server) }
    return secure?.client.withApplicationData(other) ?? conversation.input.withBytes(other)
  }

  /// Receives something, and sends what may be sent until then; false at the end of the input.
  private func move(_ sent: (Int) -> Void) async throws(HTTPSessionError.Reason) -> Bool {
    if secure?.isEnded == true { return false }
    while true {
      if let failure = secure?.failure { throw failure }
      if isSending {
        let attempt: Sent
        if let framed = sendFramed() { attempt = framed } else { attempt = try sendNext() }
        switch attempt {
        case .some:
          sent(turn.sentContentCount)
          // Between two pieces the server may have answered.
          if isSending, let count = try receiveNow() { return count > 0 }
          continue
        case .blocked:
          if let count = try receiveNow() { return count > 0 }
          try await awaitEither()
          continue
        case .awaited:
          if let count = try receiveNow() { return count > 0 }
          try await awaitPiece()
          continue
        case .nothing:
          break
        }
      }
      if let count = try await receive() { return count > 0 }
    }
  }

  /// Waits until there is something to receive or room to send.
  private func awaitEither() async throws(HTTPSessionError.Reason) {
    do throws(NetError) {
      try await socket.wait(for: [.input, .output], .send, until: bounds.deadline(.idle))
    } catch {
      throw bounds.reason(error, in: .idle)
    }
  }

  /// Waits until there is something to receive, or the next piece to send.
  ///
  /// How long a request's own sequence may take is bounded by the request's time alone.
  private func awaitPiece() async throws(HTTPSessionError.Reason) {
    do throws(NetError) {
      try await socket.wait(for: [.input, .nudge], .receive, until: bounds.request)
    } catch {
      throw bounds.reason(error, in: .request)
    }
  }

  /// Receives what is there; nil if nothing is.
  @inline(never)
  private func receiveNow() throws(HTTPSessionError.Reason) -> Int? {
    do throws(NetError) {
      return try takeInput()
    } catch {
      throw bounds.reason(turn.sendFailure ?? error, in: .idle)
    }
  }

  @inline(never)
  private func takeInput() throws(NetError) -> Int? {
    if let secure { return try secure.receiveNow(atMost: room) }
    var count: Int?
    try conversation.input.append(atMost: room) { (bytes) throws(NetError) in
      count = try socket.receiveNow(into: &bytes)
    }
    if let count { noteReceived(count) }
    return count
  }

  /// Receives, and waits for it; nil if the body was held back for long enough.
  private func receive() async throws(HTTPSessionError.Reason) -> Int? {
    let (deadline, phase) = nextDeadline()
    let isHeld = conversation.exchange.upload == .held
    let held = isHeld ? turn.continueDeadline ?? .never : .never
    do throws(NetError) {
      while true {
        try await socket.awaitInput(until: min(deadline, held))
        if let count = try takeInput() { return count }
      }
    } catch {
      if isHeld, case .timedOut = error, !deadline.isPast {
        conversation.exchange.handle(.waitedEnough)
        return nil
      }
      throw bounds.reason(turn.sendFailure ?? error, in: phase)
    }
  }

  /// Until when the next bytes must come: the head as a whole has one time, each piece its own.
  private func nextDeadline() -> (Deadline, HTTPSession.Phase) {
    let phase: HTTPSession.Phase = turn.stage == .firstByte ? .firstByte : .idle
    guard turn.stage != .body else { return (bounds.deadline(phase), phase) }
    let deadline = turn.stageDeadline ?? bounds.deadline(phase)
    turn.stageDeadline = deadline
    return (deadline, phase)
  }

  private func noteReceived(_ count: Int) {
    guard count > 0, turn.stage == .firstByte else { return }
    turn.stage = .head
    turn.stageDeadline = nil
  }

  /// How much is received at once: little for a head, so that a connection at rest stays small.
  private var room: Int { turn.stage == .body ? 65_536 : 4_096 }

  /// The input has ended before the head.
  @inline(never)
  private func endOfInput() throws(HTTPSessionError.Reason) -> Never {
    if !conversation.exchange.hasHeard {
      conversation.exchange.handle(.broke)
      throw turn.sendFailure.map { .network(HTTPSessionError.NetworkFault($0)) } ?? .noResponse
    }
    if let otherProtocol { throw .otherProtocol(otherProtocol) }
    _ = try finishAtEnd()
    throw .response(.truncated(.head, at: secure?.inputCount ?? conversation.input.count))
  }

  /// The input has ended: false if that was the end of the response, or an error for what misses.
  @inline(never)
  private func finishAtEnd() throws(HTTPSessionError.Reason) -> Bool {
    // Who was told of a reset while sending receives an end that looks like one in order.
    if turn.framing == .untilClose, let sendFailure = turn.sendFailure {
      conversation.exchange.handle(.broke)
      throw .network(HTTPSessionError.NetworkFault(sendFailure))
    }
    do throws(HTTP.ParseError) {
      // Without close_notify nobody knows whether that is all. RFC 9112 section 9.8.
      let ending: HTTP.Ending = secure?.isEnded == false ? .truncated : .clean
      if case .end(let trailers) = try conversation.exchange.finish(ending) {
        turn.trailers = trailers
      }
      return false
    } catch {
      throw .response(error)
    }
  }
}
