extension HTTP {
  /// A part of a response that the response reader has read, such as the head.
  public enum ResponseEvent: Sendable, Equatable {
    /// The response reader needs more bytes.
    case incomplete
    /// The reader has read the head of an informational response: a status 1xx other than 101.
    case informational
    /// The reader has read the head of the final response. The event contains the body framing, and
    /// indicates whether the connection persists.
    case head(BodyFraming, persists: Bool)
    /// The reader has read a part of the response body. The event contains the range of the body
    /// data in the passed bytes.
    case body(Range<Int>)
    /// The reader has read the whole response.
    case end
  }

  /// The kind of the end of a connection: an orderly end or a truncation.
  public enum Ending: Sendable, Hashable {
    /// The peer closed the connection without an error: with a TCP FIN, or with a TLS
    /// `close_notify` alert.
    case clean
    /// The connection was truncated: by a TCP reset, or by the end of a TLS connection without a
    /// `close_notify` alert.
    case truncated
  }

  /// A parser for the successive responses of one connection. The caller announces each request
  /// before its response.
  ///
  /// The response reader does not store received bytes. The caller passes the received bytes,
  /// removes the consumed bytes, and passes the rest again. After the event `incomplete`, the
  /// caller appends more bytes. The reader cannot be used after an error.
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
      /// The response body has a `Content-Length`. The associated value is the number of remaining
      /// bytes.
      case counted(Int)
      case body(BodyReader)
      /// The body of the response is empty or has ended.
      case end
      /// The connection is closed for further responses, so the remaining bytes are not a response.
      case closed
      case failed
    }

    private let limits: Limits
    private var state = State.head
    private var heads: HeadReader<StatusLine>
    /// The request that the current response belongs to, and the announced requests after it.
    private var due: Exchange?
    private var later: [Exchange] = []
    private var informationalCount = 0
    private var persists = true
    /// The number of consumed bytes of the current response, and the number of received but
    /// unconsumed bytes.
    private var offset = 0
    private var unread = 0
    /// The most recently read response head and trailer fields, which the reader stores until the
    /// caller takes them.
    private var head: ResponseHead?
    private var trailers = Fields()

    /// Creates a response reader with size limits.
    ///
    /// - Parameter limits: The size limits for the parts of a message.
    public init(limits: Limits = Limits()) {
      self.limits = limits
      heads = HeadReader(allowsFolds: true, limits: limits)
    }

    /// Announces a request to the response reader. The responses arrive in the order of the
    /// requests.
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

    /// The number of announced requests without a complete response.
    public var pendingCount: Int { (due == nil ? 0 : 1) + later.count }

    /// A Boolean value that indicates whether the last response of the connection has been read.
    public var isClosed: Bool {
      switch state {
      case .closed, .failed: true
      case .head, .counted, .body, .end: false
      }
    }

    /// A Boolean value that indicates whether the response is complete without more received bytes.
    public var isAtEnd: Bool {
      switch state {
      case .end, .counted(0): true
      case .head, .counted, .body, .closed, .failed: false
      }
    }

    /// Reads the next part of a response. The function returns the number of consumed bytes and an
    /// event.
    ///
    /// The method `takeHead()` returns the response head, and `takeTrailers()` returns the trailer
    /// fields. The events do not contain the fields, so that the reader need not copy them.
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

    /// Informs the response reader that the connection has ended. The function returns the last
    /// event, or throws an error if the response is incomplete.
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

    /// The status of the most recently read response head. The value is 0 if the caller has taken
    /// the head.
    package var status: Status { head?.status ?? 0 }

    /// Returns and removes the most recently read response head. The result is `nil` if the caller
    /// has already taken the head.
    public mutating func takeHead() -> ResponseHead? { head.take() }

    /// Returns and removes the trailer fields of the most recent complete response. The result is
    /// `nil` if the response has no trailer fields, or if the caller has already taken them.
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
