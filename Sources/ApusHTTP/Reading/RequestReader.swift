extension HTTP {
  /// A part of a request that the request reader has read, such as the head.
  public enum RequestEvent: Sendable, Equatable {
    /// The request reader needs more bytes.
    case incomplete
    /// The reader has read the head of a request. The event also contains the body framing, and
    /// indicates whether the connection persists.
    case head(RequestHead, BodyFraming, persists: Bool)
    /// The reader has read a part of the request body. The event contains the range of the body
    /// data in the passed bytes.
    case body(Range<Int>)
    /// The reader has read the whole request. The event contains the trailer fields.
    case end(trailers: Fields)
  }

  /// A parser for the successive requests that a server receives on one connection.
  ///
  /// A request reader uses the same protocol for passing bytes as a `ResponseReader`. The reader
  /// ignores the bytes after a request if the request closes the connection or opens a tunnel.
  ///
  /// RFC 9112 section 3.
  public struct RequestReader: Sendable {
    private enum State: Sendable {
      case head
      case body(BodyReader)
      /// The body of the request is empty or has ended.
      case end
      /// The connection is closed for further requests, so the remaining bytes are not a request.
      case closed
      case failed
    }

    private let limits: Limits
    private var state = State.head
    private var heads: HeadReader<RequestLine>
    private var persists = true
    /// The number of consumed bytes of the current request.
    private var offset = 0

    /// Creates a request reader with size limits.
    ///
    /// - Parameter limits: The size limits for the parts of a message.
    public init(limits: Limits = Limits()) {
      self.limits = limits
      heads = HeadReader(allowsFolds: false, limits: limits)
    }

    /// A Boolean value that indicates whether the last request of the connection has been read.
    public var isClosed: Bool {
      switch state {
      case .closed, .failed: true
      case .head, .body, .end: false
      }
    }

    /// Returns whether the connection is between two requests, after which only empty lines have
    /// arrived.
    ///
    /// - Parameter unread: The number of received bytes that the reader has not consumed.
    public func isBetweenMessages(unread: Int) -> Bool {
      guard case .head = state else { return false }
      return heads.isBetweenMessages(unread)
    }

    /// Reads the next part of a request. The function returns the number of consumed bytes and an
    /// event.
    ///
    /// - Parameter bytes: The received bytes from the first unconsumed byte on; pass unconsumed
    ///   bytes again, followed by more bytes.
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

    /// Informs the request reader that the connection has ended.
    ///
    /// A client may close the connection between two requests. The function throws an error if the
    /// last request is incomplete.
    ///
    /// - Parameter unread: The number of received bytes that the reader has not consumed.
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
