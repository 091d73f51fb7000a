internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The times, attempts and sizes of one call.
  ///
  ///     let timeline = response.timeline
  ///     print(timeline?.attempts.last?.firstByte ?? .zero)
  ///
  /// Times are relative to the start of the call. A step that did not happen is nil.
  public struct Timeline: Sendable {
    /// The number of the call, counted from 1 in each session.
    public let call: Int
    /// The time when the call began, in milliseconds since 1970, by the wall clock.
    public let wallMilliseconds: Int64
    /// The request as the caller has made it, with its whole URL as target.
    public let request: HTTP.Request
    /// The trace that the call belongs to, if the session sends one.
    public internal(set) var trace: TraceContext?
    /// The requests that were sent for the call, the first one first: at most 20.
    public internal(set) var attempts: [Attempt] = []
    /// The redirects that were followed.
    public internal(set) var redirects: [HTTP.Redirect] = []
    /// The number of answered challenges.
    public internal(set) var challengeCount = 0
    /// The number of times that the request was sent again after a failure or a status.
    public internal(set) var retryCount = 0
    /// The number of times that the request was sent again because its connection was just closed.
    public internal(set) var replayCount = 0
    /// A Boolean value that indicates whether the response is from the cache.
    public internal(set) var isStored = false
    /// The status of the last response.
    public internal(set) var status: HTTP.Status?
    /// The time when the response was read to its end or abandoned, or the call failed.
    public internal(set) var end: Duration?

    init(_ call: Int, of request: HTTP.Request, atWall wallMilliseconds: Int64) {
      self.call = call
      self.request = request
      self.wallMilliseconds = wallMilliseconds
    }

    /// The duration of the call; before its end, the time of the latest step.
    public var duration: Duration { end ?? attempts.last?.latest ?? .zero }
    /// The number of sent bytes of heads and content, in all attempts.
    public var sentByteCount: Int {
      attempts.reduce(0) { $0 + $1.headByteCount + $1.sentByteCount }
    }
    /// The number of received bytes of encoded content.
    public var receivedByteCount: Int { attempts.reduce(0) { $0 + $1.receivedByteCount } }

    /// One request of a call, with the times of its connection, request and response.
    public struct Attempt: Sendable, Hashable {
      /// The number of the attempt, counted from 1 in each call.
      public let number: Int
      /// The number of redirects before the attempt: the last of them led to its URL.
      public let redirectCount: Int
      /// The span's identifier in `traceparent`, if the session sends one.
      public internal(set) var spanID: String?
      /// The time when it began to wait for a connection; nil if it did not wait.
      public internal(set) var queued: Duration?
      /// The time when it had its connection.
      public internal(set) var leased: Duration?
      /// A Boolean value that indicates whether the connection had served other requests.
      public internal(set) var isReused = false
      /// The times of the new connection, if this was its first request.
      public internal(set) var dial: Dial?
      /// The time when the head began to be sent.
      public internal(set) var sending: Duration?
      /// The time when the whole request was sent.
      public internal(set) var sent: Duration?
      /// The time of the first byte of a response.
      public internal(set) var firstByte: Duration?
      /// The number of heads before the final one.
      public internal(set) var informationalCount = 0
      /// The time of the final head.
      public internal(set) var head: Duration?
      /// The status of that.
      public internal(set) var status: HTTP.Status?
      /// The number of bytes of the request's head.
      public internal(set) var headByteCount = 0
      /// The number of sent bytes of the request's content.
      public internal(set) var sentByteCount = 0
      /// The number of received bytes of the response's content.
      public internal(set) var receivedByteCount = 0

      init(_ number: Int, after redirectCount: Int) {
        self.number = number
        self.redirectCount = redirectCount
      }

      /// The time of the latest step.
      var latest: Duration? { head ?? firstByte ?? sent ?? sending ?? leased ?? queued }
    }

    /// The times of a new connection, which may be older than its first request.
    public struct Dial: Sendable, Hashable {
      /// The connected address.
      public let address: String
      /// The time of the name lookup.
      public let lookUp: Duration
      /// The time from the first address that was tried to the connected one.
      public let connect: Duration
      /// The time of a proxy's tunnel to the server; nil without one.
      public let tunnel: Duration?
      /// The time of the server's handshake; nil for a connection without TLS.
      public let tls: Duration?
    }
  }
}

extension HTTPSession.Timeline {
  /// The attributes of the request of an attempt, which a redirect may have changed.
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

/// The timeline of a call that may still go on, as responses carry it.
final class SharedTimeline: Sendable {
  let state: Lock<HTTPSession.Timeline>

  init(_ timeline: HTTPSession.Timeline) { state = Lock(timeline) }
}

extension HTTP.ResponseHead {
  /// The timeline of the call, as far as it is known by now.
  ///
  /// There is none unless the session has a monitor, or its configuration keeps timelines.
  public var timeline: HTTPSession.Timeline? {
    (carrier.timeline as? SharedTimeline)?.state.withLock(\.self)
  }
}

extension HTTP.Response {
  /// The timeline of the call: its times and attempts.
  ///
  /// There is none unless the session has a monitor, or its configuration keeps timelines.
  public var timeline: HTTPSession.Timeline? { head.timeline }
}
