internal import Synchronization

/// The number of operations on a socket before its task yields to others.
///
/// A peer that always has more data would otherwise occupy the thread, and its task would notice
/// neither cancellation nor timeout: a task that never waits does not check the clock. Two tasks
/// may count in parallel and miscount: the count only has to grow.
final class Pace: Sendable {
  private let steps = Atomic<Int>(0)

  /// The maximum number of consecutive calls without a wait; then a task yields.
  static let limit = 16

  /// Resets the count after a wait, because other tasks had their turn.
  func rest() { steps.store(0, ordering: .relaxed) }

  /// Counts a step; returns true if the task should yield first.
  func step() -> Bool {
    let count = steps.load(ordering: .relaxed)
    steps.store(count < Self.limit ? count + 1 : 1, ordering: .relaxed)
    return count >= Self.limit
  }

  /// Lets other tasks run, and checks for cancellation and timeout as a wait would.
  static func giveWay(
    _ operation: NetError.Operation, _ address: SocketAddress?, until deadline: Deadline,
    _ time: TimeSource
  ) async throws(NetError) {
    guard time.now < deadline else { throw .timedOut(operation, address) }
    await Task.yield()
    guard !Task.isCancelled else { throw .cancelled }
  }
}
