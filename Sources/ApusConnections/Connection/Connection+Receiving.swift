internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

// The synchronous functions take the HTTP exchange as an `inout` parameter. With `inout`, Swift
// checks exclusive access to the exchange once per step instead of once per use.

extension Connection {
  /// Sends the request and receives its response up to the head of the final response. Calls the
  /// given function for each informational response.
  @inline(__always)
  func awaitHead(
    _ told: (HeadStep) -> Void
  ) async throws(ConnectionError) -> HTTP.ResponseHead {
    var hasSent = false
    // A server may respond before the client has sent the whole request, so the received bytes are
    // read first.
    var mayRead = transport.hasInput
    while true {
      if mayRead, let (head, isFinal) = try readHead(&exchange) {
        if isFinal { return head }
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

  /// Reads a response head from the received bytes and determines whether it is the head of the
  /// final response. Returns `nil` if the head is incomplete. The head of the final response starts
  /// the timeout of the response body.
  @inline(never)
  private func readHead(
    _ exchange: inout Exchange
  ) throws(ConnectionError) -> (HTTP.ResponseHead, isFinal: Bool)? {
    var nothing: [UInt8] = []
    switch try read(&exchange, into: &nothing) {
    case .incomplete: return nil
    case .informational:
      exchange.request.stage = .firstByte
      exchange.request.stageDeadline = nil
      return (try exchange.takeHead(), isFinal: false)
    case .head:
      exchange.request.stage = .body
      framing = exchange.request.framing
      return (try exchange.takeHead(), isFinal: true)
    case .body, .end:
      // The response reader returns neither content nor the end of a response before the response
      // head.
      throw .response(.alreadyFailed)
    }
  }

  /// Waits for response content, and appends all content that can be read without another wait.
  /// Returns `false` if the response is complete.
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

  /// Appends the available response content up to about 64 KiB. Returns whether the response is
  /// complete.
  ///
  /// If the response fails after the content, the next call of the function throws the error.
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
          // The loop reads small chunks until the received bytes are used up. If all content was
          // read, the loop also reads the end of the response without waiting.
          if exchange.isAtEnd { continue }
          guard transport.inputCount > 0, content.count - before < Self.pieceByteCount else {
            return
          }
        case .end:
          // The server does not need the rest of a request after its response is complete.
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

  /// Reads and drops the received bytes of a response that the caller no longer needs, without
  /// waiting.
  ///
  /// If the end of the response has not been received, the connection cannot serve another request.
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

  /// Reads the next event of the response from the received bytes, such as a head or a piece of
  /// content.
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

  /// The first 16 bytes of the received input. The value is `nil` if the input begins with `HTTP/`,
  /// as an HTTP response does.
  private var strangeStart: [UInt8]? {
    transport.withInput { input in
      let start = input.extracting(first: 16).copy()
      return start.starts(with: "HTTP/".utf8) ? nil : start
    }
  }

  /// Detects the protocol of a server whose response is not HTTP/1.1. Returns `nil` if the protocol
  /// is unknown.
  private func otherProtocol(_ exchange: borrowing Exchange) -> Connections.OtherProtocol? {
    guard exchange.request.stage != .body else { return nil }
    return transport.withInput {
      Connections.OtherProtocol(answer: $0, server: transport.server(key.origin))
    }
  }

  /// The next action of a connection while the connection sends a request or waits for the
  /// response.
  private enum Turn {
    /// The connection received the given number of bytes. Zero indicates the end of the input.
    case received(Int)
    /// The connection sent bytes of the request. The value is the number of content bytes sent so
    /// far.
    case sent(Int)
    /// The connection must wait for bytes of the server.
    case receive(RequestState.Wait)
    /// The connection must wait until the socket can receive or send bytes.
    case awaitEither
    /// The connection must wait for bytes of the server or for the next piece of the request body.
    case awaitPiece
    /// The program has suspended the HTTP call.
    case pause(CallControl)
  }

  /// The result of one send or receive operation on the connection.
  private enum Movement {
    /// The connection sent bytes of the request. The value is the number of content bytes sent so
    /// far.
    case sent(Int)
    case received
    /// The server has closed its sending direction.
    case ended
  }

  /// Sends or receives bytes on the connection. Waits if the socket is not ready.
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

  /// Sends or receives bytes without waiting. If the socket is not ready, returns the event to wait
  /// for.
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
    // The server may have responded before the client has sent the whole request body.
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

  /// Waits until the connection can receive or send bytes.
  private func awaitEither() async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    do throws(NetError) {
      try await channel.wait(
        for: [.input, .output], .send, until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.error(error, in: .idle)
    }
  }

  /// Waits until the connection can receive bytes, or until the next piece of the request's body is
  /// ready.
  ///
  /// A body sequence of the caller is limited only by the timeout of the whole request.
  private func awaitPiece() async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    do throws(NetError) {
      try await channel.wait(
        for: [.input, .nudge], .receive, until: deadlines.request)
    } catch {
      throw deadlines.error(error, in: .total)
    }
  }

  /// Receives the available bytes without waiting. Returns `nil` if no bytes are available.
  private func receiveNow(_ exchange: borrowing Exchange) throws(ConnectionError) -> Int? {
    do throws(NetError) {
      return try transport.receiveNow(atMost: room(exchange))
    } catch {
      throw exchange.request.deadlines.error(exchange.request.sendFailure ?? error, in: .idle)
    }
  }

  /// Waits for input and returns the number of received bytes. Returns `nil` if the wait ended
  /// without input but the request continues, for example after a suspension.
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

  /// The result of a wait for input from the server.
  private enum Arrival {
    /// No input has arrived, so the wait continues.
    case nothing
    /// The number of received bytes. Zero indicates the end of the input.
    case some(Int)
    /// The wait has ended without input from the server, but the request continues.
    case over
  }

  /// Receives the response bytes that have become available.
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

  /// Handles a wait that ended without input from the server. Throws an error if the request has
  /// failed.
  @inline(never)
  private func endWait(
    _ exchange: inout Exchange, _ wait: RequestState.Wait, _ error: NetError
  ) throws(ConnectionError) {
    // The time of a suspended call does not count toward the server's timeout.
    if case .timedOut = error, exchange.request.isPaused { return }
    if wait.endsWithProbe, case .timedOut = error {
      exchange.request.probe = .never
      // A slow server still acknowledges the TCP segments of the request. If acknowledgements are
      // missing, the network path is broken.
      guard channel.hasUnacknowledgedBytes else { return }
      throw .network(Connections.NetworkFault(.unanswered(by: transport.peer)))
    }
    if wait.isHeld, case .timedOut = error, exchange.request.deadlines.time.now < wait.deadline {
      return exchange.handle(.waitedEnough)
    }
    throw exchange.request.deadlines.error(
      exchange.request.sendFailure ?? error, in: wait.phase)
  }

  /// Returns the maximum number of bytes to receive in one read. The number is small before the
  /// response head, because an idle connection should have a small input buffer.
  private func room(_ exchange: borrowing Exchange) -> Int {
    exchange.request.stage == .body ? Self.pieceByteCount : 4_096
  }

  /// The number of content bytes after which the connection returns a piece of the response body.
  private static let pieceByteCount = 65_536

  /// Handles a connection that ends before the response head.
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

  /// Handles the end of the connection's input. Returns `false` if the end completes the response.
  /// Throws an error if the response is incomplete.
  @inline(never)
  private func finishAtEnd() throws(ConnectionError) -> Bool {
    // If a send operation has reported a connection reset, a later read reports a regular end of
    // the input.
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
