internal import ApusHTTP

/// The requests and responses of one connection, one after the other: what may be sent, what came,
/// and whether the connection is good for more. It owns no socket and knows no clock.
struct Exchange {
  /// What has come of a response.
  enum Step: Equatable {
    /// More bytes are needed.
    case incomplete
    /// A response before the final one.
    case informational(HTTP.ResponseHead)
    /// The final response's head.
    case head(HTTP.ResponseHead, HTTP.BodyFraming)
    /// A part of the content, as a range of the bytes handed over.
    case body(Range<Int>)
    /// The response is whole.
    case end(trailers: HTTP.Fields)
  }

  private var cycle = HTTP.ClientCycle()
  private var reader: HTTP.ResponseReader
  private var bodyWriter: HTTP.BodyWriter?
  private(set) var upload = Upload.whole
  /// Whether a byte of the response to this request has come.
  private(set) var hasHeard = false

  /// A connection that has just been made.
  init(limits: HTTP.Limits) { reader = HTTP.ResponseReader(limits: limits) }

  /// Whether another request may be sent on the connection.
  var isReusable: Bool { cycle.isReusable && !reader.isClosed }

  /// Whether the connection carries a tunnel, or another protocol.
  var isSwitched: Bool { cycle.state == .switched }

  /// Why the connection may not be used again, if that is so.
  var closeReason: HTTP.CloseReason? { cycle.closeReason }

  /// Whether parts of the request's body may be sent.
  var mayUpload: Bool { upload == .open }

  /// Begins a request: appends its head to what is to be sent.
  mutating func begin(
    _ method: HTTP.Method, _ destination: HTTP.Destination, route: HTTP.Route = .direct,
    fields: HTTP.Fields, body: HTTP.BodyLength, trailers: HTTP.Fields, to output: inout [UInt8]
  ) throws(HTTP.WriteError) {
    let writer = HTTP.RequestWriter(route)
    let framing = try writer.writeHead(
      method, destination, fields: fields, body: body, trailers: trailers, to: &output)
    reader.expectResponse(to: method, upgrades: fields.contains(.upgrade))
    hasHeard = false
    note(.requestStarted(persists: !fields.list(.connection, contains: "close")))
    bodyWriter = framing
    switch framing.framing {
    case .none, .contentLength(0), .tunnel, .upgrade:
      upload = .open
      endUpload()
    case .contentLength, .chunked, .untilClose:
      upload = fields.list(.expect, contains: "100-continue") ? .held : .open
    }
  }

  /// Reads one step of a response: how many bytes it consumed, and what it found.
  mutating func read(
    _ bytes: Span<UInt8>
  ) throws(HTTP.ParseError) -> (consumed: Int, step: Step) {
    if !bytes.isEmpty { hasHeard = true }
    do throws(HTTP.ParseError) {
      let (consumed, event) = try reader.read(bytes)
      let step = try take(event)
      // What follows a whole response answers no request.
      if case .end = step, consumed < bytes.count { note(.strayBytes) }
      return (consumed, step)
    } catch {
      note(.failed)
      throw error
    }
  }

  /// The peer sends no more: what that makes of the response, or an error for what is missing.
  mutating func finish(_ ending: HTTP.Ending) throws(HTTP.ParseError) -> Step {
    do throws(HTTP.ParseError) {
      let step = try take(reader.finish(ending))
      note(.peerEnded)
      return step
    } catch {
      note(.failed)
      throw error
    }
  }

  /// Something happened that decides about the rest of the request's body.
  mutating func handle(_ event: Upload.Event) {
    upload.handle(event)
    if event == .broke { note(.failed) }
  }

  /// The caller is not interested in the rest.
  mutating func abandon() {
    upload.handle(.broke)
    note(.abandoned)
  }

  private mutating func take(_ event: HTTP.ResponseEvent) throws(HTTP.ParseError) -> Step {
    switch event {
    case .incomplete:
      return .incomplete
    case .informational(let head):
      note(.informational)
      if head.status == .continue { upload.handle(.continued) }
      return .informational(head)
    case .head(let head, let framing, let persists):
      if framing == .tunnel || framing == .upgrade {
        // The server may not change the protocol under a request that is still being sent.
        guard upload == .whole else { throw .unexpectedUpgrade }
        note(.protocolSwitched)
      } else {
        note(.responseStarted(persists: persists))
        upload.handle(.answered(wantsRest: persists && head.status.isSuccess))
      }
      return .head(head, framing)
    case .body(let range):
      return .body(range)
    case .end(let trailers):
      note(.responseEnded)
      // The rest of a request that nobody reads: the connection cannot be brought in order.
      if upload == .stopped { note(.abandoned) }
      return .end(trailers: trailers)
    }
  }

  /// A pair that the cycle does not know is a mistake of this type's, and costs the connection.
  private mutating func note(_ event: HTTP.ClientCycle.Event) {
    do { try cycle.handle(event) } catch { try? cycle.handle(.failed) }
  }
}

extension Exchange {
  /// Writes what stands before a part of the body of that many bytes.
  mutating func beginPart(
    _ byteCount: Int, to output: inout [UInt8]
  ) throws(HTTP.WriteError) {
    try bodyWriter?.begin(byteCount, to: &output)
  }

  /// Writes what stands behind a part of the body.
  func endPart(_ byteCount: Int, to output: inout [UInt8]) {
    bodyWriter?.end(byteCount, to: &output)
  }

  /// Writes what ends the body; once that is sent, the request is whole.
  mutating func finishBody(to output: inout [UInt8]) throws(HTTP.WriteError) {
    try bodyWriter?.finish(to: &output)
  }

  /// The last byte of the request was sent.
  mutating func endUpload() {
    guard upload != .stopped else { return }
    upload.handle(.ended)
    note(.requestEnded)
  }
}
