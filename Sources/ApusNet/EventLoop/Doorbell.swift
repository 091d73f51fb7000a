internal import Synchronization

/// A wake-up signal for one task. The task waits for a ring of the signal, a deadline or its
/// cancellation.
///
/// A wait needs no additional task, no task group and no actor. A ring without a waiting task is
/// stored and ends the next wait immediately. The storage makes edge-triggered readiness safe: no
/// ring is lost between a check for an event and the following wait. Only a wait consumes stored
/// rings.
///
/// A wait first checks for a stored ring without a lock. The wait acquires the lock of the event
/// loop once, to suspend its task. A second check under the lock finds a ring that arrived in the
/// meantime. Each wait has a number, and a cancellation contains the number of its wait. A
/// cancellation before the suspension is recorded and found under the lock. A late cancellation has
/// no effect, because its number differs.
///
/// One task at a time waits for a `Doorbell`. Any thread may call `ring`.
public final class Doorbell: @unchecked Sendable {
  /// A set of the reasons to wake a waiting task.
  public struct Rings: OptionSet, Sendable {
    /// The bits of the set, with one bit for each reason of a ring.
    public let rawValue: UInt8

    /// Creates a set of ring reasons from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Data can be read, or the awaited event has happened.
    public static let input = Rings(rawValue: 1)
    /// Data can be written to the socket.
    public static let output = Rings(rawValue: 2)
    /// Another task has a result for the task that waits for its peer.
    public static let nudge = Rings(rawValue: 16)
    /// The peer has closed its sending direction, has failed, or has sent urgent data. The ring
    /// remains stored.
    static let unusual = Rings(rawValue: 4)
    /// The socket or file was closed by its owner. The ring remains stored and ends every wait.
    static let closed = Rings(rawValue: 8)

    static let lasting: Rings = [.unusual, .closed]
  }

  /// The reason that the wait of a task ended.
  public enum Wakeup: Sendable, Equatable {
    /// A call of `ring` ended the wait.
    case rung(Rings)
    /// The deadline of the wait passed.
    case timedOut
    /// The waiting task was cancelled.
    case cancelled
    /// The event loop was shut down.
    case shutDown
  }

  /// The event loop whose timers enforce the deadlines of waits.
  public let loop: EventLoop

  /// The stored wake-up reasons (rings) that no wait has consumed. The value changes only under the
  /// lock of the event loop.
  private let kept = Atomic<UInt8>(0)
  /// The number of the current wait. The number prevents a late cancellation from ending a later
  /// wait. Only the waiting task changes the number.
  private let turn = Atomic<UInt64>(0)

  // The following properties are accessed only under the lock of the event loop.
  /// The waiting task or closure, with the wake-up reasons that end the wait.
  private var waiter: Waiter?
  private var interest: Rings = []
  /// The deadline of the wait. The timer queue of the event loop may contain an earlier deadline
  /// for the same task.
  private var deadline = Deadline.never
  /// The number of a wait that was cancelled before its task was suspended.
  private var cancelledTurn: UInt64 = 0
  /// The position in the event loop's timer queue, or `DeadlineHeap.nowhere` outside the queue.
  var place = DeadlineHeap.nowhere

  /// A Boolean value that indicates whether the timer queue entry remains after a wait, because the
  /// next wait is expected soon.
  ///
  /// A wait that ends by a ring then costs no heap operation. The next wait costs no heap operation
  /// if its deadline is later. The old deadline wakes the event loop once, and the queue entry is
  /// then moved or removed.
  private let keepsPlace: Bool

  /// Creates a wake-up signal on an event loop, without stored rings.
  public convenience init(on loop: EventLoop) { self.init(on: loop, keepsPlace: false) }

  init(on loop: EventLoop, keepsPlace: Bool) {
    self.loop = loop
    self.keepsPlace = keepsPlace
  }

  /// Waits for any of the given wake-up reasons, and consumes the reasons that arrived.
  public func wait(for interest: Rings = .input, until deadline: Deadline) async -> Wakeup {
    await pause(for: interest, until: deadline).wakeup
  }

  /// The result of a wait: the reason for its end, and whether the task was suspended.
  struct Pause {
    let wakeup: Wakeup
    let hasSuspended: Bool
  }

  /// Waits for any of the given wake-up reasons, and returns whether the task was suspended.
  @inline(__always)
  func pause(for interest: Rings, until deadline: Deadline) async -> Pause {
    // A forked child has no event loop thread, so a wait would never end. The lock may also have
    // been held at the time of the fork.
    if CurrentProcess.isForkedChild { return Pause(wakeup: .shutDown, hasSuspended: false) }
    if endsWait(interest), let wakeup = loop.withState({ _ in take(interest) }) {
      return Pause(wakeup: wakeup, hasSuspended: false)
    }
    let turn = nextTurn()
    let wakeup = await Waiter.suspend {
      park($0, turn, interest, until: deadline)
    } onCancel: {
      cancel(turn)
    }
    return Pause(wakeup: wakeup, hasSuspended: true)
  }

  /// Calls a closure on the event loop's thread when a ring arrives or the deadline passes.
  ///
  /// The closure must return quickly. Returns `false`, and never calls `notify`, if a wait would
  /// end immediately.
  public func watch(
    for interest: Rings = .input, until deadline: Deadline,
    _ notify: @escaping @Sendable (Wakeup) -> Void
  ) -> Bool {
    let (isWatched, waker): (Bool, EventLoop.Waker?) = loop.withState { state in
      guard take(interest) == nil, state.phase == .running else { return (false, nil) }
      _ = nextTurn()
      return (true, wait(.call(notify), interest, until: deadline, &state))
    }
    waker?.wake()
    return isWatched
  }

