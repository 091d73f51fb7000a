internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The rules for connecting again after an event stream has ended or its connection has broken.
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
    /// The maximum reconnection delay, even if the server sends a longer delay.
    ///
    /// The session adds a random time of up to half of the reconnection delay. The default is 60
    /// seconds.
    public var delayLimit: Duration = .seconds(60)
    /// The maximum number of failed connections in a row; the reconnection delay doubles with each
    /// failure.
    ///
    /// The default is 10.
    public var failureLimit = 10
    /// The ID of the last known event, whose successor is the first received event; empty for no
    /// event.
    ///
    /// The default is empty.
    public var lastEventID = ""

    /// Creates reconnection rules with a delay of three seconds, and a maximum delay of a minute
    /// after failures.
    public init() {}

    /// Returns the delay before the next connection to an event stream.
    ///
    /// The delay that the server has sent is the minimum delay. A random number from 0 to 1
    /// distributes the connections of many clients over time.
    func wait(after failures: Int, asked: Duration?, chance: Double) -> Duration {
      // Without a minimum delay, a server could make its clients reconnect without a pause.
      let asked = asked.map { max($0, Self.leastDelay) }
      var wait = max(.zero, asked ?? delay)
      for _ in 0..<failures where wait < delayLimit { wait += wait }
      wait = max(.zero, min(wait, delayLimit))
      return wait + wait * (chance / 2)
    }

    /// The minimum reconnection delay that a server may set.
    private static let leastDelay: Duration = .milliseconds(100)

    /// Checks that the ID of the first event can be sent in a header field.
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
  /// sends the ID of the last event in `Last-Event-ID`. The event stream ends if the server
  /// responds with status 204. Any other response that is not an event stream is an error. A number
  /// of failed connections in a row beyond the limit is also an error. The request's timeouts apply
  /// to each connection. A retry policy also applies to each connection; a connection has failed
  /// when the policy allows no more retries. The requests for the event stream do not use the
  /// cache, unless the request has its own cache policy.
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

  /// The server-sent events that one or more connections deliver in sequence.
  ///
  /// Only one task may read the events of the sequence.
  public struct ReconnectingEvents: AsyncSequence, Sendable {
    /// A complete event of the event stream.
    public typealias Element = HTTP.ServerSentEvent
    /// The type of the errors that reading throws.
    public typealias Failure = any Error

    let request: HTTP.Request
    let rules: Reconnection
    let session: HTTPSession
    let scope: Scope

    /// Returns an iterator that begins with a new connection and stops all earlier iterators.
    public func makeAsyncIterator() -> Iterator {
      Iterator(events: self, decoder: EventDecoder(after: rules.lastEventID))
    }

    /// The scope of the current content, which ends with the closure that reads events.
    final class Scope: Sendable {
      private let state = Lock(
        (content: Content?.none, head: HTTP.ResponseHead?.none, isClosed: false))

      /// The head of the response on the latest connection.
      var head: HTTP.ResponseHead? { state.withLock(\.head) }

      /// Replaces the content of the old connection with the content of a new connection; returns
      /// `false` after the end of the scope.
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

    /// An iterator over the events of all connections to an event stream.
    public struct Iterator: AsyncIteratorProtocol {
      let events: ReconnectingEvents
      var decoder: EventDecoder
      /// The iterator over the received bytes of the current connection.
      private var pieces: HTTPSession.ResponseContent.Iterator?
      /// The number of connections in a row that have failed.
      private var failures = 0
      private var hasConnected = false
      private var isOver = false

      init(events: ReconnectingEvents, decoder: EventDecoder) {
        self.events = events
        self.decoder = decoder
      }

      /// The event ID that the next connection sends as `Last-Event-ID`.
      public var lastEventID: String { decoder.lastEventID }

      /// Returns the next event, or `nil` if the server has ended the event stream permanently.
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

      /// Reads the next bytes of the event stream, and makes a new connection if no connection
      /// exists.
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

      /// Connects to the event stream again after the delay, or ends the stream if the server
      /// responds with status 204.
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
  /// A Boolean value that indicates whether a new connection may continue the event stream after
  /// the failure.
  fileprivate var endsStreamForNow: Bool {
    if case .response(.truncated) = self { return true }
    return HTTP.RetryPolicy.Failure(self, wasSent: true) != nil
  }
}

extension HTTP.Request {
  /// The request with an `Accept` field for event streams, and without use of the cache.
  ///
  /// The function does not replace an `Accept` field or a cache policy of the request itself. With
  /// a cache, each new connection would receive the stored event stream again.
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
