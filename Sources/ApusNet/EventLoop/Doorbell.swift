internal import Synchronization

/// A place where one task waits until somebody rings, a deadline comes, or it is cancelled.
///
/// Waiting needs no further task, no group and no actor. A ring while no one waits is kept, and
/// ends the next wait at once: that is what makes edge-triggered readiness safe. What is kept is
/// taken only by a wait, which then ends, so that its task looks again at what it waited for; no
/// ring can therefore fall between a look and the wait that follows it.
///
/// A wait takes the loop's lock once, to park. Before that it looks without the lock whether a ring
/// was kept: one that it sees too late is found as it parks, where it looks again. A cancellation
/// names the wait that it is to end, which has its number before it can be cancelled: one that
/// comes before the wait has parked is noted, and found as it parks; one that comes after the wait
/// has ended finds another number, or no one who waits.
///
/// One task waits at a time. The caller of `ring` may be on any thread.
public final class Doorbell: @unchecked Sendable {
  /// The reasons for a ring.
  public struct Rings: OptionSet, Sendable {
    /// One bit for each.
    public let rawValue: UInt8

    /// Creates the rings whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There is something to read, or what was waited for has happened.
    public static let input = Rings(rawValue: 1)
    /// There is room to write.
    public static let output = Rings(rawValue: 2)
    /// A result has come from another task, for a task that waits for the peer too.
    public static let nudge = Rings(rawValue: 16)
    /// The peer has ended its side or failed, or marks data as urgent; stays once it was rung.
    static let unusual = Rings(rawValue: 4)
    /// The owner has closed what is waited for; stays once it was rung, and ends every wait.
    static let closed = Rings(rawValue: 8)

    static let lasting: Rings = [.unusual, .closed]
  }

  /// What ended a wait.
  public enum Wakeup: Sendable, Equatable {
    /// Somebody rang.
    case rung(Rings)
    /// The deadline came.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The loop was shut down.
    case shutDown
  }

  /// The loop that keeps the deadlines.
  public let loop: EventLoop

  /// Rings that no wait has taken yet: changed under the loop's lock alone.
  private let kept = Atomic<UInt8>(0)
  /// Which wait this is, so that a cancellation that comes late cannot end another task's wait;
  /// changed by the task that waits.
  private let turn = Atomic<UInt64>(0)

  // All of these are seen and changed under the loop's lock alone.
  /// Who waits, and for which rings.
  private var waiter: Waiter?
  private var interest: Rings = []
  /// Until when; the loop's heap may have an earlier moment.
  private var deadline = Deadline.never
  /// The wait that was cancelled before its task had parked.
  private var cancelledTurn: UInt64 = 0
  /// Where the loop's heap has this, or `DeadlineHeap.nowhere`.
  var place = DeadlineHeap.nowhere

  /// Whether the next wait is expected soon, so that the place in the heap is kept for it.
  ///
  /// A wait that ends by a ring then costs the heap nothing, nor does the next one if its deadline
  /// is later. The place that was kept wakes the loop once, and is moved or given up.
  private let keepsPlace: Bool

  /// Creates a doorbell at which no one waits and that no one has rung.
  public convenience init(on loop: EventLoop) { self.init(on: loop, keepsPlace: false) }

  init(on loop: EventLoop, keepsPlace: Bool) {
    self.loop = loop
    self.keepsPlace = keepsPlace
  }

  /// Waits for any of the rings, and takes those that came.
  public func wait(for interest: Rings = .input, until deadline: Deadline) async -> Wakeup {
    await pause(for: interest, until: deadline).wakeup
  }

  /// What ended a wait, and whether the task was suspended for it.
  struct Pause {
    let wakeup: Wakeup
    let hasSuspended: Bool
  }

  /// Waits, and says whether the task was suspended for it.
  @inline(__always)
  func pause(for interest: Rings, until deadline: Deadline) async -> Pause {
    // The thread that would end the wait is not here, and may have held the lock.
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

  /// Calls `notify` on the loop's thread when a wait would have ended; it must be quick.
  ///
  /// Returns false, and never calls, if a wait would end at once.
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

  /// Ends a watch; returns false if it had ended, and its closure was or will be called.
  public func unwatch() -> Bool {
    loop.withState { state in leave(&state) != nil }
  }

  /// Ends the wait for any of the rings, or the next one.
  public func ring(_ rings: Rings = .input) {
    loop.withState { state in ring(rings, &state) }?.deliver()
  }

  /// Notes the rings; who is returned must be woken once the loop's lock is free.
  @inline(never)
  func ring(_ new: Rings, _ state: inout EventLoop.State) -> Woken? {
    rings.formUnion(new)
    guard waiter != nil, let wakeup = take(interest) else { return nil }
    return end(wakeup, &state)
  }

  /// Ends the wait if its own deadline has come; the loop's heap has just let go of this.
  func expire(at now: Deadline, _ state: inout EventLoop.State) -> Woken? {
    guard waiter != nil, now < deadline else { return end(.timedOut, &state) }
    state.heap.insert(self, until: deadline)
    return nil
  }

  /// Ends the wait for another reason than a ring.
  func end(_ wakeup: Wakeup, _ state: inout EventLoop.State) -> Woken? {
    leave(&state).map { Woken(waiter: $0, wakeup: wakeup) }
  }

  /// Gives up the place that is kept, because no wait will follow.
  func retire() { loop.withState { $0.heap.remove(self) } }

  /// Lets the task wait, unless what it waits for has come since it looked.
  private func park(
    _ waiter: Waiter, _ turn: UInt64, _ interest: Rings, until deadline: Deadline
  ) {
    let (wakeup, waker): (Wakeup?, EventLoop.Waker?) = loop.withState { state in
      if let wakeup = take(interest) { return (wakeup, nil) }
      guard cancelledTurn != turn else { return (.cancelled, nil) }
      guard state.phase == .running else { return (.shutDown, nil) }
      return (nil, wait(waiter, interest, until: deadline, &state))
    }
    // From here on the task may have gone on elsewhere, and let go of this and of the loop.
    if let wakeup { waiter.wake(wakeup) }
    waker?.wake()
  }

  /// Returns what wakes the loop, if it sleeps for too long.
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

  /// Whether a ring was kept that ends a wait for these.
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

  /// Numbers a wait; the one before it has ended.
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
  /// Suspends the task until a moment has come; throws if it is cancelled or the loop shut down.
  public func sleep(until deadline: Deadline) async throws(NetError) {
    switch await Doorbell(on: self).wait(for: [], until: deadline) {
    case .timedOut, .rung: return
    case .cancelled: throw .cancelled
    case .shutDown: throw CurrentProcess.isForkedChild ? .forked : .shutDown
    }
  }
}

extension NetError {
  /// Why a wait ended without a ring.
  init(_ wakeup: Doorbell.Wakeup, _ operation: Operation, _ address: SocketAddress?) {
    switch wakeup {
    case .timedOut: self = .timedOut(operation, address)
    case .cancelled: self = .cancelled
    case .shutDown: self = CurrentProcess.isForkedChild ? .forked : .shutDown
    case .rung: self = .closed
    }
  }
}
