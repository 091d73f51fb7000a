internal import ApusConnections
public import ApusHTTP
public import ApusTLS

extension HTTPSession {
  /// A receiver of the events of one or more sessions.
  ///
  ///     struct Log: HTTPSession.Monitor {
  ///       func note(_ event: HTTPSession.Event) { print(event) }
  ///     }
  ///     let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(Log()) }
  ///
  /// A session calls the monitor synchronously during the event, so the monitor must return quickly
  /// and must not wait. The events of a call occur in the task that began the call, or in the task
  /// that reads the response content. Monitors can use the task-local values of these tasks. Events
  /// that do not belong to a call, such as `dialling`, occur in any task.
  public protocol Monitor: Sendable {
    /// Receives the notification of an event of a session.
    ///
    /// - Parameter event: The event, which is complete when the function is called.
    func note(_ event: HTTPSession.Event)
  }

  /// An event of a session.
  ///
  /// The events of one call occur in the order of the cases of `Kind`. The events of an attempt are
  /// repeated for each attempt, and an event with the reason for the next attempt follows. Only the
  /// event `sent` may be late. If a server responds before it has the whole request, `sent` follows
  /// the events of the response or is missing. The events `suspended` and `resumed` of a task can
  /// occur at any time, and new connections do not belong to a call. The session notifies its
  /// monitors in the order of the array `monitors`.
  public struct Event: Sendable {
    /// The time since the session was created, on a monotonic clock.
    public let time: Duration
    /// The number of the session, which is unique in the process.
    public let session: Int
    /// The number of the call, counted from 1 in each session, or `nil` if the event belongs to no
    /// call.
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
  /// The kind of an event, in the order of the events of a call.
  public enum Kind: Sendable {
    // Events that occur once at the start of each call.

    /// A call begins with the given request, whose target is the whole URL.
    case began(HTTP.Request)

    // Events of each attempt.

    /// The response is from the cache.
    case stored
    /// The request waits for a connection.
    case queued
    /// The attempt uses a new connection, or a connection that was used before.
    case attempt(number: Int, isReused: Bool)
    /// The attempt begins to send the request, whose head has the given number of bytes.
    case sending(headByteCount: Int)
    /// The session has sent a part of the request content, out of the total number of bytes if it
    /// is known.
    case uploading(completed: Int, total: Int?)
    /// The session has sent the whole request.
    case sent
    /// The first byte of a response was received.
    case answering
    /// The head of an informational response was received before the final response.
    case informational(HTTP.ResponseHead)
    /// The final response head was received, including the fields of content codings that are later
    /// removed.
    case head(HTTP.ResponseHead)

    // Events between two attempts.

    /// The session follows a redirect.
    case redirected(HTTP.Redirect)
    /// The session replies to an authentication challenge with the given status.
    case challenged(HTTP.Status)
    /// The session sends the request again at once, because the server closed the used connection.
    case replaying
    /// The session sends the request again after the given delay.
    case waiting(Duration)

    // Events of the response that the caller receives.

    /// A download continues after the bytes that the partial file already contains, out of the
    /// total number of bytes.
    case continued(from: Int, total: Int)
    /// A part of the encoded response content was received; `completed` is the number of bytes so
    /// far.
    case receiving(completed: Int)
    /// The call has ended. The associated values are the timeline of the call and the error of a
    /// failed call.
    ///
    /// A successful call ends when the response content is read to its end or discarded. The
    /// preceding events contain the request and the response of the error.
    case ended(HTTPSession.Timeline, HTTPSessionError?)

    // Events of the use of a complete response.

    /// A download was saved at the given path.
    case saved(path: String)
    /// A download could not be saved at its destination.
    case notSaved(HTTPSessionError)
    /// A serializer converted the response content to a value of the named type. The type is nil
    /// without content.
    case decoded(as: String?, by: String, byteCount: Int)
    /// The call throws an error because of the response.
    ///
    /// If the event names a serializer, the serializer rejected the response. If the event names no
    /// serializer, the session does not accept the status code.
    ///
    /// A `decoded` event may precede a `refused` event. The result of the call then contains the
    /// value and the error.
    case refused(HTTPSessionError, by: String?)

    // Events of task handles, at any time before the end of the task.

    /// The program suspended the task with the given number, possibly before the task's call began.
    case suspended(task: Int)
    /// The program resumed the task with the given number, or started the task.
    case resumed(task: Int)

    // Events that do not belong to a call.

    /// A setting of the environment is invalid and has no effect, such as a `no_proxy` entry
    /// without a server.
    ///
    /// The event occurs when the session is created.
    case ignored(HTTPSession.InvalidSetting)
    /// A new connection to an origin, or to a proxy at this origin, has reached the given step.
    case dialling(HTTP.Origin, Dial)
    /// A connection to an origin, or to a proxy at this origin, was closed after the given
    /// lifetime.
    case closed(HTTP.Origin, after: Duration)
    /// The number of connections, or of requests that wait for a connection, has changed.
    ///
    /// The event does not occur when a connection only changes between idle and in use. The events
    /// `attempt` and `ended` report these changes.
    case pool(HTTPSession.PoolGauges)
    /// The session was shut down or released, and its last call has ended. No event of the session
    /// follows.
    case shutDown
  }

  /// The steps of a new connection, in their order.
  public enum Dial: Sendable {
    /// The session looks up the host name.
    case lookingUp
    /// The session tries to connect to the addresses of the host.
    case connecting
    /// A connection to the given address was made; a connection to another address may still
    /// replace this connection.
    case connected(address: String)
    /// The proxy has established the tunnel to the server.
    case tunnelled
    /// A TLS handshake was completed, with the proxy or with the server. With a proxy, the
    /// handshake with the proxy may precede the server's.
    case secured(TLS.HandshakeFacts)
    /// The connection could not be made.
    case failed(HTTPSessionError)
  }
}

extension HTTPSession.Event: CustomStringConvertible {
  /// The event as one line of text, without content, secrets and query values.
  public var description: String { (call.map { "\($0): " } ?? "") + "\(kind)" }
}

extension HTTPSession.Event.Kind: CustomStringConvertible {
  /// The kind of the event as one line of text, without content, secrets and query values.
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
  /// A short description of the connection step.
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
