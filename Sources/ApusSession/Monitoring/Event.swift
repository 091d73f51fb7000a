internal import ApusConnections
public import ApusHTTP
public import ApusTLS

extension HTTPSession {
  /// A receiver of all events of the sessions that it is added to.
  ///
  ///     struct Log: HTTPSession.Monitor {
  ///       func note(_ event: HTTPSession.Event) { print(event) }
  ///     }
  ///     let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(Log()) }
  ///
  /// It is called where the event happens, and so it must be quick, and must not wait. The events
  /// of a call come in the task that has begun it, or in the task that reads its content: their
  /// task-local values are there. Events of no call, such as `dialling`, come in any task.
  public protocol Monitor: Sendable {
    /// Notes an event.
    ///
    /// - Parameter event: The event, which is complete when the function is called.
    func note(_ event: HTTPSession.Event)
  }

  /// An event of a session.
  ///
  /// The events of one call are in the order of `Kind`. The events of an attempt are repeated for
  /// each attempt, each followed by the decision about another one. Only `sent` may be late: if a
  /// server responds before it has the whole request, it follows the events of that response or is
  /// missing. The events of a task's control have no fixed place, and new connections belong to no
  /// call. The monitors of a session are notified in their order.
  public struct Event: Sendable {
    /// The time since the session was created, on a monotonic clock.
    public let time: Duration
    /// The number of its session, which no other session of the process has.
    public let session: Int
    /// The number of the call that it belongs to, counted from 1 in each session; nil for none.
    public let call: Int?
    /// The kind of the event.
    public let kind: Kind

    init(at time: Duration, in session: Int, of call: Int?, _ kind: Kind) {
      self.time = time
      self.session = session
      self.call = call
      self.kind = kind
    }
  }
}

extension HTTPSession.Event {
  /// The kind of an event, in the order of a call.
  public enum Kind: Sendable {
    // A call, once.

    /// A call begins with this request, whose target is the whole URL.
    case began(HTTP.Request)

    // Each attempt.

    /// The response is from the cache.
    case stored
    /// The request waits for a connection.
    case queued
    /// An attempt has a connection, which may have served others before.
    case attempt(number: Int, isReused: Bool)
    /// The attempt begins to send, with a head of so many bytes.
    case sending(headByteCount: Int)
    /// So much of the request's content was sent, of so much in all if that is known.
    case uploading(completed: Int, total: Int?)
    /// The whole request was sent.
    case sent
    /// The first byte of a response was received.
    case answering
    /// A head before the final one was received.
    case informational(HTTP.ResponseHead)
    /// The final head was received, with the codings of its content that are removed.
    case head(HTTP.ResponseHead)

    // Between two attempts.

    /// A redirect is followed.
    case redirected(HTTP.Redirect)
    /// The session replies to a challenge; this was its status.
    case challenged(HTTP.Status)
    /// The request is sent again at once, because its connection was closed when it was sent.
    case replaying
    /// The request is sent again after so long a time.
    case waiting(Duration)

    // The caller's response.

    /// A download continues after so many existing bytes, of so many in all.
    case continued(from: Int, total: Int)
    /// So many bytes of the encoded content were received.
    case receiving(completed: Int)
    /// The response was read to its end or abandoned, or the call failed with that error, whose
    /// request and response are in the preceding events.
    case ended(HTTPSession.Timeline, HTTPSessionError?)

    // The use of a complete response.

    /// A download was saved at that path.
    case saved(path: String)
    /// A download could not be given its place.
    case notSaved(HTTPSessionError)
    /// A serializer made a value of that type from the content; the type is nil without content.
    case decoded(as: String?, by: String, byteCount: Int)
    /// The response is an error for its caller.
    ///
    /// The named serializer found that fault; without a name, the session does not accept the
    /// status.
    ///
    /// A value may precede it, which is then part of the result, with the error.
    case refused(HTTPSessionError, by: String?)

    // The control of a task by the program, at any time before its end.

    /// The task of that number was suspended; its call may not have begun.
    case suspended(task: Int)
    /// The task of that number, which was suspended or not started, continues.
    case resumed(task: Int)

    // The events of no call.

