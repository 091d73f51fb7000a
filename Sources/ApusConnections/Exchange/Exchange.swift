internal import ApusHTTP
internal import ApusNet

/// Where HTTP stands on one connection: what may be sent, what came, and whether the connection is
/// good for more. It owns no socket and knows no clock.
///
/// What is true of one request is in `request`, which `begin` alone makes anew.
struct Exchange {
  private var cycle = HTTP.ClientCycle()
  private var reader: HTTP.ResponseReader
  /// The bytes that wait to be sent.
  var buffer = SendBuffer()
  /// The request that is under way, or was the last.
  var request: RequestState

  /// A connection that has just been made.
  init(limits: HTTP.Limits, _ deadlines: Deadlines) {
    reader = HTTP.ResponseReader(limits: limits)
    request = RequestState(deadlines)
  }

  /// A Boolean value that indicates whether the connection can serve another request.
  var isReusable: Bool { cycle.isReusable && !reader.isClosed && !buffer.isPending }

  /// Whether the connection carries a tunnel, or another protocol.
  var isSwitched: Bool { cycle.state == .switched }

  /// The reason that the connection may not be used again; nil if it may.
  var closeReason: HTTP.CloseReason? { cycle.closeReason }

  /// Whether parts of the request's body may be sent.
  var mayUpload: Bool { request.upload == .open }

  /// A Boolean value that indicates whether there is something to send now.
  var isSending: Bool { buffer.isPending || mayUpload }

  /// Begins a request: nothing is left of the one before, its head waits to be sent, and with it
  /// the body if that is there.
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

  /// Begins a request, whose head alone waits to be sent.
  mutating func begin(
    _ method: HTTP.Method, _ url: HTTP.URL, fields: SentFields, body: HTTP.BodyLength,
    trailers: HTTP.Fields, _ deadlines: Deadlines
  ) throws(HTTP.WriteError) {
    request = RequestState(deadlines)
    // What was sent as a whole is forgotten already.
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

  /// The head of the request that waits to be sent, without the chunk that may follow it.
  var headBytes: [UInt8] {
    let (bytes, count) = (buffer.before, request.headByteCount)
    return count < bytes.count ? Array(bytes[..<count]) : bytes
  }

  /// Whether the response's content has come, and only its end is to be read.
  var isAtEnd: Bool { reader.isAtEnd }

  /// Reads one step of a response: how many bytes it consumed, and what it found.
  mutating func read(
    _ bytes: Span<UInt8>
  ) throws(HTTP.ParseError) -> (consumed: Int, event: HTTP.ResponseEvent) {
    if !bytes.isEmpty { request.noteBytes() }
    do throws(HTTP.ParseError) {
      let (consumed, event) = try reader.read(bytes)
      try take(event)
      // What follows a whole response answers no request.
      if case .end = event, consumed < bytes.count { note(.strayBytes) }
      return (consumed, event)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// The peer sends no more: what that makes of the response, or an error for what is missing.
  mutating func finish(_ ending: HTTP.Ending) throws(HTTP.ParseError) {
    do throws(HTTP.ParseError) {
      try take(reader.finish(ending))
      note(.peerEnded)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// Something happened that decides about the rest of the request's body.
  mutating func handle(_ event: Upload.Event) {
    request.upload.handle(event)
    if event == .broke { note(.failed) }
  }

  /// The caller is not interested in the rest.
  mutating func abandon() {
    request.upload.handle(.broke)
    note(.abandoned)
  }

  /// Takes the head that was read last.
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
        // The server may not change the protocol under a request that is still being sent.
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
      // The rest of a request that is not read: the connection cannot be brought in order.
      if request.upload == .stopped { note(.abandoned) }
    }
  }

  /// A pair that the cycle does not know is a mistake of this type's, and costs the connection.
  private mutating func note(_ event: HTTP.ClientCycle.Event) {
    do { try cycle.handle(event) } catch { try? cycle.handle(.failed) }
  }
}

// MARK: The request's body

extension Exchange {
  /// Frames a body of bytes, if it is that, as one piece; there is nothing behind it.
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

  /// Frames what stands before a file, whose bytes are sent apart.
  mutating func begin(_ file: ReadableFile, _ range: Range<Int64>) throws(HTTP.WriteError) {
    try request.bodyWriter?.begin(range.count, to: &buffer.before)
    request.feed.source = .fileBegun(file, range, byteCount: range.count)
    if range.isEmpty { try endSource() }
  }

  /// Frames what stands behind a file that was sent.
  mutating func endFile(_ byteCount: Int) throws(HTTP.WriteError) {
    request.bodyWriter?.end(byteCount, to: &buffer.after)
    try endSource()
  }

  /// Goes on to the next part of a body that is joined of several, or ends the body; the request
  /// is whole once that is sent.
  mutating func endSource() throws(HTTP.WriteError) {
    guard !request.feed.takeNextPart() else { return }
    try request.bodyWriter?.finish(to: &buffer.after)
    request.feed.source = .nothing
    request.isLast = true
    if !buffer.isPending { endUpload() }
  }

  /// Notes that so much content was sent of what waited.
  mutating func noteSent(_ content: Int) {
    request.sentContentCount += content
    guard !buffer.isPending else { return }
    if request.isLast { endUpload() }
  }

  /// Tells, once, that the whole request was sent, if it was.
  mutating func tellSent() {
    guard let onStep = request.onStep, !request.hasToldSent, request.upload == .whole,
      !buffer.isPending
    else { return }
    request.hasToldSent = true
    onStep(.sent)
  }

  /// The peer takes no more; it may have said why before, so that the answer is still read.
  mutating func stopSending(_ error: NetError?) {
    request.sendFailure = error
    dropUnsent()
    handle(.broke)
  }

  /// Forgets what was not sent of the request.
  mutating func dropUnsent() {
    buffer.clear()
    forgetBody()
    request.isLast = false
  }

  /// The request is over: nothing of it stays but its trailers, which are returned.
  ///
  /// What is told of its steps holds the call, which would last as long as the connection rests.
  mutating func endRequest() -> HTTP.Fields? {
    forgetBody()
    request.onStep = nil
    return request.trailers
  }

  /// Gives up what was not framed of the body, because it is of no more use.
  mutating func forgetBody() { request.feed = BodyFeed() }

  private mutating func endUpload() {
    request.isLast = false
    // The final head is due from here on.
    request.answerDeadline = nil
    guard request.upload != .stopped else { return }
    request.upload.handle(.ended)
    note(.requestEnded)
  }
}
