internal import ApusHTTP
internal import ApusNet

/// The HTTP state of a connection: the bytes to send, the received response, and whether the
/// connection can be reused. The type performs no I/O and uses no clock.
///
/// The state of one request is in `request`, which only `begin` replaces.
struct Exchange {
  private var cycle = HTTP.ClientCycle()
  private var reader: HTTP.ResponseReader
  /// The bytes that wait to be sent to the server.
  var buffer = SendBuffer()
  /// The state of the current HTTP request, or of the last request if the connection is idle.
  var request: RequestState

  /// Creates the HTTP state of a new connection.
  init(limits: HTTP.Limits, _ deadlines: Deadlines) {
    reader = HTTP.ResponseReader(limits: limits)
    request = RequestState(deadlines)
  }

  /// A Boolean value that indicates whether the connection can serve another request.
  var isReusable: Bool { cycle.isReusable && !reader.isClosed && !buffer.isPending }

  /// A Boolean value that indicates whether the connection carries a tunnel or another protocol
  /// than HTTP.
  var isSwitched: Bool { cycle.state == .switched }

  /// The reason that the connection may not serve another request. The value is `nil` if the
  /// connection may serve another request.
  var closeReason: HTTP.CloseReason? { cycle.closeReason }

  /// A Boolean value that indicates whether parts of the request's body may be sent at the moment.
  var mayUpload: Bool { request.upload == .open }

  /// A Boolean value that indicates whether the exchange has bytes to send at the moment.
  var isSending: Bool { buffer.isPending || mayUpload }

