internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

// What is done at once, without waiting, takes the exchange as a parameter: it is lent once for all
// of a step, and not once for each look at it.

extension Connection {
  /// Sends the request, and receives its response up to the final head; calls the function for
  /// each step until then.
  @inline(__always)
  func awaitHead(
    _ told: (HeadStep) -> Void
  ) async throws(ConnectionError) -> HTTP.ResponseHead {
    var hasSent = false
    // An answer that came before its request is seen all the same.
    var mayRead = transport.hasInput
    while true {
      if mayRead, let head = try readHead(&exchange) {
        if exchange.request.stage == .body { return head }
        told(.informational(head))
        hasSent = false
        continue
      }
      switch try await move(hasSent: hasSent) {
      case .sent(let count):
        told(.sent(count))
        (mayRead, hasSent) = (transport.hasInput, true)
      case .received: (mayRead, hasSent) = (true, false)
      case .ended: try endOfInput()
      }
    }
  }

  /// Reads a head out of what has been received; nil if more is needed. The final one begins the
  /// stage of the body.
  @inline(never)
  private func readHead(
    _ exchange: inout Exchange
  ) throws(ConnectionError) -> HTTP.ResponseHead? {
    var nothing: [UInt8] = []
    switch try read(&exchange, into: &nothing) {
    case .incomplete: return nil
    case .informational:
      exchange.request.stage = .firstByte
      exchange.request.stageDeadline = nil
      return try exchange.takeHead()
    case .head:
      exchange.request.stage = .body
      return try exchange.takeHead()
    case .body, .end:
      // The reader tells of neither before the head.
      throw .response(.alreadyFailed)
    }
  }

  /// Appends content as soon as some is there, and all that can be read with it; returns false once
  /// the response is whole.
  func readContent(into content: inout [UInt8]) async throws(ConnectionError) -> Bool {
    var hasSent = false
    let before = content.count
    while true {
      let isWhole = try readContentNow(into: &content)
      if content.count > before { return true }
      if isWhole { return false }
      switch try await move(hasSent: hasSent) {
      case .sent: hasSent = true
      case .received: hasSent = false
      case .ended: return try finishAtEnd()
      }
    }
  }

  /// Appends the content that can be read at once, up to what is worth a piece; returns whether the
  /// response is whole.
  ///
  /// The next call throws an error that follows it.
  @inline(never)
  func readContentNow(
    into content: inout [UInt8]
  ) throws(ConnectionError) -> Bool {
    try readWaiting(&exchange, into: &content)
    return exchange.request.isWhole
  }

  private func readWaiting(
    _ exchange: inout Exchange, into content: inout [UInt8]
  ) throws(ConnectionError) {
    guard try !exchange.request.isOver() else { return }
    let before = content.count
    do throws(ConnectionError) {
      while true {
        switch try read(&exchange, into: &content) {
        case .incomplete: return
        case .body:
          // Small chunks are read on to the end of what is there, and an end that is known is not
          // waited for.
          if exchange.isAtEnd { continue }
          guard transport.inputCount > 0, content.count - before < Self.pieceByteCount else {
            return
          }
        case .end:
          // The rest of a request that has its whole answer is of no use to anyone.
          if isSending(exchange) { exchange.abandon() }
          return
        case .informational, .head: throw .response(.alreadyFailed)
        }
      }
    } catch {
      guard content.count > before else { throw error }
      exchange.request.pendingFailure = error
    }
  }

  /// Reads and drops what is there already of a response that is of no more use, and waits for
  /// nothing.
  ///
  /// A connection whose answer was not read to its end is good for no other request.
  func drainNow() { drainNow(&exchange) }

  private func drainNow(_ exchange: inout Exchange) {
    guard !isSending(exchange), !exchange.isSwitched, exchange.request.framing != .untilClose
    else { return exchange.abandon() }
    var (content, dropped) = ([UInt8](), 0)
    do {
      while !exchange.request.isWhole {
        try readWaiting(&exchange, into: &content)
        if exchange.request.isWhole { return }
        if content.isEmpty {
          guard dropped < Self.pieceByteCount, let count = try receiveNow(exchange), count > 0
          else { break }
        }
        dropped += content.count
        content.removeAll(keepingCapacity: true)
      }
    } catch {}
    if !exchange.request.isWhole { exchange.abandon() }
  }

