extension HTTP {
  /// The next event of a response reader.
  public enum ResponseEvent: Sendable, Equatable {
    /// More bytes are needed.
    case incomplete
    /// The head of a response before the final one: 1xx other than 101.
    case informational
    /// The final response's head, the framing of its body, and a flag for keeping the connection.
    case head(BodyFraming, persists: Bool)
    /// Body bytes, as a range of the bytes handed over.
    case body(Range<Int>)
    /// The message is whole.
    case end
  }

  /// The way in which a connection's incoming half ended.
  public enum Ending: Sendable, Hashable {
    /// In order: a FIN on TCP, a `close_notify` on TLS.
    case clean
    /// Cut off: a reset, or TLS without `close_notify`.
    case truncated
  }

  /// Reads the responses of one connection, each for a request that was announced before.
  ///
  /// It keeps no bytes. The caller passes the received bytes, drops the number that each step
  /// consumed, and passes the rest again, with more bytes after an incomplete step. An error is
  /// final.
  ///
  /// RFC 9112 section 4.
  public struct ResponseReader: Sendable {
    /// The kind of a request, which decides the framing of its response.
    enum Request: Sendable { case ordinary, head, connect }

    private struct Exchange: Sendable {
      var request: Request
      var upgrades: Bool
    }

    private enum State: Sendable {
      case head
      /// That much is left of a body whose length was announced: nearly every body.
      case counted(Int)
      case body(BodyReader)
      /// The body's end was known with its head.
      case end
      /// The rest of this connection is not a response.
      case closed
      case failed
    }

    private let limits: Limits
    private var state = State.head
    private var heads: HeadReader<StatusLine>
    /// Requests without a complete response: the current one, and those after it.
    private var due: Exchange?
    private var later: [Exchange] = []
    private var informationalCount = 0
    private var persists = true
    /// The number of consumed bytes of the message, and of given bytes beyond them.
    private var offset = 0
    private var unread = 0
    /// The head that was read last, and the trailers of the message that ended last, until they are
    /// taken.
    private var head: ResponseHead?
    private var trailers = Fields()

    /// Creates a reader with its limits.
    ///
    /// - Parameter limits: The maximum lengths and counts of a message.
    public init(limits: Limits = Limits()) {
      self.limits = limits
      heads = HeadReader(allowsFolds: true, limits: limits)
    }

    /// Announces a request: its response comes after those announced before.
    ///
    /// - Parameters:
    ///   - method: The method, which determines whether the response has content.
    ///   - upgrades: A Boolean value that indicates whether the request asks for another protocol.
    public mutating func expectResponse(to method: Method, upgrades: Bool = false) {
      let request: Request =
        method == .head ? .head : method == .connect ? .connect : .ordinary
      let exchange = Exchange(request: request, upgrades: upgrades)
      if due == nil { due = exchange } else { later.append(exchange) }
    }

    /// The number of announced requests without a complete response.
    public var pendingCount: Int { (due == nil ? 0 : 1) + later.count }

    /// A Boolean value that indicates whether the connection will have no further response.
    public var isClosed: Bool {
      switch state {
      case .closed, .failed: true
      case .head, .counted, .body, .end: false
      }
    }

    /// A Boolean value that indicates whether the response's end is reached without more bytes.
    public var isAtEnd: Bool {
      switch state {
      case .end, .counted(0): true
      case .head, .counted, .body, .closed, .failed: false
      }
    }

    /// Reads one step: the number of consumed bytes, and the event.
    ///
    /// A head stays here until `takeHead()`, and trailers until `takeTrailers()`: passing them on
    /// with each event would copy them each time.
    ///
    /// - Parameter bytes: The unread bytes from their start; those that are not consumed are given
    ///   again, followed by more.
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

    /// Ends the input: returns the last event, or throws if the rest is missing.
    ///
    /// Every received byte must have been read before.
    ///
    /// - Parameter ending: The way in which the connection ended.
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

    /// The status of the head that was read last, for as long as that is not taken; else 0.
    package var status: Status { head?.status ?? 0 }

    /// Takes the head that was read last; nil if it was taken.
    public mutating func takeHead() -> ResponseHead? { head.take() }

    /// Takes the trailers of the message that ended last; nil if it had none or they were taken.
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
