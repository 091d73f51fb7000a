internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// The monitors of a session, each of which is told of all of its events.
///
/// Where nothing is monitored there is none of it, and a call costs one branch for each milestone.
final class Monitors: CallMonitor {
  private let monitors: [any HTTPSession.Monitor]
  /// The monitor of the session itself, which is told of each call and each dial too.
  private let other: (any CallMonitor)?
  private let time: TimeSource
  /// When the session was made.
  private let start: Deadline
  private let lastCall = Atomic<Int>(0)
  private let isEnded = Atomic(false)

  /// The monitors that a configuration names; nil where it names none, and keeps no timelines.
  init?(
    _ configuration: HTTPSession.Configuration, _ time: TimeSource,
    beside other: (any CallMonitor)? = nil
  ) {
    guard !configuration.monitors.isEmpty || configuration.keepsTimelines else { return nil }
    monitors = configuration.monitors
    self.other = other
    self.time = time
    start = time.now
  }

  /// What is told of one call: its timeline, and these monitors.
  func call(_ request: HTTP.Request, _ trace: HTTPSession.TraceContext?) -> CallRecorder {
    let number = lastCall.add(1, ordering: .relaxed).newValue
    var timeline = HTTPSession.Timeline(number, of: request, atWall: time.wallMilliseconds)
    timeline.trace = trace
    return CallRecorder(self, SharedTimeline(timeline), number, at: time.now)
  }

  func tell(_ kind: HTTPSession.Event.Kind, of call: Int?, at moment: Deadline) {
    guard !monitors.isEmpty else { return }
    let event = HTTPSession.Event(
      at: moment.remaining(from: start) ?? .zero, of: call, kind)
    for monitor in monitors { monitor.note(event) }
  }

  /// Tells that the session is shut down, once.
  func end() {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    tell(.shutDown, of: nil, at: time.now)
  }

  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
    other?.note(milestone, of: call, at: moment)
  }

  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {
    let dial: HTTPSession.Event.Dial =
      switch milestone {
      case .lookUp: .lookingUp
      case .connecting: .connecting
      case .connected(let address): .connected(address: "\(address)")
      case .tunnelled: .tunnelled
      case .secured(let secured): .secured(secured.facts)
      case .failed(let reason): .failed(reason)
      }
    tell(.dialling(key.dialled, dial), of: nil, at: moment)
    other?.note(milestone, of: key, at: moment)
  }
}

/// Keeps the timeline of one call, and tells the session's monitors of it.
final class CallRecorder: CallMonitor {
  private let monitors: Monitors
  let timeline: SharedTimeline
  private let number: Int
  private let start: Deadline

  init(_ monitors: Monitors, _ timeline: SharedTimeline, _ number: Int, at start: Deadline) {
    self.monitors = monitors
    self.timeline = timeline
    self.number = number
    self.start = start
  }

  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
    monitors.note(milestone, of: call, at: moment)
    let time = moment.remaining(from: start) ?? .zero
    let ended = timeline.state.withLock { timeline in
      timeline.note(milestone, attempt: call.attempt, at: time)
      if case .ended = milestone { return Optional(timeline) }
      return nil
    }
    guard let kind = HTTPSession.Event.Kind(milestone, ended) else { return }
    monitors.tell(kind, of: number, at: moment)
  }

  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {}
}

extension HTTPSession.Event.Kind {
  /// What is told of a milestone, with the timeline of a call that has ended.
  fileprivate init?(_ milestone: CallMilestone, _ ended: HTTPSession.Timeline?) {
    switch milestone {
    case .began(let request): self = .began(request)
    case .stored: self = .stored
    case .tracing: return nil
    case .queued: self = .queued
    case .attempt(let number, let isReused, _): self = .attempt(number: number, isReused: isReused)
    case .sending(let bytes): self = .sending(headByteCount: bytes.count)
    case .uploading(let progress):
      self = .uploading(completed: progress.completed, total: progress.total)
    case .sent: self = .sent
    case .answering: self = .answering
    case .informational(let head): self = .informational(head)
    case .head(let head): self = .head(head)
    case .redirected(let redirect): self = .redirected(redirect)
    case .challenged(let status): self = .challenged(status)
    case .replaying: self = .replaying
    case .waiting(let duration): self = .waiting(duration)
    case .receiving(let count): self = .receiving(completed: count)
    case .ended(let reason):
      guard let ended else { return nil }
      self = .ended(ended, reason)
    case .saved(let path): self = .saved(path: path)
    case .notSaved(let reason): self = .notSaved(reason)
    }
  }
}

extension HTTPSession.Timeline {
  /// Notes a milestone of the attempt of a number.
  fileprivate mutating func note(_ milestone: CallMilestone, attempt: Int, at time: Duration) {
    switch milestone {
    case .began, .saved, .notSaved: return
    case .stored: isStored = true
    case .redirected(let redirect): redirects.append(redirect)
    case .challenged: challengeCount += 1
    case .replaying: replayCount += 1
    case .waiting: retryCount += 1
    case .ended: end = end ?? time
    // The attempt has not begun by then.
    case .tracing(let step): change(attempt + 1) { $0.spanID = step.parentID }
    case .queued: change(attempt) { $0.queued = $0.queued ?? time }
    case .attempt(_, let isReused, let dial):
      change(attempt) {
        ($0.leased, $0.isReused, $0.dial) = (time, isReused, dial.map(Dial.init))
      }
    case .sending(let head):
      change(attempt) { ($0.sending, $0.headByteCount) = (time, head.count) }
    case .uploading(let progress): change(attempt) { $0.sentByteCount = progress.completed }
    case .sent: change(attempt) { $0.sent = time }
    case .answering: change(attempt) { $0.firstByte = $0.firstByte ?? time }
    case .informational: change(attempt) { $0.informationalCount += 1 }
    case .receiving(let count): change(attempt) { $0.receivedByteCount = count }
    case .head(let head):
      status = head.status
      change(attempt) { ($0.head, $0.status) = (time, head.status) }
    }
  }

  /// Changes an attempt, which begins with the first that is noted of it.
  ///
  /// What the cache gives belongs to none.
  private mutating func change(
    _ number: Int, _ change: (inout HTTPSession.Timeline.Attempt) -> Void
  ) {
    guard number > 0 else { return }
    var index = attempts.count - 1
    while index >= 0, attempts[index].number > number { index -= 1 }
    if index < 0 || attempts[index].number < number {
      index += 1
      attempts.insert(HTTPSession.Timeline.Attempt(number), at: index)
    }
    change(&attempts[index])
  }
}