  /// Reads one step of the response out of what has been received.
  private func read(
    _ exchange: inout Exchange, into content: inout [UInt8]
  ) throws(ConnectionError) -> HTTP.ResponseEvent {
    try transport.open()
    do throws(HTTP.ParseError) {
      return try transport.read(into: &content) { (bytes) throws(HTTP.ParseError) in
        let (consumed, event) = try exchange.read(bytes)
        if case .body(let range) = event { return (consumed, range, event) }
        return (consumed, nil, event)
      }
    } catch {
      if let other = otherProtocol(exchange) { throw .otherProtocol(other) }
      if case .malformedStartLine = error, let start = strangeStart {
        throw .response(.notHTTP(start))
      }
      throw .response(error)
    }
  }

  /// The first bytes of input that does not begin as a response of HTTP does.
  private var strangeStart: [UInt8]? {
    transport.withInput { input in
      let start = input.extracting(first: 16).copy()
      return start.starts(with: "HTTP/".utf8) ? nil : start
    }
  }

  /// What the server speaks instead of HTTP/1.1, where its answer begins like that.
  private func otherProtocol(_ exchange: borrowing Exchange) -> Connections.OtherProtocol? {
    guard exchange.request.stage != .body else { return nil }
    return transport.withInput {
      Connections.OtherProtocol(answer: $0, server: transport.server(key.origin))
    }
  }

  /// What comes next on a connection on which something is to be received.
  private enum Turn {
    /// So many bytes were received; none is the end of the input.
    case received(Int)
    /// Something was sent: so much content of the request by now.
    case sent(Int)
    /// There is nothing to do but to receive, and to wait for that.
    case receive(RequestState.Wait)
    /// There is nothing to receive, and no room to send.
    case awaitEither
    /// There is nothing to receive, and the next piece is still in the making.
    case awaitPiece
    /// The call is suspended.
    case pause(CallControl)
  }

  /// What has gone on.
  private enum Movement {
    /// Something was sent: so much content of the request by now.
    case sent(Int)
    case received
    /// The input has ended.
    case ended
  }

  /// Receives something, or sends something, and waits until either can be.
  private func move(hasSent: Bool) async throws(ConnectionError) -> Movement {
    if transport.hasEnded { return .ended }
    var hasSent = hasSent
    while true {
      switch try turn(&exchange, hasSent: hasSent) {
      case .received(let count): return count > 0 ? .received : .ended
      case .sent(let count): return .sent(count)
      case .receive(let wait):
        if let count = try await receive(wait) { return count > 0 ? .received : .ended }
      case .awaitEither: try await awaitEither()
      case .awaitPiece: try await awaitPiece()
      case .pause(let control): try await pause(by: control)
      }
      hasSent = false
    }
  }

  /// Sends or receives what can be without waiting, and says what to wait for where nothing can.
  @inline(never)
  private func turn(
    _ exchange: inout Exchange, hasSent: Bool
  ) throws(ConnectionError) -> Turn {
    if hasSent { exchange.tellSent() }
    if let control = exchange.request.deadlines.control {
      if control.suspension != nil { return .pause(control) }
      exchange.request.notePauses(control.pausedTime)
    }
    if let failure = transport.failure { throw failure }
    guard isSending(exchange) else { return receive(&exchange) }
    // Between two pieces the server may have answered.
    if hasSent, let count = try receiveNow(exchange) { return .received(count) }
    switch try send(&exchange) {
    case .some: return .sent(exchange.request.sentContentCount)
    case .blocked: return try receiveNow(exchange).map { .received($0) } ?? .awaitEither
    case .awaited: return try receiveNow(exchange).map { .received($0) } ?? .awaitPiece
    case .nothing: return receive(&exchange)
    }
  }

  private func receive(_ exchange: inout Exchange) -> Turn {
    .receive(exchange.request.beginWait(isReused: isReused))
  }

  /// Waits until there is something to receive or room to send.
  private func awaitEither() async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    do throws(NetError) {
      try await channel.wait(
        for: [.input, .output], .send, until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.error(error, in: .idle)
    }
  }

