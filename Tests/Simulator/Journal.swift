import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer

/// The record of one simulation: its trace, its counts and its violations.
final class Journal: Sendable {
  private struct State {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var eventCount = 0
    var counts: [String: Int] = [:]
    var violations: [String] = []
    var openCallCount = 0

    mutating func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01b3 }

    mutating func mix(_ time: Duration) {
      let (seconds, rest) = time.components
      mix(UInt64(bitPattern: seconds &* 1_000_000_007 &+ rest))
    }
  }

  private let state = Lock(State())
  private let printsTrace: Bool
  private let clock: ManualClock
  private let begin: Deadline

  init(_ clock: ManualClock, printsTrace: Bool) {
    self.clock = clock
    self.printsTrace = printsTrace
    begin = clock.now
  }

  /// The virtual time since the start of the simulation.
  var elapsed: Duration { clock.now.remaining(from: begin) ?? .zero }

  /// The virtual time since the start of the simulation, in milliseconds.
  var milliseconds: Int { Int(elapsed / .milliseconds(1)) }

  /// The hash of all events with their times.
  var hash: UInt64 { state.withLock(\.hash) }
  var eventCount: Int { state.withLock(\.eventCount) }
  var violations: [String] { state.withLock(\.violations) }
  /// The numbers of injected faults and ends of calls, by kind and place.
  var counts: [String: Int] { state.withLock(\.counts) }

  /// Adds an event to the trace.
  func note(_ words: @autoclosure () -> String) {
    let time = elapsed
    state.withLock { state in
      state.eventCount += 1
      let words = words()
      for byte in words.utf8 { state.mix(UInt64(byte)) }
      state.mix(time)
      if printsTrace { print("\(time / .milliseconds(1)) ms: \(words)") }
    }
  }

  /// Counts an injected fault or the end of a call.
  func count(_ name: String) { state.withLock { $0.counts[name, default: 0] += 1 } }

  /// Records a violation of an invariant. The first word names the invariant.
  func violated(_ words: String) {
    note("VIOLATION \(words)")
    state.withLock { if $0.violations.count < 20 { $0.violations.append(words) } }
  }

  /// Notes that a call has begun or ended.
  func opened(_ change: Int) { state.withLock { $0.openCallCount += change } }

  /// The number of calls that have begun and not ended.
  var openCallCount: Int { state.withLock(\.openCallCount) }

  /// Records the step of a link.
  func passed(_ step: LinkStep, _ direction: LinkDirection, _ byteCount: Int) {
    let name =
      switch step {
      case .pass(_, let delay): delay >= .seconds(1) ? "late" : "pass"
      case .reset: "reset"
      case .cut: "cut"
      case .stall: "stall"
      case .corrupt: "corrupt"
      }
    if name != "pass" { count("link \(name) \(direction)") }
    if printsTrace || name != "pass" { return note("link \(direction) \(name) \(byteCount)") }
    // Most events are of this kind, whose texts would take a tenth of the time.
    let time = elapsed
    state.withLock { state in
      state.eventCount += 1
      state.mix(UInt64(byteCount * 2 + direction.rawValue))
      state.mix(time)
    }
  }
}

/// A monitor of one session, which requires that each call begins and ends once.
final class CallEnds: HTTPSession.Monitor {
  private let journal: Journal
  private let open = Lock<Set<Int>>([])

  init(_ journal: Journal) { self.journal = journal }

  func note(_ event: HTTPSession.Event) {
    guard let call = event.call else { return }
    switch event.kind {
    case .began:
      journal.opened(1)
      if !open.withLock({ $0.insert(call).inserted }) {
        journal.violated("once: call \(call) of a session began twice")
      }
    case .ended:
      journal.opened(-1)
      if open.withLock({ $0.remove(call) }) == nil {
        journal.violated("once: call \(call) of a session ended twice")
      }
    default: break
    }
  }
}
