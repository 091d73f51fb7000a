internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The rules for new connections after an event stream has ended or its connection has broken.
  ///
  ///     let rules = HTTPSession.Reconnection()
  ///     try await api.events(.get("news"), reconnecting: rules) { events in
  ///       for try await event in events { print(event.data) }
  ///     }
  public struct Reconnection: Sendable, Hashable {
    /// The delay before a new connection, until the server sends another delay in a `retry` field.
    ///
    /// The default is 3 seconds.
    public var delay: Duration = .seconds(3)
    /// The maximum delay, even if the server sends a longer delay.
    ///
    /// A random time of up to half of the delay is added. The default is 60 seconds.
    public var delayLimit: Duration = .seconds(60)
    /// The maximum number of failed connections in a row; the delay doubles with each failure.
    ///
    /// The default is 10.
    public var failureLimit = 10
    /// The ID of the event after which the first connection begins; empty for no event.
    ///
    /// The default is empty.
    public var lastEventID = ""

    /// Creates rules with a delay of three seconds, and a delay of up to a minute after failures.
    public init() {}

    /// Returns the delay before the next connection.
    ///
    /// The delay that the server has sent is the minimum. A random number from 0 to 1 distributes
    /// the connections of many clients over time.
    func wait(after failures: Int, asked: Duration?, chance: Double) -> Duration {
      // Without a minimum delay, a server could make its clients reconnect continuously.
      let asked = asked.map { max($0, Self.leastDelay) }
      var wait = max(.zero, asked ?? delay)
      for _ in 0..<failures where wait < delayLimit { wait += wait }
      wait = max(.zero, min(wait, delayLimit))
      return wait + wait * (chance / 2)
    }

    /// The minimum delay that a server may set.
    private static let leastDelay: Duration = .milliseconds(100)

    /// Checks that the first event ID can be sent in a header field.
    func check() throws(InvalidSetting) {
      guard lastEventID.isEmpty || Self.field(lastEventID) != nil else {
        throw InvalidSetting(
          "lastEventID", lastEventID,
          expected: "one line of text that is a valid header field value")
      }
    }

    /// Returns the `Last-Event-ID` field value for an event ID.
    ///
    /// The function returns `nil` for an event ID that has more than 4,096 bytes, or that contains
    /// a control character other than a tab.
    static func field(_ lastEventID: String) -> HTTP.FieldValue? {
      let bytes = Array(lastEventID.utf8)
      guard !bytes.isEmpty, bytes.count <= 4_096,
        bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 })
      else { return nil }
      return HTTP.FieldValue(lastEventID)
    }
  }

  /// Sends a GET request for an event stream, and connects again when the stream ends or breaks.
  ///
  ///     try await api.events(.get("news"), reconnecting: HTTPSession.Reconnection()) { events in
  ///       for try await event in events { print(event.data) }
  ///     }
  ///
  /// The first connection is made when the closure reads the first event. Each later connection
  /// sends the ID of the last event in `Last-Event-ID`. The stream ends if the server responds with
  /// status 204. Any other response without an event stream is an error. Too many failed
  /// connections in a row are also an error. The request's timeouts apply to each connection. A
  /// retry policy also applies to each connection, and the connection has failed when the policy
  /// allows no more retries. The connections do not use the cache, unless the request has its own
  /// cache policy.
  ///
  /// - Parameters:
  ///   - request: The GET request, which is sent again for each connection.
  ///   - rules: The rules for the delays and the number of failed connections.
  ///   - body: The closure that reads the events of all connections.
  /// - Throws: `HTTPSessionError`, `CancellationError`, or the error that the closure throws.
  public nonisolated(nonsending) func events<Result>(
    _ request: HTTP.Request, reconnecting rules: Reconnection,
    _ body: nonisolated(nonsending) (ReconnectingEvents) async throws -> Result
  ) async throws -> Result {
    guard request.method == .get else {
      let fault = InvalidSetting("reconnecting", request.method.name, expected: "GET")
      throw HTTPSessionError(.setting(fault), request: whole(request))
    }
    do throws(InvalidSetting) { try rules.check() } catch {
      throw HTTPSessionError(.setting(error), request: whole(request))
    }
    let scope = ReconnectingEvents.Scope()
    defer { scope.close() }
    return try await body(
      ReconnectingEvents(
        request: request.askingForEvents, rules: rules, session: self, scope: scope))
  }

  /// The events of an event stream over repeated connections.
  ///
  /// Only one task may read the events.
  public struct ReconnectingEvents: AsyncSequence, Sendable {
    /// A complete event of the stream.
    public typealias Element = HTTP.ServerSentEvent
    /// The type of the errors that reading throws.
    public typealias Failure = any Error

    let request: HTTP.Request
    let rules: Reconnection
    let session: HTTPSession
    let scope: Scope

    /// Returns an iterator that begins with a new connection, and ends all earlier iterators.
    public func makeAsyncIterator() -> Iterator {
      Iterator(events: self, decoder: EventDecoder(after: rules.lastEventID))
    }

    /// The scope of the content that is currently read, which is closed when the reading closure
    /// ends.
    final class Scope: Sendable {
      private let state = Lock(
        (content: Content?.none, head: HTTP.ResponseHead?.none, isClosed: false))

      /// The head of the latest response.
      var head: HTTP.ResponseHead? { state.withLock(\.head) }

      /// Replaces the content with the content of a new connection; returns `false` after the end
      /// of the scope.
      func take(_ content: Content?, _ head: HTTP.ResponseHead? = nil) -> Bool {
        let (old, isClosed) = state.withLock { state in
          let old = state.content
          if !state.isClosed { state.content = content }
          if let head { state.head = head }
          return (old, state.isClosed)
        }
        old?.close()
        if isClosed { content?.close() }
        return !isClosed
      }

      func close() {
        state.withLock { $0.isClosed = true }
        _ = take(nil)
      }
    }

    /// An iterator over the events of all connections.
    public struct Iterator: AsyncIteratorProtocol {
      let events: ReconnectingEvents
      var decoder: EventDecoder
      /// The iterator over the pieces of the current connection.
      private var pieces: HTTPSession.ResponseContent.Iterator?
      /// The number of failed connections in a row.
      private var failures = 0
      private var hasConnected = false
      private var isOver = false

      init(events: ReconnectingEvents, decoder: EventDecoder) {
        self.events = events
        self.decoder = decoder
      }

      /// The event ID that the next connection sends.
      public var lastEventID: String { decoder.lastEventID }

      /// Returns the next event, or `nil` if the server has ended the stream permanently.
      ///
      /// - Parameter actor: The actor of the caller, on which the caller reads the sequence.
      /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> HTTP.ServerSentEvent? {
        do throws(HTTPSessionError) {
          while !isOver {
            if let event = try decoded() { return event }
            try await read(isolation: actor)
          }
          return nil
        } catch {
          isOver = true
          _ = events.scope.take(nil)
          throw error.thrown
        }
      }

      private mutating func decoded() throws(HTTPSessionError) -> HTTP.ServerSentEvent? {
        do throws(HTTPSessionError.Reason) {
          return try decoder.next()
        } catch {
          throw HTTPSessionError(
            error, request: events.session.whole(events.request),
            response: events.scope.head.map { HTTP.Response($0) })
        }
      }

      /// Reads the next piece of the stream, and makes a new connection if there is none.
      private mutating func read(
        isolation actor: isolated (any Actor)?
      ) async throws(HTTPSessionError) {
        do throws(HTTPSessionError) {
          guard pieces != nil else { return try await connect(isolation: actor) }
          if let piece = try await pieces?.content.next() {
            decoder.append(piece.span)
          } else {
            pieces = nil
          }
        } catch {
          pieces = nil
          guard error.reason.endsStreamForNow, failures < events.rules.failureLimit else {
            throw error
          }
          failures += 1
        }
      }

      /// Makes the next connection after the delay, or ends the stream if the server allows no
      /// connection.
      private mutating func connect(
        isolation actor: isolated (any Actor)?
      ) async throws(HTTPSessionError) {
        guard events.scope.take(nil) else { throw HTTPSessionError(.bodyOutOfScope) }
        if hasConnected { try await wait(isolation: actor) }
        hasConnected = true
        decoder.beginAgain()
        var request = events.request
        if let field = Reconnection.field(decoder.lastEventID) {
          request.headers[.lastEventID] = field
        }
        let session = events.session
        let answer = try await session.perform(request)
        guard events.scope.take(answer.content, answer.head) else {
          throw HTTPSessionError(.bodyOutOfScope)
        }
        if answer.head.status == .noContent {
          isOver = true
          _ = events.scope.take(nil)
          return
        }
        try await answer.expectAccepted(session.accepted(by: request), session)
        let content = HTTPSession.ResponseContent(
          answer: answer, session: session, coder: session.configuration.json,
          limits: session.configuration.limits)
        try await content.expectEvents(answer.head, of: session.whole(request))
        failures = 0
        pieces = content.makeAsyncIterator()
      }

      private func wait(
        isolation actor: isolated (any Actor)?
      ) async throws(HTTPSessionError) {
        let session = events.session
        let wait = events.rules.wait(
          after: failures, asked: decoder.reconnectionTime, chance: session.chance)
        do throws(HTTPSessionError.Reason) {
          let loop: EventLoop
          do throws(NetError) { loop = try session.loopOfFiles() } catch {
            throw HTTPSessionError.Reason(error, in: .idle)
          }
          try await session.retries.wait(
            until: session.environment.time.deadline(after: wait), on: loop)
        } catch {
          throw HTTPSessionError(error, request: session.whole(events.request))
        }
      }
    }
  }
}

extension HTTPSessionError.Reason {
  /// A Boolean value that indicates whether another connection may continue the stream after the
  /// failure.
  fileprivate var endsStreamForNow: Bool {
    if case .response(.truncated) = self { return true }
    return HTTP.RetryPolicy.Failure(self, wasSent: true) != nil
  }
}

extension HTTP.Request {
  /// The request with an `Accept` field for events and without the cache.
  ///
  /// An `Accept` field or a cache policy of the request itself is kept. With the cache, each new
  /// connection would receive a stored stream again.
  var askingForEvents: HTTP.Request {
    var request = self
    if !headers.contains(.accept) { request.headers[.accept] = "text/event-stream" }
    request.options.cachePolicy = options.cachePolicy ?? HTTP.RequestOptions.CachePolicy.none
    return request
  }
}

extension HTTP.FieldName {
  fileprivate static let lastEventID: HTTP.FieldName = "Last-Event-ID"
}