  /// Waits until there is something to receive, or the next piece to send.
  ///
  /// How long a request's own sequence may take is bounded by the request's time alone.
  private func awaitPiece() async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    do throws(NetError) {
      try await channel.wait(
        for: [.input, .nudge], .receive, until: deadlines.request)
    } catch {
      throw deadlines.error(error, in: .request)
    }
  }

  /// Receives what is there; nil if nothing is.
  private func receiveNow(_ exchange: borrowing Exchange) throws(ConnectionError) -> Int? {
    do throws(NetError) {
      return try transport.receiveNow(atMost: room(exchange))
    } catch {
      throw exchange.request.deadlines.error(exchange.request.sendFailure ?? error, in: .idle)
    }
  }

  /// Receives, and waits for it; nil if the body was held back for long enough, or if the call was
  /// suspended.
  @inline(__always)
  private func receive(_ wait: RequestState.Wait) async throws(ConnectionError) -> Int? {
    while true {
      do throws(NetError) {
        try await channel.awaitInput(until: wait.end)
      } catch {
        try endWait(&exchange, wait, error)
        return nil
      }
      switch try takeInput(&exchange, wait) {
      case .nothing: continue
      case .some(let count): return count
      case .over: return nil
      }
    }
  }

  /// What has come of a wait for something to receive.
  private enum Arrival {
    /// Nothing, so that the wait goes on.
    case nothing
    /// So many bytes; none is the end of the input.
    case some(Int)
    /// The wait is over, and the request is not.
    case over
  }

  /// Receives what was waited for.
  @inline(never)
  private func takeInput(
    _ exchange: inout Exchange, _ wait: RequestState.Wait
  ) throws(ConnectionError) -> Arrival {
    guard exchange.request.deadlines.control?.suspension == nil else { return .over }
    let received: Int?
    do throws(NetError) {
      received = try transport.receiveNow(atMost: room(exchange))
    } catch {
      try endWait(&exchange, wait, error)
      return .over
    }
    guard let received else { return .nothing }
    if let start = wait.start, exchange.request.isTooSlow(received, since: start) {
      throw .timedOut(.slow)
    }
    return .some(received)
  }

  /// What it means that nothing came: an error, unless that is no reason to give up.
  @inline(never)
  private func endWait(
    _ exchange: inout Exchange, _ wait: RequestState.Wait, _ error: NetError
  ) throws(ConnectionError) {
    // The time that it was suspended is no silence of the server's.
    if case .timedOut = error, exchange.request.isPaused { return }
    if wait.endsWithProbe, case .timedOut = error {
      exchange.request.probe = .never
      // A slow server's system has acknowledged the request; where none has, the way is cut.
      guard channel.hasUnacknowledgedBytes else { return }
      throw .network(Connections.NetworkFault(.unanswered(by: transport.peer)))
    }
    if wait.isHeld, case .timedOut = error, exchange.request.deadlines.time.now < wait.deadline {
      return exchange.handle(.waitedEnough)
    }
    throw exchange.request.deadlines.error(
      exchange.request.sendFailure ?? error, in: wait.phase)
  }

  /// How much is received at once: little for a head, so that a connection at rest stays small.
  private func room(_ exchange: borrowing Exchange) -> Int {
    exchange.request.stage == .body ? Self.pieceByteCount : 4_096
  }

  /// How much content is worth a piece of its own.
  private static let pieceByteCount = 65_536

  /// The input has ended before the head.
  @inline(never)
  private func endOfInput() throws(ConnectionError) -> Never {
    if !exchange.request.hasHeard {
      exchange.handle(.broke)
      throw exchange.request.sendFailure.map { .network(Connections.NetworkFault($0)) }
        ?? .noResponse
    }
    if let otherProtocol = otherProtocol(exchange) { throw .otherProtocol(otherProtocol) }
    _ = try finishAtEnd()
    throw .response(.truncated(.head, at: transport.inputCount))
  }

  /// The input has ended: false if that was the end of the response, or an error for what misses.
  @inline(never)
  private func finishAtEnd() throws(ConnectionError) -> Bool {
    // Who was told of a reset while sending receives an end that looks like one in order.
    if exchange.request.framing == .untilClose, let sendFailure = exchange.request.sendFailure {
      exchange.handle(.broke)
      throw .network(Connections.NetworkFault(sendFailure))
    }
    do throws(HTTP.ParseError) {
      try exchange.finish(transport.ending)
      return false
    } catch {
      throw .response(error)
    }
  }
}
