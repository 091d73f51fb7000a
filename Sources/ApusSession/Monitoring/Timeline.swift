internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The times, attempts and sizes of one call.
  ///
  ///     let timeline = response.timeline
  ///     print(timeline?.attempts.last?.firstByte ?? .zero)
  ///
  /// All times of a timeline are relative to the start of the call. The time of a step that did not
  /// happen is nil.
  public struct Timeline: Sendable {
    /// The number of the call, counted from 1 in each session.
    public let call: Int
    /// The start time of the call by the wall clock, in milliseconds since 1970.
    public let wallMilliseconds: Int64
    /// The request of the caller, with its whole URL as target.
    public let request: HTTP.Request
    /// The trace of the call, if the session sends trace fields.
    public internal(set) var trace: TraceContext?
    /// The attempts of the call in chronological order. A call has at most 20 attempts.
    public internal(set) var attempts: [Attempt] = []
    /// The redirects that the call followed.
    public internal(set) var redirects: [HTTP.Redirect] = []
    /// The number of challenges that the session answered.
    public internal(set) var challengeCount = 0
    /// The number of retries after a failure or a status code.
    public internal(set) var retryCount = 0
    /// The number of times that the request was sent again because its connection had closed.
    public internal(set) var replayCount = 0
    /// A Boolean value that indicates whether the response is from the cache.
    public internal(set) var isStored = false
    /// The status of the last response in the call.
    public internal(set) var status: HTTP.Status?
    /// The time when the response content was read to its end or discarded, or the call failed.
    public internal(set) var end: Duration?

    init(_ call: Int, of request: HTTP.Request, atWall wallMilliseconds: Int64) {
      self.call = call
      self.request = request
      self.wallMilliseconds = wallMilliseconds
    }

    /// The duration of the call.
    ///
    /// Before the end of the call, the value is the time of the latest event.
    public var duration: Duration { end ?? attempts.last?.latest ?? .zero }
    /// The number of sent bytes of heads and content, in all attempts of the call.
    public var sentByteCount: Int {
      attempts.reduce(0) { $0 + $1.headByteCount + $1.sentByteCount }
    }
    /// The number of received bytes of encoded content, in all attempts of the call.
    public var receivedByteCount: Int { attempts.reduce(0) { $0 + $1.receivedByteCount } }

    /// One request of a call, with the times of its connection, request and response.
    public struct Attempt: Sendable, Hashable {
      /// The number of the attempt, counted from 1 in each call.
      public let number: Int
      /// The number of redirects before the attempt.
      public let redirectCount: Int
      /// The span identifier of the attempt in `traceparent`, if the session sends this field.
      public internal(set) var spanID: String?
      /// The time when the attempt began to wait for a connection, or nil without a wait.
      public internal(set) var queued: Duration?
      /// The time when the attempt received its connection.
      public internal(set) var leased: Duration?
      /// A Boolean value that indicates whether the connection had served other requests before.
      public internal(set) var isReused = false
      /// The times of the new connection, or nil if the connection was used before.
      public internal(set) var dial: Dial?
      /// The time when the session began to send the request head.
      public internal(set) var sending: Duration?
      /// The time when the session had sent the whole request.
      public internal(set) var sent: Duration?
      /// The time when the first byte of a response was received.
      public internal(set) var firstByte: Duration?
      /// The number of informational responses before the final response.
      public internal(set) var informationalCount = 0
      /// The time when the final response head was received.
      public internal(set) var head: Duration?
      /// The status of the final response.
      public internal(set) var status: HTTP.Status?
      /// The protocol version of the final response.
      public internal(set) var version: HTTP.Version?
      /// The number of bytes of the request head.
      public internal(set) var headByteCount = 0
      /// The number of sent bytes of the request content.
      public internal(set) var sentByteCount = 0
      /// The number of received bytes of the response content.
      public internal(set) var receivedByteCount = 0

      init(_ number: Int, after redirectCount: Int) {
        self.number = number
        self.redirectCount = redirectCount
      }

      /// The time of the latest event of the attempt, such as the receipt of the response head.
      var latest: Duration? { head ?? firstByte ?? sent ?? sending ?? leased ?? queued }
    }

    /// The times of a new connection, which the pool may have started before the request.
    public struct Dial: Sendable, Hashable {
      /// The address of the new connection.
      public let address: String
      /// The duration of the host name lookup.
      public let lookUp: Duration
      /// The duration from the first connection attempt to the established connection.
      public let connect: Duration
      /// The duration of making a tunnel through a proxy, or nil without a tunnel.
      public let tunnel: Duration?
      /// The duration of the TLS handshake with the server, or nil for a connection without TLS.
      public let tls: Duration?
    }
  }
}

extension HTTPSession.Timeline {
  /// Returns the attributes of an attempt's request, which a redirect may have changed.
  package func attributes(of attempt: Attempt) -> RequestAttributes {
    let index = attempt.redirectCount - 1
    guard redirects.indices.contains(index) else { return RequestAttributes(request) }
    return RequestAttributes(request.method, to: redirects[index].destination)
  }
}

extension HTTPSession.Timeline.Dial {
  init(_ times: DialTimes) {
    func span(_ start: Deadline, _ end: Deadline) -> Duration {
      end.remaining(from: start) ?? .zero
    }
    address = times.address.map { "\($0)" } ?? ""
    lookUp = span(times.begin, times.lookedUp)
    connect = span(times.lookedUp, times.connected)
    tunnel = times.tunnelled.map { span(times.connected, $0) }
    tls = times.secured.map { span(times.tunnelled ?? times.connected, $0) }
  }
}

/// The timeline of a call, which responses contain and which later events may still change.
final class SharedTimeline: Sendable {
  let state: Lock<HTTPSession.Timeline>

  init(_ timeline: HTTPSession.Timeline) { state = Lock(timeline) }
}

extension HTTP.ResponseHead {
  /// The timeline of the call, with the events that have already occurred.
  ///
  /// The value is `nil` unless the session has a monitor, or its configuration keeps timelines.
  public var timeline: HTTPSession.Timeline? {
    (carrier.timeline as? SharedTimeline)?.state.withLock(\.self)
  }
}

extension HTTP.Response {
  /// The timeline of the call, with its times and attempts.
  ///
  /// The value is `nil` unless the session has a monitor, or its configuration keeps timelines.
  public var timeline: HTTPSession.Timeline? { head.timeline }
}