  /// Begins a request on the connection. Clears the state of the last request and adds the head of
  /// the new request to the send buffer, with the body if the body is in memory.
  mutating func begin(
    _ begun: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(HTTP.WriteError) {
    try begin(
      begun.method, begun.url, fields: begun.fields, body: begun.body.length,
      trailers: begun.trailers, deadlines)
    request.feed = BodyFeed(begun.body.source)
    if mayUpload { try frameBytes() }
    if request.upload == .held {
      request.continueDeadline = deadlines.time.deadline(after: deadlines.timeouts.expectContinue)
    }
  }

  /// Begins a request on the connection and adds only the head of the request to the send buffer.
  mutating func begin(
    _ method: HTTP.Method, _ url: HTTP.URL, fields: SentFields, body: HTTP.BodyLength,
    trailers: HTTP.Fields, _ deadlines: Deadlines
  ) throws(HTTP.WriteError) {
    request = RequestState(deadlines)
    // A send buffer is empty after all of its bytes were sent.
    if buffer.isPending { buffer.clear() }
    let framing = try HTTP.RequestWriter(fields.written.route).writeHead(
      method, url, fields: fields.written, body: body, trailers: trailers, to: &buffer.before)
    request.headByteCount = buffer.before.count
    reader.expectResponse(to: method, upgrades: fields.written.upgrades)
    note(.requestStarted(persists: fields.persists))
    switch framing.framing {
    case .none, .contentLength(0), .tunnel, .upgrade:
      request.upload = .open
      endUpload()
    case .contentLength, .chunked, .untilClose:
      request.bodyWriter = framing
      request.upload = fields.written.expectsContinue ? .held : .open
    }
  }

  /// The bytes of the request head in the send buffer, without body bytes after the head.
  var headBytes: [UInt8] {
    let (bytes, count) = (buffer.before, request.headByteCount)
    return count < bytes.count ? Array(bytes[..<count]) : bytes
  }

  /// A Boolean value that indicates whether all content was received and only the end of the
  /// response is missing.
  var isAtEnd: Bool { reader.isAtEnd }

  /// Reads the next response event, such as a head or content, from the bytes. Returns the number
  /// of consumed bytes and the event.
  mutating func read(
    _ bytes: Span<UInt8>
  ) throws(HTTP.ParseError) -> (consumed: Int, event: HTTP.ResponseEvent) {
    if !bytes.isEmpty { request.noteBytes() }
    do throws(HTTP.ParseError) {
      let (consumed, event) = try reader.read(bytes)
      try take(event)
      // The client has no other request on the connection, so bytes after a complete response are
      // invalid.
      if case .end = event, consumed < bytes.count { note(.strayBytes) }
      return (consumed, event)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// Handles the end of the connection's input. Throws an error if the response is incomplete.
  mutating func finish(_ ending: HTTP.Ending) throws(HTTP.ParseError) {
    do throws(HTTP.ParseError) {
      try take(reader.finish(ending))
      note(.peerEnded)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// Handles an event that affects the upload of the request body.
  mutating func handle(_ event: Upload.Event) {
    request.upload.handle(event)
    if event == .broke { note(.failed) }
  }

  /// Stops the exchange because the caller does not need the rest of the request and of the
  /// response.
  mutating func abandon() {
    request.upload.handle(.broke)
    note(.abandoned)
  }

  /// Returns the response head that was read last.
  mutating func takeHead() throws(ConnectionError) -> HTTP.ResponseHead {
    guard let head = reader.takeHead() else { throw .response(.alreadyFailed) }
    return head
  }

  private mutating func take(_ event: HTTP.ResponseEvent) throws(HTTP.ParseError) {
    switch event {
    case .incomplete: break
    case .informational:
      note(.informational)
      if reader.status == .continue { request.upload.handle(.continued) }
    case .head(let framing, let persists):
      if framing == .tunnel || framing == .upgrade {
        // The server may not switch protocols while the client is still sending the request.
        guard request.upload == .whole else { throw .unexpectedUpgrade }
        note(.protocolSwitched)
      } else {
        guard reader.status.code >= 100 else { throw .malformedStartLine(.statusLine, at: 9) }
        note(.responseStarted(persists: persists))
        request.upload.handle(.answered(wantsRest: persists && reader.status.isSuccess))
      }
      request.framing = framing
    case .body(let range): request.receivedContentCount += range.count
    case .end:
      note(.responseEnded)
      if let trailers = reader.takeTrailers() { request.trailers = trailers }
      request.isWhole = true
      // A connection with an incomplete request cannot be reused.
      if request.upload == .stopped { note(.abandoned) }
    }
  }

  /// Passes an event to the connection's state machine. If the state machine rejects the event, the
  /// connection is not reused.
  private mutating func note(_ event: HTTP.ClientCycle.Event) {
    do { try cycle.handle(event) } catch { try? cycle.handle(.failed) }
  }
}

// MARK: The request's body

extension Exchange {
  /// Adds a complete request body from memory to the send buffer.
  mutating func frameBytes() throws(HTTP.WriteError) {
    guard case .bytes(let bytes) = request.feed.source else { return }
    try frame(bytes)
    try endSource()
  }

  /// Adds one framed piece of the request's body to the send buffer.
  mutating func frame(_ piece: [UInt8]) throws(HTTP.WriteError) {
    try request.bodyWriter?.begin(piece.count, to: &buffer.before)
    buffer.piece = piece
    request.bodyWriter?.end(piece.count, to: &buffer.after)
  }

  /// Adds the framing bytes before a file to the send buffer. The content of the file is sent
  /// separately.
  mutating func begin(_ file: ReadableFile, _ range: Range<Int64>) throws(HTTP.WriteError) {
    try request.bodyWriter?.begin(range.count, to: &buffer.before)
    request.feed.source = .fileBegun(file, range, byteCount: range.count)
    if range.isEmpty { try endSource() }
  }

  /// Adds the framing bytes after a file to the send buffer.
  mutating func endFile(_ byteCount: Int) throws(HTTP.WriteError) {
    request.bodyWriter?.end(byteCount, to: &buffer.after)
    try endSource()
  }

  /// Starts the next part of a joined request body, or ends the body if no part remains. The
  /// request is complete when the end of the body is sent.
  mutating func endSource() throws(HTTP.WriteError) {
    guard !request.feed.takeNextPart() else { return }
    if let trailers = request.feed.trailers {
      try request.bodyWriter?.finish(trailers: trailers, to: &buffer.after)
    } else {
      try request.bodyWriter?.finish(to: &buffer.after)
    }
    request.feed.source = .nothing
    request.isLast = true
    if !buffer.isPending { endUpload() }
  }

  /// Records the number of body bytes of the send buffer that were sent.
  mutating func noteSent(_ content: Int) {
    request.sentContentCount += content
    guard !buffer.isPending else { return }
    if request.isLast { endUpload() }
  }

  /// Calls the progress callback once when the whole request has been sent.
  mutating func tellSent() {
    guard let onStep = request.onStep, !request.hasToldSent, request.upload == .whole,
      !buffer.isPending
    else { return }
    request.hasToldSent = true
    onStep(.sent)
  }

  /// Stops sending the request because the server accepts no more bytes. The server may have sent a
  /// response before, and the client still reads that response.
  mutating func stopSending(_ error: NetError?) {
    request.sendFailure = error
    dropUnsent()
    handle(.broke)
  }

  /// Drops the unsent bytes of the request.
  mutating func dropUnsent() {
    buffer.clear()
    forgetBody()
    request.isLast = false
  }

  /// Ends the request, clears its state and returns the trailer fields of the response.
  ///
  /// The progress callback is removed because it retains the call for as long as the connection is
  /// idle.
  mutating func endRequest() -> HTTP.Fields? {
    forgetBody()
    request.onStep = nil
    return request.trailers
  }

  /// Drops the part of the request body that is not in the send buffer.
  mutating func forgetBody() { request.feed = BodyFeed() }

  private mutating func endUpload() {
    request.isLast = false
    // The time limit for the final response head starts when the upload ends.
    request.answerDeadline = nil
    guard request.upload != .stopped else { return }
    request.upload.handle(.ended)
    note(.requestEnded)
  }
}
