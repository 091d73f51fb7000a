internal import ApusHTTP
internal import ApusNet

/// The HTTP state of a connection: the bytes to send, the received response, and the reusability of
/// the connection. It has no socket and no clock.
///
/// The state of one request is in `request`, which only `begin` replaces.
struct Exchange {
  private var cycle = HTTP.ClientCycle()
  private var reader: HTTP.ResponseReader
  /// The bytes that wait to be sent.
  var buffer = SendBuffer()
  /// The current or the last request.
  var request: RequestState

  /// Creates the state of a new connection.
  init(limits: HTTP.Limits, _ deadlines: Deadlines) {
    reader = HTTP.ResponseReader(limits: limits)
    request = RequestState(deadlines)
  }

  /// A Boolean value that indicates whether the connection can serve another request.
  var isReusable: Bool { cycle.isReusable && !reader.isClosed && !buffer.isPending }

  /// A Boolean value that indicates whether the connection carries a tunnel or another protocol.
  var isSwitched: Bool { cycle.state == .switched }

  /// The reason that the connection may not be used again; nil if it may.
  var closeReason: HTTP.CloseReason? { cycle.closeReason }

  /// A Boolean value that indicates whether parts of the request's body may be sent.
  var mayUpload: Bool { request.upload == .open }

  /// A Boolean value that indicates whether there are bytes to send now.
  var isSending: Bool { buffer.isPending || mayUpload }

  /// Begins a request: clears the state of the last one, and queues its head, with the body if it
  /// is in memory.
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

  /// Begins a request, and queues only its head.
  mutating func begin(
    _ method: HTTP.Method, _ url: HTTP.URL, fields: SentFields, body: HTTP.BodyLength,
    trailers: HTTP.Fields, _ deadlines: Deadlines
  ) throws(HTTP.WriteError) {
    request = RequestState(deadlines)
    // A completely sent buffer has been cleared already.
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

  /// The queued head of the request, without the chunk that may follow it.
  var headBytes: [UInt8] {
    let (bytes, count) = (buffer.before, request.headByteCount)
    return count < bytes.count ? Array(bytes[..<count]) : bytes
  }

  /// A Boolean value that indicates whether all content was received, and only the end of the
  /// response is missing.
  var isAtEnd: Bool { reader.isAtEnd }

  /// Reads one step of a response; returns the number of consumed bytes and the event.
  mutating func read(
    _ bytes: Span<UInt8>
  ) throws(HTTP.ParseError) -> (consumed: Int, event: HTTP.ResponseEvent) {
    if !bytes.isEmpty { request.noteBytes() }
    do throws(HTTP.ParseError) {
      let (consumed, event) = try reader.read(bytes)
      try take(event)
      // Bytes after a complete response belong to no request.
      if case .end = event, consumed < bytes.count { note(.strayBytes) }
      return (consumed, event)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// Handles the end of the input: completes the response, or throws if bytes are missing.
  mutating func finish(_ ending: HTTP.Ending) throws(HTTP.ParseError) {
    do throws(HTTP.ParseError) {
      try take(reader.finish(ending))
      note(.peerEnded)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// Handles an event that affects the rest of the request's body.
  mutating func handle(_ event: Upload.Event) {
    request.upload.handle(event)
    if event == .broke { note(.failed) }
  }

  /// The caller does not need the rest.
  mutating func abandon() {
    request.upload.handle(.broke)
    note(.abandoned)
  }

  /// Returns the head that was read last.
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
        // The server may not switch protocols while the request is still being sent.
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
      // The rest of the request will not be read: the connection cannot be reused.
      if request.upload == .stopped { note(.abandoned) }
    }
  }

  /// A pair that the cycle does not know is a mistake of this type, and costs the connection.
  private mutating func note(_ event: HTTP.ClientCycle.Event) {
    do { try cycle.handle(event) } catch { try? cycle.handle(.failed) }
  }
}

// MARK: The request's body

extension Exchange {
  /// Frames a body in memory as one piece, without further parts.
  mutating func frameBytes() throws(HTTP.WriteError) {
    guard case .bytes(let bytes) = request.feed.source else { return }
    try frame(bytes)
    try endSource()
  }

  /// Frames a piece of the body.
  mutating func frame(_ piece: [UInt8]) throws(HTTP.WriteError) {
    try request.bodyWriter?.begin(piece.count, to: &buffer.before)
    buffer.piece = piece
    request.bodyWriter?.end(piece.count, to: &buffer.after)
  }

  /// Frames the bytes before a file, whose content is sent separately.
  mutating func begin(_ file: ReadableFile, _ range: Range<Int64>) throws(HTTP.WriteError) {
    try request.bodyWriter?.begin(range.count, to: &buffer.before)
    request.feed.source = .fileBegun(file, range, byteCount: range.count)
    if range.isEmpty { try endSource() }
  }

  /// Frames the bytes after a file.
  mutating func endFile(_ byteCount: Int) throws(HTTP.WriteError) {
    request.bodyWriter?.end(byteCount, to: &buffer.after)
    try endSource()
  }

  /// Continues with the next part of a joined body, or ends the body; the request is complete once
  /// that is sent.
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

  /// Records the number of sent content bytes of the buffer.
  mutating func noteSent(_ content: Int) {
    request.sentContentCount += content
    guard !buffer.isPending else { return }
    if request.isLast { endUpload() }
  }

  /// Reports once that the whole request was sent.
  mutating func tellSent() {
    guard let onStep = request.onStep, !request.hasToldSent, request.upload == .whole,
      !buffer.isPending
    else { return }
    request.hasToldSent = true
    onStep(.sent)
  }

  /// Stops sending because the peer accepts no more; it may have sent a response before, which is
  /// still read.
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

  /// Ends the request: clears its state and returns its trailers.
  ///
  /// The step callback retains the call, which would otherwise live as long as the idle connection.
  mutating func endRequest() -> HTTP.Fields? {
    forgetBody()
    request.onStep = nil
    return request.trailers
  }

  /// Drops the part of the body that was not framed, because it is no longer needed.
  mutating func forgetBody() { request.feed = BodyFeed() }

  private mutating func endUpload() {
    request.isLast = false
    // The deadline of the final head starts here.
    request.answerDeadline = nil
    guard request.upload != .stopped else { return }
    request.upload.handle(.ended)
    note(.requestEnded)
  }
}
