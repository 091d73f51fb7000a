internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Tells when what happened in one call, how often it was tried, and how much went over the wire.
  ///
  ///     let timeline = response.timeline
  ///     print(timeline?.attempts.last?.firstByte ?? .zero)
  ///
  /// Moments are told as the time since the call began. One that never came is nil.
  public struct Timeline: Sendable {
    /// The number of the call, counted from 1 in each session.
    public let call: Int
    /// When the call began, in milliseconds since the start of 1970, by the clock on the wall.
    public let wallMilliseconds: Int64
    /// The request as the caller has made it, with its whole URL as target.
    public let request: HTTP.Request
    /// The trace that the call belongs to, if the session sends one.
    public internal(set) var trace: TraceContext?
    /// The requests that were sent for the call, the first one first: at most 20.
    public internal(set) var attempts: [Attempt] = []
    /// The redirects that were followed.
    public internal(set) var redirects: [HTTP.Redirect] = []
    /// How many challenges were answered.
    public internal(set) var challengeCount = 0
    /// How many times the request was sent again after a failure or a status.
    public internal(set) var retryCount = 0
    /// How many times the request was sent again because its connection was closed at that moment.
    public internal(set) var replayCount = 0
    /// Whether the cache has answered.
    public internal(set) var isStored = false
    /// The status of the last answer.
    public internal(set) var status: HTTP.Status?
    /// When the answer was read to its end or given up, or the call has failed.
    public internal(set) var end: Duration?

    init(_ call: Int, of request: HTTP.Request, atWall wallMilliseconds: Int64) {
      self.call = call
      self.request = request
      self.wallMilliseconds = wallMilliseconds
    }

    /// How long the call has taken; while it goes on, until the last moment that is noted.
    public var duration: Duration { end ?? attempts.last?.latest ?? .zero }
    /// How many bytes of heads and content were sent, in all attempts.
    public var sentByteCount: Int {
      attempts.reduce(0) { $0 + $1.headByteCount + $1.sentByteCount }
    }
    /// How many bytes of content were received for the caller, before codings were undone.
    public var receivedByteCount: Int { attempts.reduce(0) { $0 + $1.receivedByteCount } }

    /// One request of a call: when it had its connection, was sent, and was answered.
    public struct Attempt: Sendable, Hashable {
      /// The number of the attempt, counted from 1 in each call.
      public let number: Int
      /// The number of redirects before the attempt: the last of them led to its URL.
      public let redirectCount: Int
      /// The span's identifier in `traceparent`, if the session sends one.
      public internal(set) var spanID: String?
      /// When it began to wait for a connection; nil where one was there.
      public internal(set) var queued: Duration?
      /// When it had its connection.
      public internal(set) var leased: Duration?
      /// Whether the connection had served other requests.
      public internal(set) var isReused = false
      /// How the connection was made, where this was its first request.
      public internal(set) var dial: Dial?
      /// When the head began to be sent.
      public internal(set) var sending: Duration?
      /// When the whole request was sent.
      public internal(set) var sent: Duration?
      /// When the first byte of an answer came.
      public internal(set) var firstByte: Duration?
      /// How many heads came before the final one.
      public internal(set) var informationalCount = 0
      /// When the final head had come.
      public internal(set) var head: Duration?
      /// The status of that.
      public internal(set) var status: HTTP.Status?
      /// How many bytes the request's head has.
      public internal(set) var headByteCount = 0
      /// How many bytes of the request's content were sent.
      public internal(set) var sentByteCount = 0
      /// How many bytes of the answer's content were received for the caller.
      public internal(set) var receivedByteCount = 0

      init(_ number: Int, after redirectCount: Int) {
        self.number = number
        self.redirectCount = redirectCount
      }

      /// The last moment that is noted.
      var latest: Duration? { head ?? firstByte ?? sent ?? sending ?? leased ?? queued }
    }

    /// How a connection was made, which may have begun before the request that first used it.
    public struct Dial: Sendable, Hashable {
      /// The address that answered.
      public let address: String
      /// How long its host's name was looked up.
      public let lookUp: Duration
      /// How long it took from the first address that was tried to one that answered.
      public let connect: Duration
      /// How long a proxy took to lead to the server; nil where there is none to be asked.
      public let tunnel: Duration?
      /// How long the server's handshake took; nil where the connection is in clear text.
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
  /// The timeline of the call that this answers, as far as it has come by now.
  ///
  /// There is none unless the session has a monitor, or its configuration keeps timelines.
  public var timeline: HTTPSession.Timeline? {
    (carrier.timeline as? SharedTimeline)?.state.withLock(\.self)
  }
}

extension HTTP.Response {
  /// The timeline of the call that this answers: when what happened, and how often it was tried.
  ///
  /// There is none unless the session has a monitor, or its configuration keeps timelines.
  public var timeline: HTTPSession.Timeline? { head.timeline }
}
