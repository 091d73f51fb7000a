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
    if !transport.hasInput, try await !move(sent) { try endOfInput() }
    while true {
      switch try read(into: &nothing) {
      case .incomplete:
        guard try await move(sent) else { try endOfInput() }
      case .informational:
        informational(try exchange.takeHead())
        exchange.request.stage = .firstByte
        exchange.request.stageDeadline = nil
      case .head:
        exchange.request.stage = .body
        return try exchange.takeHead()
      case .body, .end:
        // The reader tells of neither before the head.
        throw .response(.alreadyFailed)
      }
    }
  }

  /// Appends content as soon as some is there, and all that can be read with it; returns false once
  /// the response is whole.
  func readContent(into content: inout [UInt8]) async throws(HTTPSessionError.Reason) -> Bool {
    while true {
      if try readWaiting(into: &content) { return true }
      if exchange.request.isWhole { return false }
      if try await move({ _ in }) { continue }
      return try finishAtEnd()
    }
  }

  /// Appends the content that can be read at once, up to what is worth a piece; false if there is
  /// none. What is wrong behind it is told by the next call.
  @inline(never)
  private func readWaiting(into content: inout [UInt8]) throws(HTTPSessionError.Reason) -> Bool {
    guard try !exchange.request.isOver() else { return false }
    let before = content.count
    do throws(HTTPSessionError.Reason) {
      while true {
        switch try read(into: &content) {
        case .incomplete: return content.count > before
        case .body:
          // Small chunks are read on to the end of what is there, and an end that is known is not
          // waited for.
          if exchange.isAtEnd { continue }
          guard transport.inputCount > 0, content.count - before < Self.pieceByteCount else {
            return true
          }
        case .end:
          // The rest of a request that has its whole answer is of no use to anyone.
          if exchange.isSending { exchange.abandon() }
          return content.count > before
        case .informational, .head: throw .response(.alreadyFailed)
        }
      }
    } catch {
      guard content.count > before else { throw error }
      exchange.request.pendingFailure = error
      return true
    }
  }

  /// Reads and drops what is there already of a response that is of no more use, and waits for
  /// nothing.
  ///
  /// A connection whose answer was not read to its end is good for no other request.
  func drainNow() {
    guard !exchange.isSending, !exchange.isSwitched, exchange.request.framing != .untilClose else {
      return exchange.abandon()
    }
    var (content, dropped) = ([UInt8](), 0)
    do {
      while !exchange.request.isWhole {
        if try readWaiting(into: &content) {
          dropped += content.count
          content.removeAll(keepingCapacity: true)
        } else if exchange.request.isWhole {
          return
        } else {
          guard dropped < Self.pieceByteCount, let count = try receiveNow(), count > 0 else {
            break
          }
        }
      }
    } catch {}
    if !exchange.request.isWhole { exchange.abandon() }
  }

  /// Reads one step of the response out of what has been received.
  @inline(never)
  private func read(
    into content: inout [UInt8]
  ) throws(HTTPSessionError.Reason) -> Exchange.Step {
    try transport.open()
    do throws(HTTP.ParseError) {
      return try transport.read(into: &content) { (bytes) throws(HTTP.ParseError) in
        let (consumed, step) = try exchange.read(bytes)
        if case .body(let range) = step { return (consumed, range, step) }
        return (consumed, nil, step)
      }
    } catch {
      throw otherProtocol.map { .otherProtocol($0) } ?? .response(error)
    }
  }

  /// What the server speaks instead of HTTP/1.1, where its answer begins like that.
  private var otherProtocol: HTTPSessionError.OtherProtocol? {
    guard exchange.request.stage != .body else { return nil }
    return transport.withInput {
      HTTPSessionError.OtherProtocol(answer: $0, server: transport.server(key.origin))
    }
  }

  /// Receives something, and sends what may be sent until then; false at the end of the input.
  private func move(_ sent: (Int) -> Void) async throws(HTTPSessionError.Reason) -> Bool {
    if transport.hasEnded { return false }
    while true {
      if let control = exchange.request.deadlines.control {
        if control.suspension != nil { try await pause(by: control) }
        exchange.request.notePauses(control.pausedTime)
      }
      if let failure = transport.failure { throw failure }
      if isSending {
        let attempt: Sent
        if let waiting = sendWaiting() { attempt = waiting } else { attempt = try sendNext() }
        switch attempt {
        case .some:
          sent(exchange.request.sentContentCount)
          exchange.tellSent()
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
    let deadlines = exchange.request.deadlines
    do throws(NetError) {
      try await transport.channel.wait(
        for: [.input, .output], .send, until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.reason(error, in: .idle)
    }
  }

  /// Waits until there is something to receive, or the next piece to send.
  ///
  /// How long a request's own sequence may take is bounded by the request's time alone.
  private func awaitPiece() async throws(HTTPSessionError.Reason) {
    let deadlines = exchange.request.deadlines
    do throws(NetError) {
      try await transport.channel.wait(
        for: [.input, .nudge], .receive, until: deadlines.request)
    } catch {
      throw deadlines.reason(error, in: .request)
    }
  }

  /// Receives what is there; nil if nothing is.
  @inline(never)
  private func receiveNow() throws(HTTPSessionError.Reason) -> Int? {
    do throws(NetError) {
      return try takeInput()
    } catch {
      throw exchange.request.deadlines.reason(exchange.request.sendFailure ?? error, in: .idle)
    }
  }

  @inline(never)
  private func takeInput() throws(NetError) -> Int? { try transport.receiveNow(atMost: room) }

  /// Receives, and waits for it; nil if the body was held back for long enough, or if the call was
  /// suspended.
  private func receive() async throws(HTTPSessionError.Reason) -> Int? {
    let wait = exchange.request.beginWait(isReused: isReused)
    var received: Int?
    do throws(NetError) {
      while received == nil {
        try await transport.channel.awaitInput(until: wait.end)
        guard exchange.request.deadlines.control?.suspension == nil else { return nil }
        received = try takeInput()
      }
    } catch {
      return try endWait(wait, error)
    }
    if let start = wait.start, let received, exchange.request.isTooSlow(received, since: start) {
      throw .timedOut(.slow)
    }
    return received
  }

  /// What it means that nothing came: nil where that is no reason to give up.
  @inline(never)
  private func endWait(
    _ wait: RequestState.Wait, _ error: NetError
  ) throws(HTTPSessionError.Reason) -> Int? {
    // The time that it was suspended is no silence of the server's.
    if case .timedOut = error, exchange.request.isPaused { return nil }
    if wait.endsWithProbe, case .timedOut = error {
      exchange.request.probe = .never
      // A slow server's system has acknowledged the request; where none has, the way is cut.
      guard transport.channel.hasUnacknowledgedBytes else { return nil }
      throw .network(HTTPSessionError.NetworkFault(.unanswered(by: transport.peer)))
    }
    if wait.isHeld, case .timedOut = error, exchange.request.deadlines.time.now < wait.deadline {
      exchange.handle(.waitedEnough)
      return nil
    }
    throw exchange.request.deadlines.reason(
      exchange.request.sendFailure ?? error, in: wait.phase)
  }

  /// How much is received at once: little for a head, so that a connection at rest stays small.
  private var room: Int { exchange.request.stage == .body ? Self.pieceByteCount : 4_096 }

  /// How much content is worth a piece of its own.
  private static let pieceByteCount = 65_536

  /// The input has ended before the head.
  @inline(never)
  private func endOfInput() throws(HTTPSessionError.Reason) -> Never {
    if !exchange.request.hasHeard {
      exchange.handle(.broke)
      throw exchange.request.sendFailure.map { .network(HTTPSessionError.NetworkFault($0)) }
        ?? .noResponse
    }
    if let otherProtocol { throw .otherProtocol(otherProtocol) }
    _ = try finishAtEnd()
    throw .response(.truncated(.head, at: transport.inputCount))
  }

  /// The input has ended: false if that was the end of the response, or an error for what misses.
  @inline(never)
  private func finishAtEnd() throws(HTTPSessionError.Reason) -> Bool {
    // Who was told of a reset while sending receives an end that looks like one in order.
    if exchange.request.framing == .untilClose, let sendFailure = exchange.request.sendFailure {
      exchange.handle(.broke)
      throw .network(HTTPSessionError.NetworkFault(sendFailure))
    }
    do throws(HTTP.ParseError) {
      _ = try exchange.finish(transport.ending)
      return false
    } catch {
      throw .response(error)
    }
  }
}
