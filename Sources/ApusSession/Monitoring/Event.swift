internal import ApusConnections
public import ApusHTTP
public import ApusTLS

extension HTTPSession {
  /// Receives every event of the sessions that it is given to.
  ///
  ///     struct Log: HTTPSession.Monitor {
  ///       func note(_ event: HTTPSession.Event) { print(event) }
  ///     }
  ///     let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(Log()) }
  ///
  /// It is called where the event happens, in the task of the call or on a thread that drives
  /// connections, and so it must be quick, and must not wait.
  public protocol Monitor: Sendable {
    /// Notes an event.
    func note(_ event: HTTPSession.Event)
  }

  /// Tells that something has happened in a session.
  ///
  /// The events of one call come one after the other, in the order in which `Kind` lists them:
  /// those of an attempt again for each attempt, and behind them what decides about another.
  /// `sent` alone may stand later: where a server answers before it has the whole request, behind
  /// the events of that answer, or not at all. What a program asks of a task stands where it asks
  /// for it, and what makes connections belongs to no call. The monitors of a session are told in
  /// their order.
  public struct Event: Sendable {
    /// How long after its session was made it happened, on a clock that never goes backwards.
    public let time: Duration
    /// The number of its session, which no other session of the process has.
    public let session: Int
    /// The number of the call that it belongs to, counted from 1 in each session; nil for none.
    public let call: Int?
    /// What has happened.
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
  /// What has happened, in the order in which it does.
  public enum Kind: Sendable {
    // A call, once.

    /// A call begins with this request, whose target is the whole URL.
    case began(HTTP.Request)

    // Each attempt.

    /// The cache answers the request.
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
    /// The first byte of an answer has come.
    case answering
    /// A head has come before the final one.
    case informational(HTTP.ResponseHead)
    /// The final head has come, with the codings of its content that are undone.
    case head(HTTP.ResponseHead)

    // What stands between two attempts.

    /// A redirect is followed.
    case redirected(HTTP.Redirect)
    /// A challenge is answered; this was its status.
    case challenged(HTTP.Status)
    /// The request is sent again at once, because its connection was closed when it was sent.
    case replaying
    /// The request is sent again after so long a time.
    case waiting(Duration)

    // The answer that is the caller's.

    /// A download goes on behind so many bytes that were there before, of so many in all.
    case continued(from: Int, total: Int)
    /// So much of the content has come, as it was sent: before codings are undone.
    case receiving(completed: Int)
    /// The answer was read to its end or given up, or the call has failed with that error, whose
    /// request and response are those of the events before.
    case ended(HTTPSession.Timeline, HTTPSessionError?)

    // What becomes of an answer that was read to its end.

    /// A download stands at that path.
    case saved(path: String)
    /// A download could not be given its place.
    case notSaved(HTTPSessionError)
    /// A serializer has made a value of that type of the content; of none where there is nothing
    /// to make one of.
    case decoded(as: String?, by: String, byteCount: Int)
    /// The answer is an error to its caller: the serializer that is named has found that wrong, or
    /// without one the session, whose accepted statuses have no such.
    ///
    /// A value may stand before it, which is then in the result beside the error.
    case refused(HTTPSessionError, by: String?)

    // What a program asks of a task that it has started, at any time before that has ended.

    /// The task of that number was suspended; it may have begun no call yet.
    case suspended(task: Int)
    /// The task of that number was suspended, or was not begun, and goes on.
    case resumed(task: Int)

    // What belongs to no call.

    /// A setting of the environment is invalid and not used, such as an entry of `no_proxy`
    /// that names no server. The event comes when the session is made.
    case ignored(HTTPSession.InvalidSetting)
    /// A connection to that origin, or to a proxy there, is being made, and has come so far.
    case dialling(HTTP.Origin, Dial)
    /// A connection to that origin, or to a proxy there, was closed after that lifetime.
    case closed(HTTP.Origin, after: Duration)
    /// The session was shut down or released, and its last call has ended: no event follows.
    case shutDown
  }

  /// How far a connection has come that is being made, in the order in which it does.
  public enum Dial: Sendable {
    /// Its host's name is looked up.
    case lookingUp
    /// Addresses are tried.
    case connecting
    /// An address has answered; another may still be taken instead.
    case connected(address: String)
    /// The proxy leads to the server.
    case tunnelled
    /// A handshake has protected it: first that with a proxy, where there is one.
    case secured(TLS.HandshakeFacts)
    /// There is no connection.
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
    case .stored: "answered from the cache"
    case .queued: "waits for a connection"
    case .attempt(let number, let isReused):
      "attempt \(number) on a \(isReused ? "kept" : "new") connection"
    case .sending(let count): "sends a head of \(count) bytes"
    case .uploading(let completed, let total):
      "\(completed)\(total.map { " of \($0)" } ?? "") bytes sent"
    case .sent: "request sent"
    case .answering: "first byte"
    case .informational(let head), .head(let head): "status \(head.status.code)"
    case .redirected(let redirect): "redirect \(redirect)"
    case .challenged(let status): "answers the challenge of a \(status.code)"
    case .replaying: "sent again, because the connection was closed"
    case .waiting(let duration): "sent again after \(duration)"
    case .continued(let start, let total): "goes on behind \(start) of \(total) bytes"
    case .receiving(let completed): "\(completed) bytes received"
    case .ended(let timeline, let reason): timeline.line(endedBy: reason)
    case .saved: "saved"
    case .notSaved(let error): "not saved: \(error.code)"
    case .decoded(let type, let serializer, let count):
      "\(count) bytes decoded as \(type ?? "nothing") by \(serializer)"
    case .refused(let error, let serializer):
      "refused\(serializer.map { " by \($0)" } ?? ""): \(error.code)"
    case .suspended(let task): "task \(task) suspended"
    case .resumed(let task): "task \(task) resumed"
    case .ignored(let setting): "ignored: \(setting)"
    case .dialling(let origin, let dial): "\(origin): \(dial)"
    case .closed(let origin, let lifetime): "\(origin): closed after \(lifetime)"
    case .shutDown: "shut down"
    }
  }
}

extension HTTPSession.Event.Dial: CustomStringConvertible {
  /// How far it has come, in a few words.
  public var description: String {
    switch self {
    case .lookingUp: "looks its name up"
    case .connecting: "connects"
    case .connected(let address): "connected to \(address)"
    case .tunnelled: "through the proxy"
    case .secured(let facts): "protected by \(facts.version)"
    case .failed(let error): "no connection: \(error.code)"
    }
  }
}