  /// Cancels the closure of `watch`.
  ///
  /// Returns `false` if the closure was already called or is about to be called.
  public func unwatch() -> Bool {
    loop.withState { state in leave(&state) != nil }
  }

  /// Wakes the task that waits for any of the given reasons. Without a waiting task, the reasons
  /// are stored for the next wait.
  public func ring(_ rings: Rings = .input) {
    loop.withState { state in ring(rings, &state) }?.deliver()
  }

  /// Stores wake-up reasons, and returns the task to wake after the event loop's lock is released.
  @inline(never)
  func ring(_ new: Rings, _ state: inout EventLoop.State) -> Woken? {
    rings.formUnion(new)
    guard waiter != nil, let wakeup = take(interest) else { return nil }
    return end(wakeup, &state)
  }

  /// Ends the wait if its deadline has passed. The caller has already removed the entry from the
  /// timer queue.
  func expire(at now: Deadline, _ state: inout EventLoop.State) -> Woken? {
    guard waiter != nil, now < deadline else { return end(.timedOut, &state) }
    state.heap.insert(self, until: deadline)
    return nil
  }

  /// Ends the wait for a reason other than a ring.
  func end(_ wakeup: Wakeup, _ state: inout EventLoop.State) -> Woken? {
    leave(&state).map { Woken(waiter: $0, wakeup: wakeup) }
  }

  /// Removes the entry from the timer queue, because no further wait will follow.
  func retire() { loop.withState { $0.heap.remove(self) } }

  /// Suspends the task, unless a wake-up has arrived since the last check.
  private func park(
    _ waiter: Waiter, _ turn: UInt64, _ interest: Rings, until deadline: Deadline
  ) {
    let (wakeup, waker): (Wakeup?, EventLoop.Waker?) = loop.withState { state in
      if let wakeup = take(interest) { return (wakeup, nil) }
      guard cancelledTurn != turn else { return (.cancelled, nil) }
      guard state.phase == .running else { return (.shutDown, nil) }
      return (nil, wait(waiter, interest, until: deadline, &state))
    }
    // The lock is already released, so the woken task may release this object and the event loop.
    if let wakeup { waiter.wake(wakeup) }
    waker?.wake()
  }

  /// Records a wait under the lock. Returns a handle that wakes the event loop if the loop would
  /// sleep past the deadline.
  private func wait(
    _ waiter: Waiter, _ interest: Rings, until deadline: Deadline, _ state: inout EventLoop.State
  ) -> EventLoop.Waker? {
    precondition(self.waiter == nil, "two tasks wait at one doorbell")
    self.waiter = waiter
    self.interest = interest
    self.deadline = deadline
    state.heap.insert(self, until: deadline)
    state.waitingCount += 1
    return state.wakerIfAsleep(past: deadline)
  }

  private var rings: Rings {
    get { Rings(rawValue: kept.load(ordering: .acquiring)) }
    set { kept.store(newValue.rawValue, ordering: .releasing) }
  }

  /// Returns whether a stored wake-up reason ends a wait for the given reasons.
  private func endsWait(_ interest: Rings) -> Bool {
    !rings.isDisjoint(with: interest.union(.closed))
  }

  private func take(_ interest: Rings) -> Wakeup? {
    guard endsWait(interest) else { return nil }
    defer { rings.subtract(interest.subtracting(.lasting)) }
    return .rung(rings)
  }

  private func leave(_ state: inout EventLoop.State) -> Waiter? {
    guard let waiter else { return nil }
    self.waiter = nil
    state.waitingCount -= 1
    if !keepsPlace { state.heap.remove(self) }
    return waiter
  }

  /// Assigns a number to a new wait, after the previous wait has ended.
  private func nextTurn() -> UInt64 {
    let next = turn.load(ordering: .relaxed) &+ 1
    turn.store(next, ordering: .relaxed)
    return next
  }

  private func cancel(_ turn: UInt64) {
    let waiter: Waiter? = loop.withState { state in
      guard self.turn.load(ordering: .relaxed) == turn else { return nil }
      cancelledTurn = turn
      return leave(&state)
    }
    waiter?.wake(.cancelled)
  }
}

extension EventLoop {
  /// Suspends the calling task until a deadline.
  ///
  /// Throws an error if the task is cancelled or the event loop is shut down.
  public func sleep(until deadline: Deadline) async throws(NetError) {
    switch await Doorbell(on: self).wait(for: [], until: deadline) {
    case .timedOut, .rung: return
    case .cancelled: throw .cancelled
    case .shutDown: throw CurrentProcess.isForkedChild ? .forked : .shutDown
    }
  }
}

extension NetError {
  /// Creates the error of a wait that ended by timeout, cancellation or shutdown.
  init(_ wakeup: Doorbell.Wakeup, _ operation: Operation, _ address: SocketAddress?) {
    switch wakeup {
    case .timedOut: self = .timedOut(operation, address)
    case .cancelled: self = .cancelled
    case .shutDown: self = CurrentProcess.isForkedChild ? .forked : .shutDown
    case .rung: self = .closed
    }
  }
}
