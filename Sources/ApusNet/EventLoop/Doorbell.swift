internal import Synchronization

/// A doorbell: one task waits until it is rung, a deadline passes, or the task is cancelled.
///
/// Waiting needs no additional task, no group and no actor. A ring without a waiting task is
/// stored, and ends the next wait immediately: this makes edge-triggered readiness safe. Only a
/// wait takes stored rings. It then ends, so its task checks again for its event; no ring can be
/// lost between a check and the following wait.
///
/// A wait takes the loop's lock once, to park. Before that it checks for a stored ring without the
/// lock; a ring that arrives after this check is found by the second check, while parking. Each
/// wait has a number before it can be cancelled, and a cancellation names the number of the wait
/// that it ends. A cancellation that arrives before the wait has parked is recorded and found while
/// parking; one that arrives after the wait has ended finds a different number or no waiting task.
///
/// One task waits at a time. `ring` may be called on any thread.
public final class Doorbell: @unchecked Sendable {
  /// The reasons for a ring.
  public struct Rings: OptionSet, Sendable {
    /// One bit for each reason.
    public let rawValue: UInt8

    /// Creates a set of rings from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Data can be read, or the awaited event has happened.
    public static let input = Rings(rawValue: 1)
    /// Data can be written.
    public static let output = Rings(rawValue: 2)
    /// Another task has a result, for a task that also waits for its peer.
    public static let nudge = Rings(rawValue: 16)
    /// The peer has ended its side or failed, or sent urgent data; stays set.
    static let unusual = Rings(rawValue: 4)
    /// The owner has closed the resource; stays set, and ends every wait.
    static let closed = Rings(rawValue: 8)

    static let lasting: Rings = [.unusual, .closed]
  }

  /// The reason that a wait ended.
  public enum Wakeup: Sendable, Equatable {
    /// The doorbell was rung.
    case rung(Rings)
    /// The deadline passed.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The loop was shut down.
    case shutDown
  }

  /// The loop that keeps the deadlines.
  public let loop: EventLoop

  /// The rings that no wait has taken yet; changed only under the loop's lock.
  private let kept = Atomic<UInt8>(0)
  /// The number of the current wait, so that a late cancellation cannot end another task's wait;
  /// changed by the waiting task.
  private let turn = Atomic<UInt64>(0)

  // The following properties are accessed only under the loop's lock.
  /// The waiting task or closure, and the rings that it waits for.
  private var waiter: Waiter?
  private var interest: Rings = []
  /// The deadline of the wait; the loop's heap may have an earlier one.
  private var deadline = Deadline.never
  /// The number of a wait that was cancelled before its task parked.
  private var cancelledTurn: UInt64 = 0
  /// The position in the loop's heap, or `DeadlineHeap.nowhere`.
  var place = DeadlineHeap.nowhere

  /// A Boolean value that indicates whether the next wait is expected soon, so that the position in
  /// the heap is kept for it.
  ///
  /// A wait that ends by a ring then costs no heap operation, nor does the next one if its deadline
  /// is later. The kept position wakes the loop once, and is then moved or removed.
  private let keepsPlace: Bool

  /// Creates a doorbell without rings.
  public convenience init(on loop: EventLoop) { self.init(on: loop, keepsPlace: false) }

  init(on loop: EventLoop, keepsPlace: Bool) {
    self.loop = loop
    self.keepsPlace = keepsPlace
  }

  /// Waits for any of the rings, and takes the ones that arrived.
  public func wait(for interest: Rings = .input, until deadline: Deadline) async -> Wakeup {
    await pause(for: interest, until: deadline).wakeup
  }

  /// The reason that a wait ended, and whether the task was suspended.
  struct Pause {
    let wakeup: Wakeup
    let hasSuspended: Bool
  }

  /// Waits, and returns whether the task was suspended.
  @inline(__always)
  func pause(for interest: Rings, until deadline: Deadline) async -> Pause {
    // A forked child lacks the thread that would end the wait; that thread may have held the lock.
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

  /// Calls `notify` on the loop's thread when a wait would have ended; it must return quickly.
  ///
  /// Returns false, and never calls `notify`, if a wait would end immediately.
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

  /// Ends a watch; returns false if it had already ended, and `notify` was or will be called.
  public func unwatch() -> Bool {
    loop.withState { state in leave(&state) != nil }
  }

  /// Ends the current wait for any of the rings, or the next one.
  public func ring(_ rings: Rings = .input) {
    loop.withState { state in ring(rings, &state) }?.deliver()
  }

  /// Stores the rings, and returns the waiter to wake once the loop's lock is released.
  @inline(never)
  func ring(_ new: Rings, _ state: inout EventLoop.State) -> Woken? {
    rings.formUnion(new)
    guard waiter != nil, let wakeup = take(interest) else { return nil }
    return end(wakeup, &state)
  }

  /// Ends the wait if its own deadline has passed; the loop's heap has just removed this doorbell.
  func expire(at now: Deadline, _ state: inout EventLoop.State) -> Woken? {
    guard waiter != nil, now < deadline else { return end(.timedOut, &state) }
    state.heap.insert(self, until: deadline)
    return nil
  }

  /// Ends the wait for a reason other than a ring.
  func end(_ wakeup: Wakeup, _ state: inout EventLoop.State) -> Woken? {
    leave(&state).map { Woken(waiter: $0, wakeup: wakeup) }
  }

  /// Releases the kept position, because no wait will follow.
  func retire() { loop.withState { $0.heap.remove(self) } }

  /// Parks the task, unless its event has happened since its last check.
  private func park(
    _ waiter: Waiter, _ turn: UInt64, _ interest: Rings, until deadline: Deadline
  ) {
    let (wakeup, waker): (Wakeup?, EventLoop.Waker?) = loop.withState { state in
      if let wakeup = take(interest) { return (wakeup, nil) }
      guard cancelledTurn != turn else { return (.cancelled, nil) }
      guard state.phase == .running else { return (.shutDown, nil) }
      return (nil, wait(waiter, interest, until: deadline, &state))
    }
    // From here on the task may continue elsewhere, and release this object and the loop.
    if let wakeup { waiter.wake(wakeup) }
    waker?.wake()
  }

  /// Returns the waker of the loop if the loop would sleep past the deadline.
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

  /// Assigns a number to a wait; the previous one has ended.
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
  /// Suspends the task until a deadline; throws if the task is cancelled or the loop is shut down.
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
