internal import ApusConnections
internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// The monitors of a session, each of which is notified of all events.
///
/// A session without monitors has no `Monitors` instance, so a call needs only one branch for each
/// event.
final class Monitors: CallMonitor {
  private let monitors: [any HTTPSession.Monitor]
  /// The internal monitor of the session, which is also notified of each call and each new
  /// connection.
  private let other: (any CallMonitor)?
  private let time: TimeSource
  /// The number of the session, which is unique in its process.
  private let session: Int
  /// The time when the session was created.
  private let start: Deadline
  private let isEnded = Atomic(false)

  /// Creates the monitors of a configuration, or returns `nil` if it has no monitors and keeps no
  /// timelines.
  init?(
    _ configuration: HTTPSession.Configuration, _ time: TimeSource, of session: Int,
    beside other: (any CallMonitor)? = nil
  ) {
    var monitors = configuration.monitors
    if let log = DebugLog.ofProcess { monitors.append(log) }
    guard !monitors.isEmpty || configuration.keepsTimelines else { return nil }
    self.monitors = monitors
    self.other = other
    self.time = time
    self.session = session
    start = time.now
  }

  /// Returns a recorder of one call's timeline, which also notifies these monitors.
  func call(
    _ number: Int, _ request: HTTP.Request, _ trace: HTTPSession.TraceContext?
  ) -> CallRecorder {
    var timeline = HTTPSession.Timeline(number, of: request, atWall: time.wallMilliseconds)
    timeline.trace = trace
    return CallRecorder(self, SharedTimeline(timeline), number, at: time.now)
  }

  func tell(_ kind: HTTPSession.Event.Kind, of call: Int?, at moment: Deadline) {
    guard !monitors.isEmpty else { return }
    let event = HTTPSession.Event(
      at: moment.remaining(from: start) ?? .zero, in: session, of: call, kind)
    for monitor in monitors { monitor.note(event) }
  }

  /// Notifies the monitors that a task was suspended or resumed.
  func tell(_ kind: HTTPSession.Event.Kind, ofTaskWith call: Int?) {
    tell(kind, of: call, at: time.now)
  }

  /// Notifies the monitors of invalid settings of the environment that the session ignores.
  func tell(ignored settings: [HTTPSession.InvalidSetting]) {
    for setting in settings { tell(.ignored(setting), of: nil, at: time.now) }
  }

  /// Notifies the monitors of the shutdown, once.
  func end() {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    tell(.shutDown, of: nil, at: time.now)
  }

  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
    other?.note(milestone, of: call, at: moment)
  }

  func note(_ gauges: HTTPSession.PoolGauges, at moment: Deadline) {
    tell(.pool(gauges), of: nil, at: moment)
    other?.note(gauges, at: moment)
  }

  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {
    switch milestone {
    case .lookUp: tell(.lookingUp, key, at: moment)
    case .connecting: tell(.connecting, key, at: moment)
    case .connected(let address): tell(.connected(address: "\(address)"), key, at: moment)
    case .tunnelled: tell(.tunnelled, key, at: moment)
    case .secured(let secured): tell(.secured(secured.facts), key, at: moment)
    case .failed(let error):
      tell(.failed(HTTPSessionError(HTTPSessionError.Reason(error))), key, at: moment)
    case .closed(let lifetime):
      // A response that outlives its session may close its connection after the shutdown event was
      // sent.
      if !isEnded.load(ordering: .relaxed) {
        tell(.closed(key.dialled, after: lifetime), of: nil, at: moment)
      }
    }
    other?.note(milestone, of: key, at: moment)
  }

  private func tell(_ dial: HTTPSession.Event.Dial, _ key: PoolKey, at moment: Deadline) {
    tell(.dialling(key.dialled, dial), of: nil, at: moment)
  }
}

/// A recorder of one call's timeline, which notifies the session's monitors.
final class CallRecorder: CallMonitor {
  private let monitors: Monitors
  let timeline: SharedTimeline
  let number: Int
  private let start: Deadline

  init(_ monitors: Monitors, _ timeline: SharedTimeline, _ number: Int, at start: Deadline) {
    self.monitors = monitors
    self.timeline = timeline
    self.number = number
    self.start = start
  }

  var callNumber: Int? { number }

  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
    monitors.note(milestone, of: call, at: moment)
    let (time, attempt) = (moment.remaining(from: start) ?? .zero, call.attempt)
    switch milestone {
    case .event(let kind):
      timeline.state.withLock { $0.note(kind, attempt: attempt, at: time) }
      monitors.tell(kind, of: number, at: moment)
    case .tracing(let step):
      // The trace context is reported before its attempt begins, so its attempt has the next
      // number.
      timeline.state.withLock { $0.change(attempt + 1) { $0.spanID = step.parentID } }
    case .attempt(let attempt, let isReused, let dial):
      timeline.state.withLock { timeline in
        timeline.change(attempt) {
          ($0.leased, $0.isReused, $0.dial) = (
            time, isReused, dial.map(HTTPSession.Timeline.Dial.init)
          )
        }
      }
      monitors.tell(.attempt(number: attempt, isReused: isReused), of: number, at: moment)
    case .sending(let head):
      timeline.state.withLock {
        $0.change(attempt) { ($0.sending, $0.headByteCount) = (time, head.count) }
      }
      monitors.tell(.sending(headByteCount: head.count), of: number, at: moment)
    case .ended(let reason):
      let ended = timeline.state.withLock { timeline in
        timeline.end = timeline.end ?? time
        return timeline
      }
      monitors.tell(.ended(ended, reason.map { HTTPSessionError($0) }), of: number, at: moment)
    }
  }

  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {}
}

extension HTTPSession.Timeline {
  /// Records an event in the timeline of the attempt with the given number.
  fileprivate mutating func note(
    _ kind: HTTPSession.Event.Kind, attempt: Int, at time: Duration
  ) {
    switch kind {
    case .stored: isStored = true
    case .redirected(let redirect): redirects.append(redirect)
    case .challenged: challengeCount += 1
    case .replaying: replayCount += 1
    case .waiting: retryCount += 1
    case .queued: change(attempt) { $0.queued = $0.queued ?? time }
    case .uploading(let completed, _): change(attempt) { $0.sentByteCount = completed }
    case .sent: change(attempt) { $0.sent = time }
    case .answering: change(attempt) { $0.firstByte = $0.firstByte ?? time }
    case .informational: change(attempt) { $0.informationalCount += 1 }
    case .receiving(let count): change(attempt) { $0.receivedByteCount = count }
    case .head(let head):
      status = head.status
      change(attempt) { ($0.head, $0.status, $0.version) = (time, head.status, head.version) }
    // These events are reported separately, do not change the timeline, or follow the end of the
    // call.
    case .began, .attempt, .sending, .continued, .ended, .saved, .notSaved, .decoded, .refused,
      .suspended, .resumed, .ignored, .dialling, .closed, .pool, .shutDown:
      return
    }
  }

  /// Changes the timeline of the attempt with the given number, or adds the attempt if it is new.
  ///
  /// A response from the cache does not belong to any attempt.
  fileprivate mutating func change(
    _ number: Int, _ change: (inout HTTPSession.Timeline.Attempt) -> Void
  ) {
    guard number > 0 else { return }
    var index = attempts.count - 1
    while index >= 0, attempts[index].number > number { index -= 1 }
    if index < 0 || attempts[index].number < number {
      index += 1
      attempts.insert(
        HTTPSession.Timeline.Attempt(number, after: redirects.count), at: index)
    }
    change(&attempts[index])
  }
}
