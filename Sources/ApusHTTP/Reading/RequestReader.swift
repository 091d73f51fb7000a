extension HTTP {
  /// The next event of a request reader.
  public enum RequestEvent: Sendable, Equatable {
    /// More bytes are needed.
    case incomplete
    /// A request's head, the framing of its body, and a flag for keeping the connection.
    case head(RequestHead, BodyFraming, persists: Bool)
    /// Body bytes, as a range of the bytes handed over.
    case body(Range<Int>)
    /// The message is whole; trailers are kept apart from its fields.
    case end(trailers: Fields)
  }

  /// Reads the requests of one connection, one after the other.
  ///
  /// Bytes are passed as to a `ResponseReader`. After a request that does not persist, or that
  /// opens a tunnel, the bytes that follow are not read.
  ///
  /// RFC 9112 section 3.
  public struct RequestReader: Sendable {
    private enum State: Sendable {
      case head
      case body(BodyReader)
      /// The body's end was known with its head.
      case end
      /// The rest of this connection is not a request.
      case closed
      case failed
    }

    private let limits: Limits
    private var state = State.head
    private var heads: HeadReader<RequestLine>
    private var persists = true
    /// The number of consumed bytes of the message.
    private var offset = 0

    /// Creates a reader with its limits.
    ///
    /// - Parameter limits: The maximum lengths and counts of a message.
    public init(limits: Limits = Limits()) {
      self.limits = limits
      heads = HeadReader(allowsFolds: false, limits: limits)
    }

    /// A Boolean value that indicates whether the connection will have no further request.
    public var isClosed: Bool {
      switch state {
      case .closed, .failed: true
      case .head, .body, .end: false
      }
    }

    /// Returns whether only empty lines have been received of a next request, with `unread` bytes.
    ///
    /// - Parameter unread: The number of received bytes that were not consumed.
    public func isBetweenMessages(unread: Int) -> Bool {
      guard case .head = state else { return false }
      return heads.isBetweenMessages(unread)
    }

    /// Reads one step: the number of consumed bytes, and the event.
    ///
    /// - Parameter bytes: The unread bytes from their start; those that are not consumed are given
    ///   again, followed by more.
    public mutating func read(
      _ bytes: Span<UInt8>
    ) throws(ParseError) -> (consumed: Int, event: RequestEvent) {
      do throws(ParseError) {
        let step = try advance(bytes)
        switch step.event {
        case .end: offset = 0
        case .incomplete, .head, .body: offset &+= step.consumed
        }
        return step
      } catch {
        state = .failed
        throw error
      }
    }

    /// Ends the input; `unread` is the number of given bytes that were not consumed.
    ///
    /// A client may close between two requests; inside a request this throws, because the rest is
    /// missing.
    ///
    /// - Parameter unread: The number of received bytes that were not consumed.
    public mutating func finish(unread: Int) throws(ParseError) {
      defer { state = .failed }
      switch state {
      case .failed: throw .alreadyFailed
      case .end, .closed, .body(.counted(0)): return
      case .body: throw .truncated(.body, at: offset &+ unread)
      case .head:
        guard heads.isBetweenMessages(unread) else { throw .truncated(.head, at: unread) }
      }
    }

    private mutating func advance(
      _ bytes: Span<UInt8>
    ) throws(ParseError) -> (consumed: Int, event: RequestEvent) {
      switch state {
      case .failed: throw .alreadyFailed
      case .closed: return (0, .incomplete)
      case .end: return (0, finishMessage(trailers: [:]))
      case .head:
        guard try heads.read(bytes, limits) else { return (0, .incomplete) }
        return (heads.section.position, try finishHead(bytes))
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

    private mutating func finishHead(_ bytes: Span<UInt8>) throws(ParseError) -> RequestEvent {
      guard let line = heads.line else { throw .alreadyFailed }
      let fields = heads.section.fields(of: bytes)
      let framing = Framing(fields: fields, known: heads.section.notes, version: line.version)
      let extent = try framing.ofRequest(method: line.method)
      let head = RequestHead(line.method, line.target, version: line.version, fields: fields)
      heads.reset()
      persists = framing.persists(extent)
      state = BodyReader(extent, allowsFolds: false).map { .body($0) } ?? .end
      return .head(head, extent, persists: persists)
    }

    private mutating func finishMessage(trailers: Fields) -> RequestEvent {
      state = persists ? .head : .closed
      return .end(trailers: trailers)
    }
  }
}
