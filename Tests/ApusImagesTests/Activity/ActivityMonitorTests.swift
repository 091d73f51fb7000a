import ApusImages
import ApusNet
import Testing

/// A clock that the test advances.
final class ManualClock: ActivityClock {
  private let state = Lock(
    (now: Duration.zero, calls: [(due: Duration, body: @Sendable () -> Void)]()))

  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append(($0.now + delay, body)) }
  }

  /// Calls the timers that expire in that time.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let now = state.now
      defer { state.calls.removeAll { $0.due <= now } }
      return state.calls.filter { $0.due <= now }
    }
    for call in due { call.body() }
  }
}

struct ActivityMonitorTests {
  private let clock = ManualClock()
  private let monitor: ActivityMonitor

  init() {
    monitor = ActivityMonitor(clock: clock)
    monitor.isEnabled = true
  }

  private typealias Phase = ActivityState.Phase

  @Test func `an activity monitor that is enabled ignores activity that began earlier`() {
    let monitor = ActivityMonitor(clock: clock)
    #expect(!monitor.isEnabled)
    monitor.begin("a")
    clock.advance(by: .seconds(5))
    #expect(monitor.phase == .notActive)
    monitor.isEnabled = true
    #expect(monitor.phase == .notActive)
    monitor.begin("b")
    #expect(monitor.phase == .delayingStart)
    clock.advance(by: .seconds(1))
    #expect(monitor.phase == .active)
    monitor.isEnabled = false
    #expect(monitor.phase == .notActive && !monitor.isVisible)
  }

  @Test func `activity is shown after one second and hidden after 170 milliseconds`() {
    #expect(monitor.activationDelay == .seconds(1))
    #expect(monitor.completionDelay == .milliseconds(170))
    monitor.begin("a")
    clock.advance(by: .milliseconds(999))
    #expect(!monitor.isVisible)
    clock.advance(by: .milliseconds(1))
    #expect(monitor.isVisible)
    monitor.end("a")
    clock.advance(by: .milliseconds(169))
    #expect(monitor.isVisible)
    clock.advance(by: .milliseconds(1))
    #expect(!monitor.isVisible)
  }

  @Test func `an activity monitor counts each named request and its end only once`() {
    monitor.begin("a")
    monitor.begin("a")
    monitor.begin("b")
    clock.advance(by: .seconds(1))
    // Suspended, then completed.
    monitor.end("a")
    monitor.end("a")
    #expect(monitor.phase == .active)
    monitor.end("b")
    #expect(monitor.phase == .delayingEnd)
  }

  @Test func `activity that began while the monitor was disabled is counted`() {
    monitor.isEnabled = false
    monitor.begin("a")
    monitor.isEnabled = true
    monitor.begin("b")
    clock.advance(by: .seconds(1))
    monitor.end("b")
    #expect(monitor.phase == .active)
    monitor.end("a")
    #expect(monitor.phase == .delayingEnd)
  }

  /// Every state with every event.
  @Test(arguments: [
    (Phase.notActive, ActivityState.Event.busy, Phase.delayingStart),
    (.notActive, .idle, .notActive), (.notActive, .timer(99, isBusy: true), .notActive),
    (.notActive, .disabled, .notActive),
    (.delayingStart, .busy, .delayingStart), (.delayingStart, .idle, .delayingStart),
    (.delayingStart, .timer(1, isBusy: true), .active),
    (.delayingStart, .timer(1, isBusy: false), .notActive),
    (.delayingStart, .timer(99, isBusy: true), .delayingStart),
    (.delayingStart, .disabled, .notActive),
    (.active, .busy, .active), (.active, .idle, .delayingEnd),
    (.active, .timer(1, isBusy: false), .active), (.active, .disabled, .notActive),
    (.delayingEnd, .busy, .active), (.delayingEnd, .idle, .delayingEnd),
    (.delayingEnd, .timer(3, isBusy: true), .notActive),
    (.delayingEnd, .timer(3, isBusy: false), .notActive),
    (.delayingEnd, .timer(1, isBusy: false), .delayingEnd),
    (.delayingEnd, .disabled, .notActive),
  ])
  func `each activity phase and event lead to the expected next phase`(
    from: ActivityState.Phase, event: ActivityState.Event, to: ActivityState.Phase
  ) {
    var state = ActivityState()
    let steps: [(Phase, ActivityState.Event)] = [
      (.notActive, .busy), (.delayingStart, .timer(1, isBusy: true)), (.active, .idle),
    ]
    for (phase, step) in steps where state.phase == phase && state.phase != from {
      _ = state.handle(step)
    }
    #expect(state.phase == from)
    let timer = state.handle(event)
    #expect(state.phase == to)
    switch (from == to, to) {
    case (false, .delayingStart): #expect(timer == .activation(1))
    case (false, .delayingEnd): #expect(timer == .completion(3))
    default: #expect(timer == nil)
    }
  }

  @Test func `activity that ends before the activation delay is never shown`() {
    monitor.begin("a")
    monitor.end("a")
    #expect(monitor.phase == .delayingStart)
    clock.advance(by: .seconds(1))
    #expect(monitor.phase == .notActive)
  }

  @Test func `activity that resumes during the completion delay is shown without a gap`() {
    monitor.begin("a")
    clock.advance(by: .seconds(1))
    monitor.end("a")
    clock.advance(by: .milliseconds(100))
    monitor.begin("b")
    // The timer of the cancelled end is ignored.
    clock.advance(by: .seconds(1))
    #expect(monitor.phase == .active)
  }

  @Test func `the change stream reports each visible change once for overlapping requests`() async {
    var changes = monitor.changes.makeAsyncIterator()
    for name in ["a", "b", "c"] { monitor.begin(name) }
    clock.advance(by: .seconds(1))
    for name in ["a", "b", "c"] { monitor.end(name) }
    clock.advance(by: .seconds(1))
    monitor.begin("d")
    clock.advance(by: .seconds(1))
    #expect(await changes.next() == true)
    #expect(await changes.next() == false)
    #expect(await changes.next() == true)
  }

  @Test func `the change stream ends when its activity monitor is released`() async {
    var monitor: ActivityMonitor? = ActivityMonitor(clock: clock)
    var changes = monitor!.changes.makeAsyncIterator()
    monitor = nil
    #expect(await changes.next() == nil)
  }

  @Test func `the number of unnamed activities never becomes negative`() {
    monitor.decrement()
    monitor.increment()
    #expect(monitor.phase == .delayingStart)
    clock.advance(by: .seconds(1))
    monitor.increment()
    monitor.decrement()
    #expect(monitor.phase == .active)
    monitor.decrement()
    #expect(monitor.phase == .delayingEnd)
  }

  @Test func `the system clock of the activity monitor calls the closure`() async {
    let monitor = ActivityMonitor(
      activationDelay: .milliseconds(1), completionDelay: .milliseconds(1))
    monitor.isEnabled = true
    var changes = monitor.changes.makeAsyncIterator()
    monitor.begin("a")
    #expect(await changes.next() == true)
    monitor.end("a")
    #expect(await changes.next() == false)
  }
}
