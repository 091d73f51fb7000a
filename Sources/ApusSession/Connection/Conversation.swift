internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// What is said on a connection: bytes received and not read, bytes framed and
/// not sent, and where the exchange stands.
struct Conversation {
  var exchange: Exchange
  var input = ByteQueue()
  var outgoing = Outgoing()

  init(limits: HTTP.Limits) { exchange = Exchange(limits: limits) }

  /// Whether another request may follow.
  var isReusable: Bool { exchange.isReusable && input.isEmpty && !outgoing.isPending }

  /// Whether there is something to send now.
  var isSending: Bool { outgoing.isPending || exchange.mayUpload }

  /// Writes a request's head, and the body with it if that is there.
  mutating func begin(_ call: Call, _ body: OpenedBody) throws(HTTP.WriteError) {
    outgoing.drop()
    try exchange.begin(
      call.request.method, call.destination, route: call.route, fields: call.fields,
      body: body.length,
      trailers: call.request.body.trailers, to: &outgoing.before)
    outgoing.source = body.source
    if exchange.mayUpload { try frameBytes() }
  }

  /// Frames a body of bytes, if it is that, as one piece; there is nothing behind it.
  mutating func frameBytes() throws(HTTP.WriteError) {
    guard case .bytes(let bytes) = outgoing.source else { return }
    try frame(bytes)
    try endSource()
  }

  /// Frames a piece of the body.
  mutating func frame(_ piece: [UInt8]) throws(HTTP.WriteError) {
    try exchange.beginPart(piece.count, to: &outgoing.before)
    outgoing.piece = piece
    exchange.endPart(piece.count, to: &outgoing.after)
  }

  /// Frames what stands before a file, whose bytes are sent apart.
  mutating func begin(
    _ file: ReadableFile, _ range: Range<Int64>
  ) throws(HTTP.WriteError) {
    try exchange.beginPart(range.count, to: &outgoing.before)
    outgoing.source = .fileBegun(file, range, byteCount: range.count)
    if range.isEmpty { try endSource() }
  }

  /// Frames what stands behind a file that was sent.
  mutating func endFile(_ byteCount: Int) throws(HTTP.WriteError) {
    exchange.endPart(byteCount, to: &outgoing.after)
    try endSource()
  }

  /// Goes on to the next part of a body that is joined of several, or ends the body.
  mutating func endSource() throws(HTTP.WriteError) {
    guard outgoing.takeNextPart() else { return try endBody() }
  }

  /// Frames what ends the body; the request is whole once that is sent.
  private mutating func endBody() throws(HTTP.WriteError) {
    try exchange.finishBody(to: &outgoing.after)
    outgoing.source = .nothing
    outgoing.isLast = true
    if !outgoing.isPending { endUpload() }
  }

  /// Sends what the kernel takes at once of what is framed: how many bytes, and how many of them
  /// were content.
  mutating func send(on socket: Socket) throws(NetError) -> (count: Int, content: Int) {
    let count = try socket.sendNow(
      outgoing.before.span, outgoing.piece.span, outgoing.after.span, from: outgoing.sentCount)
    guard count > 0 else { return (0, 0) }
    let content = outgoing.advance(count)
    if outgoing.isLast, !outgoing.isPending { endUpload() }
    return (count, content)
  }

  /// Seals what is framed and sends what the kernel takes at once: how much content was sent, or
  /// nil if the kernel takes nothing now.
  mutating func send(over stream: SecureStream) throws(NetError) -> Int? {
    stream.seal(outgoing)
    guard try stream.flush() else { return nil }
    let content = outgoing.advance(stream.takeSentCount())
    if outgoing.isLast, !outgoing.isPending { endUpload() }
    return content
  }

  /// The peer takes no more.
  mutating func stopSending() {
    outgoing.drop()
    exchange.handle(.broke)
  }

  private mutating func endUpload() {
    outgoing.isLast = false
    exchange.endUpload()
  }

  /// Reads one step of the response out of what has been received, and appends content.
  mutating func read(into content: inout [UInt8]) throws(HTTP.ParseError) -> Exchange.Step {
    let (consumed, step) = try input.withBytes { (bytes) throws(HTTP.ParseError) in
      try exchange.read(bytes)
    }
    guard case .body(let range) = step else {
      if consumed > 0 { input.consume(consumed) }
      return step
    }
    if content.isEmpty, range == 0..<input.count {
      content = input.takeAll()
    } else {
      input.withBytes { content.append($0.extracting(range)) }
      input.consume(consumed)
    }
    return step
  }

  /// The same out of what has been opened.
  mutating func read(
    from stream: SecureStream, into content: inout [UInt8]
  ) throws(HTTP.ParseError) -> Exchange.Step {
    try stream.readInput { (bytes) throws(HTTP.ParseError) in
      let (consumed, step) = try exchange.read(bytes)
      if case .body(let range) = step { content.append(bytes.extracting(range)) }
      return (consumed, step)
    }
  }

  /// Gives up memory that a connection at rest need not keep.
  mutating func rest() {
    if input.capacity > Self.restingCapacity { input = ByteQueue() }
    if outgoing.before.capacity > Self.restingCapacity { outgoing = Outgoing() }
  }

  /// How much memory a connection that rests may keep for the next request.
  private static let restingCapacity = 4_096
}