    /// A setting of the environment is invalid and not used, such as an entry of `no_proxy`
    /// that names no server. The event comes when the session is made.
    case ignored(HTTPSession.InvalidSetting)
    /// A connection to that origin, or to a proxy there, has reached that step.
    case dialling(HTTP.Origin, Dial)
    /// A connection to that origin, or to a proxy there, was closed after that lifetime.
    case closed(HTTP.Origin, after: Duration)
    /// The number of connections, or of requests that wait for one, has changed.
    ///
    /// A connection that only changes between idle and in use is not reported: `attempt` and
    /// `ended` tell that.
    case pool(HTTPSession.PoolGauges)
    /// The session was shut down or released, and its last call has ended: no event follows.
    case shutDown
  }

  /// The steps of a new connection, in their order.
  public enum Dial: Sendable {
    /// Its host's name is looked up.
    case lookingUp
    /// Addresses are tried.
    case connecting
    /// An address is connected; another may still replace it.
    case connected(address: String)
    /// The proxy leads to the server.
    case tunnelled
    /// A handshake has completed: first the one with a proxy, if there is one.
    case secured(TLS.HandshakeFacts)
    /// The connection failed.
    case failed(HTTPSessionError)
  }
}

extension HTTPSession.Event: CustomStringConvertible {
  /// The event on one line, without content, secrets, and values of queries.
  public var description: String { (call.map { "\($0): " } ?? "") + "\(kind)" }
}

extension HTTPSession.Event.Kind: CustomStringConvertible {
  /// The kind on one line, without content, secrets, and values of queries.
  public var description: String {
    switch self {
    case .began(let request): "\(request.method.name) \(request.target.redacted)"
    case .stored: "the response came from the cache"
    case .queued: "the request waits for a free connection"
    case .attempt(let number, let isReused):
      "the request uses \(isReused ? "an open" : "a new") connection (attempt \(number))"
    case .sending(let count): "the session sends a request head of \(count) bytes"
    case .uploading(let completed, let total):
      "\(completed)\(total.map { " of \($0)" } ?? "") bytes of the request body were sent"
    case .sent: "the whole request was sent"
    case .answering: "the first byte of the response arrived"
    case .informational(let head), .head(let head):
      "the server responded with status \(head.status.code)"
    case .redirected(let redirect): "the session follows a redirect: \(redirect)"
    case .challenged(let status):
      "the request is sent again with credentials, after status \(status.code)"
    case .replaying: "the request is sent again, because the server closed the connection"
    case .waiting(let duration): "the request is sent again after a delay of \(duration)"
    case .continued(let start, let total): "the download continues after \(start) of \(total) bytes"
    case .receiving(let completed): "\(completed) bytes of the response body were received"
    case .ended(let timeline, let reason): timeline.line(endedBy: reason)
    case .saved: "the downloaded file was saved"
    case .notSaved(let error): "the downloaded file was not saved: \(error.code)"
    case .decoded(let type, let serializer, let count):
      "\(serializer) decoded \(count) bytes as \(type ?? "nothing")"
    case .refused(let error, let serializer):
      "the response was rejected\(serializer.map { " by \($0)" } ?? ""): \(error.code)"
    case .suspended(let task): "task \(task) was suspended"
    case .resumed(let task): "task \(task) was resumed"
    case .ignored(let setting): "a setting is ignored: \(setting)"
    case .dialling(let origin, let dial): "\(origin): \(dial)"
    case .closed(let origin, let lifetime): "\(origin): the connection was closed after \(lifetime)"
    case .pool(let gauges):
      "\(gauges.open) connections are open, and \(gauges.waiting) requests wait for a "
        + "connection"
    case .shutDown: "the session was shut down"
    }
  }
}

extension HTTPSession.Event.Dial: CustomStringConvertible {
  /// The step, in a few words.
  public var description: String {
    switch self {
    case .lookingUp: "the session looks up the host name"
    case .connecting: "the session opens a connection"
    case .connected(let address): "the session is connected to \(address)"
    case .tunnelled: "the proxy has opened a tunnel to the server"
    case .secured(let facts): "\(facts.version) protects the connection"
    case .failed(let error): "the connection failed: \(error.code)"
    }
  }
}
