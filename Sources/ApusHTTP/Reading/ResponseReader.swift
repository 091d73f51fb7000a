extension HTTP {
  /// An event of a response reader.
  public enum ResponseEvent: Sendable, Equatable {
    /// The response reader needs more bytes.
    case incomplete
    /// The reader has read the head of an informational response: a status 1xx other than 101.
    case informational
    /// The reader has read the head of the final response. The event contains the framing of the
    /// body, and a flag that indicates whether the connection persists.
    case head(BodyFraming, persists: Bool)
    /// The reader has read body data. The event contains the range of the data in the passed bytes.
    case body(Range<Int>)
    /// The reader has read the whole response.
    case end
  }

  /// The manner in which the receiving direction of a connection ended.
  public enum Ending: Sendable, Hashable {
    /// The connection ended in an orderly way: with a FIN on TCP, or with a `close_notify` on TLS.
    case clean
    /// The connection was cut off: by a TCP reset, or on TLS without a `close_notify`.
    case truncated
  }

  /// A reader of the responses of one connection.
  /// The caller announces the request of each response in advance.
  ///
  /// The response reader stores no bytes. The caller passes the received bytes, drops the number of
  /// bytes that a step consumed, and passes the remaining bytes again. After an incomplete step,
  /// the caller adds more bytes. An error of the reader is final.
  ///
  /// RFC 9112 section 4.
  public struct ResponseReader: Sendable {
    /// The kind of a request, which affects the framing of the response.
    enum Request: Sendable { case ordinary, head, connect }

    private struct Exchange: Sendable {
      var request: Request
      var upgrades: Bool
    }

    private enum State: Sendable {
      case head
      /// The body has an announced length, as nearly every body, and this number of remaining
      /// bytes.
      case counted(Int)
      case body(BodyReader)
      /// The body's end was known when the reader returned the response head.
      case end
      /// The remaining bytes of the connection are not a response.
      case closed
      case failed
    }

    private let limits: Limits
    private var state = State.head
    private var heads: HeadReader<StatusLine>
    /// The requests without a complete response: the current request and the later requests.
    private var due: Exchange?
    private var later: [Exchange] = []
    private var informationalCount = 0
    private var persists = true
    /// The number of consumed bytes of the current response, and the number of passed bytes after
    /// them.
    private var offset = 0
    private var unread = 0
    /// The most recently read head, and the trailer fields of the most recently completed response,
    /// until the caller takes them.
    private var head: ResponseHead?
    private var trailers = Fields()

    /// Creates a response reader with size limits.
    ///
    /// - Parameter limits: The size limits for the parts of a message.
    public init(limits: Limits = Limits()) {
      self.limits = limits
      heads = HeadReader(allowsFolds: true, limits: limits)
    }

    /// Announces a request. Responses arrive in the order in which requests were announced.
    ///
    /// - Parameters:
    ///   - method: The method of the request, which determines whether the response has content.
    ///   - upgrades: A Boolean value that indicates whether the request offers an upgrade to
    ///     another protocol.
    public mutating func expectResponse(to method: Method, upgrades: Bool = false) {
      let request: Request =
        method == .head ? .head : method == .connect ? .connect : .ordinary
      let exchange = Exchange(request: request, upgrades: upgrades)
      if due == nil { due = exchange } else { later.append(exchange) }
    }

    /// The number of announced requests that have no complete response.
    public var pendingCount: Int { (due == nil ? 0 : 1) + later.count }

    /// A Boolean value that indicates whether the connection can have no further response.
    public var isClosed: Bool {
      switch state {
      case .closed, .failed: true
      case .head, .counted, .body, .end: false
      }
    }

    /// A Boolean value that indicates whether the response ends without more bytes.
    public var isAtEnd: Bool {
      switch state {
      case .end, .counted(0): true
      case .head, .counted, .body, .closed, .failed: false
      }
    }

    /// Reads one step of a response and returns the number of consumed bytes and the event.
    ///
    /// The reader stores a head until `takeHead()` is called, and trailer fields until
    /// `takeTrailers()` is called. Events do not contain them, because each event would copy them.
    ///
    /// - Parameter bytes: The received bytes from the first unconsumed byte on; pass unconsumed
    ///   bytes again, followed by more bytes.
    public mutating func read(
      _ bytes: Span<UInt8>
    ) throws(ParseError) -> (consumed: Int, event: ResponseEvent) {
      do throws(ParseError) {
        let (consumed, event) = try advance(bytes)
        switch event {
        case .informational, .end: offset = 0
        case .incomplete, .head, .body: offset &+= consumed
        }
        unread = bytes.count &- consumed
        return (consumed, event)
      } catch {
        state = .failed
        throw error
      }
    }

    /// Ends the input of the reader.
    /// The function returns the last event, or throws an error if the response is incomplete.
    ///
    /// The caller must pass every received byte to the reader before this call.
    ///
    /// - Parameter ending: The manner in which the connection ended.
    public mutating func finish(_ ending: Ending) throws(ParseError) -> ResponseEvent {
      defer { state = .failed }
      switch state {
      case .failed: throw .alreadyFailed
      case .body(.untilClose) where ending == .clean:
        return finishMessage(trailers: Fields())
      case .end, .counted(0):
        return finishMessage(trailers: Fields())
      case .counted, .body: throw .truncated(.body, at: offset &+ unread)
      case .head where due != nil: throw .truncated(.head, at: unread)
      case .head, .closed: return .incomplete
      }
    }

    /// The status of the most recently read head, until the caller takes the head. Afterwards, the
    /// value is 0.
    package var status: Status { head?.status ?? 0 }

    /// Returns the most recently read head and removes it from the reader.
    /// The result is `nil` if the head was already taken.
    public mutating func takeHead() -> ResponseHead? { head.take() }

    /// Returns the trailer fields of the most recently completed response and removes them from the
    /// reader. The result is `nil` if the response had no trailer fields or they were already
    /// taken.
    public mutating func takeTrailers() -> Fields? {
      guard !trailers.isEmpty else { return nil }
      defer { trailers = Fields() }
      return trailers
    }

    private mutating func advance(
      _ bytes: Span<UInt8>
    ) throws(ParseError) -> (consumed: Int, event: ResponseEvent) {
      switch state {
      case .failed: throw .alreadyFailed
      case .closed: return (0, .incomplete)
      case .end: return (0, finishMessage(trailers: Fields()))
      case .head:
        guard let exchange = due else {
          guard bytes.isEmpty else { throw .unsolicited }
          return (0, .incomplete)
        }
        guard try heads.read(bytes, limits) else { return (0, .incomplete) }
        return (heads.section.position, try finishHead(bytes, exchange))
      case .counted(0): return (0, finishMessage(trailers: Fields()))
      case .counted(let left):
        let count = min(left, bytes.count)
        guard count > 0 else { return (0, .incomplete) }
        state = .counted(left &- count)
        return (count, .body(0..<count))
      case .body(var body):
        defer { if case .body = state { state = .body(body) } }
        switch try body.read(bytes, at: offset, limits) {
        case .incomplete(let consumed): return (consumed, .incomplete)
        case .data(let range, let consumed): return (consumed, .body(range))
        case .complete(let trailers, let consumed):
          return (consumed, finishMessage(trailers: trailers))
        }
      }
    }

    private mutating func finishHead(
      _ bytes: Span<UInt8>, _ exchange: Exchange
    ) throws(ParseError) -> ResponseEvent {
      guard let line = heads.line else { throw .alreadyFailed }
      let fields = heads.section.fields(of: bytes)
      let framing = Framing(fields: fields, known: heads.section.notes, version: line.version)
      let extent = try framing.ofResponse(
        status: line.status, to: exchange.request, upgrades: exchange.upgrades)
      head = ResponseHead(
        version: line.version, status: line.status, reason: bytes.extracting(line.reason),
        fields: fields)
      heads.reset()
      if line.status.isInformational, extent != .upgrade {
        informationalCount += 1
        guard informationalCount <= limits.informationalCount else {
          throw .limitExceeded(.informationalCount, limit: limits.informationalCount, at: 0)
        }
        return .informational
      }
      persists = framing.persists(extent)
      if case .contentLength(let count) = extent {
        state = .counted(count)
      } else {
        state = BodyReader(extent, allowsFolds: true).map { .body($0) } ?? .end
      }
      return .head(extent, persists: persists)
    }

    private mutating func finishMessage(trailers: Fields) -> ResponseEvent {
      due = later.isEmpty ? nil : later.removeFirst()
      informationalCount = 0
      state = persists ? .head : .closed
      if !trailers.isEmpty || !self.trailers.isEmpty { self.trailers = trailers }
      return .end
    }
  }
}
