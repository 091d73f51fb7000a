internal import Synchronization

/// A doorbell at which one task waits for a ring, a deadline, or the cancellation of the task.
///
/// A wait needs no additional task, no group and no actor. A ring without a waiting task is stored
/// and ends the next wait immediately, which makes edge-triggered readiness safe. Only a wait takes
/// stored rings. The wait then ends, and its task checks again for the event. No ring can be lost
/// between a check and the following wait.
///
/// A wait takes the lock of the event loop once, to park its task. The wait first checks for a
/// stored ring without the lock. A second check during parking finds a ring that arrives after the
/// first check. Each wait has a number before the wait can be cancelled, and a cancellation
/// contains the number of the wait that it ends. A cancellation that arrives before its wait has
/// parked is recorded, and found during parking. A cancellation that arrives after its wait has
/// ended finds a different number or no waiting task.
///
/// One task at a time waits at a doorbell. Any thread may call `ring`.
public final class Doorbell: @unchecked Sendable {
  /// The reasons for a ring of a doorbell.
  public struct Rings: OptionSet, Sendable {
    /// The bits of the set, with one bit for each reason.
    public let rawValue: UInt8

    /// Creates a set of rings from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Data can be read, or the awaited event has happened.
    public static let input = Rings(rawValue: 1)
    /// Data can be written.
    public static let output = Rings(rawValue: 2)
    /// Another task has a result for a task that also waits for its peer.
    public static let nudge = Rings(rawValue: 16)
    /// The peer has ended its side, has failed, or has sent urgent data. The ring remains stored.
    static let unusual = Rings(rawValue: 4)
    /// The owner has closed the resource. The ring remains stored and ends every wait.
    static let closed = Rings(rawValue: 8)

    static let lasting: Rings = [.unusual, .closed]
  }

  /// The reason that a wait at a doorbell ended.
  public enum Wakeup: Sendable, Equatable {
    /// A ring of the doorbell ended the wait.
    case rung(Rings)
    /// The deadline of the wait passed.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The event loop was shut down.
    case shutDown
  }

  /// The event loop that enforces the deadlines of the doorbell.
  public let loop: EventLoop

  /// The rings that no wait has taken yet. The value changes only under the lock of the event loop.
  private let kept = Atomic<UInt8>(0)
  /// The number of the current wait, which prevents a late cancellation from ending the wait of
  /// another task. Only the waiting task changes the number.
  private let turn = Atomic<UInt64>(0)

  // The following properties are accessed only under the lock of the event loop.
  /// The waiting task or closure, with the rings that it waits for.
  private var waiter: Waiter?
  private var interest: Rings = []
  /// The deadline of the wait. The heap of the event loop may contain an earlier deadline for the
  /// doorbell.
  private var deadline = Deadline.never
  /// The number of a wait that was cancelled before its task parked.
  private var cancelledTurn: UInt64 = 0
  /// The position of the doorbell in the heap of the event loop, or `DeadlineHeap.nowhere`.
  var place = DeadlineHeap.nowhere

  /// A Boolean value that indicates whether the doorbell retains its position in the heap, because
  /// the next wait is expected soon.
  ///
  /// A wait that ends by a ring then costs no heap operation. The next wait costs no heap operation
  /// either if its deadline is later. The retained position wakes the event loop once, and is then
  /// moved or removed.
  private let keepsPlace: Bool

  /// Creates a doorbell without rings.
  public convenience init(on loop: EventLoop) { self.init(on: loop, keepsPlace: false) }

  init(on loop: EventLoop, keepsPlace: Bool) {
    self.loop = loop
    self.keepsPlace = keepsPlace
  }

  /// Waits for any of the rings, and takes the rings that arrived.
  public func wait(for interest: Rings = .input, until deadline: Deadline) async -> Wakeup {
    await pause(for: interest, until: deadline).wakeup
  }

  /// The reason that a wait ended, with the information that the task was suspended or not.
  struct Pause {
    let wakeup: Wakeup
    let hasSuspended: Bool
  }

  /// Waits for any of the rings, and returns whether the task was suspended.
  @inline(__always)
  func pause(for interest: Rings, until deadline: Deadline) async -> Pause {
    // A forked child lacks the thread that would end the wait. That thread may have held the lock
    // at the time of the fork.
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

  /// Calls `notify` on the event loop's thread when a wait would have ended.
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

  /// Ends a watch of the doorbell.
  ///
  /// Returns `false` if the watch had already ended. In that case `notify` was called or will be
  /// called.
  public func unwatch() -> Bool {
    loop.withState { state in leave(&state) != nil }
  }

  /// Ends the current wait for any of the rings, or the next wait for any of the rings.
  public func ring(_ rings: Rings = .input) {
    loop.withState { state in ring(rings, &state) }?.deliver()
  }

  /// Stores the rings, and returns the waiter to wake after the release of the event loop's lock.
  @inline(never)
  func ring(_ new: Rings, _ state: inout EventLoop.State) -> Woken? {
    rings.formUnion(new)
    guard waiter != nil, let wakeup = take(interest) else { return nil }
    return end(wakeup, &state)
  }

  /// Ends the wait if its own deadline has passed. The heap of the event loop has just removed this
  /// doorbell.
  func expire(at now: Deadline, _ state: inout EventLoop.State) -> Woken? {
    guard waiter != nil, now < deadline else { return end(.timedOut, &state) }
    state.heap.insert(self, until: deadline)
    return nil
  }

  /// Ends the wait for a reason other than a ring.
  func end(_ wakeup: Wakeup, _ state: inout EventLoop.State) -> Woken? {
    leave(&state).map { Woken(waiter: $0, wakeup: wakeup) }
  }

  /// Releases the retained position in the heap, because no wait will follow.
  func retire() { loop.withState { $0.heap.remove(self) } }

  /// Parks the task, unless its event has happened since the last check.
  private func park(
    _ waiter: Waiter, _ turn: UInt64, _ interest: Rings, until deadline: Deadline
  ) {
    let (wakeup, waker): (Wakeup?, EventLoop.Waker?) = loop.withState { state in
      if let wakeup = take(interest) { return (wakeup, nil) }
      guard cancelledTurn != turn else { return (.cancelled, nil) }
      guard state.phase == .running else { return (.shutDown, nil) }
      return (nil, wait(waiter, interest, until: deadline, &state))
    }
    // After the release of the lock, the task may continue on another thread and release this
    // doorbell and the event loop.
    if let wakeup { waiter.wake(wakeup) }
    waker?.wake()
  }

  /// Records a wait. Returns the waker of the event loop if the loop would sleep past the deadline.
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

  /// Returns whether a stored ring ends a wait for these rings.
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
  /// Suspends the task until a deadline.
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
  /// Creates the error of a wait that ended without a ring.
  init(_ wakeup: Doorbell.Wakeup, _ operation: Operation, _ address: SocketAddress?) {
    switch wakeup {
    case .timedOut: self = .timedOut(operation, address)
    case .cancelled: self = .cancelled
    case .shutDown: self = CurrentProcess.isForkedChild ? .forked : .shutDown
    case .rung: self = .closed
    }
  }
}
