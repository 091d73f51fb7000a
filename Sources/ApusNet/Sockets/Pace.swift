internal import Synchronization

/// A counter of the operations on a socket, after which the socket's task yields to other tasks.
///
/// A peer that always has more data would otherwise occupy the thread. The task of such a socket
/// would notice neither cancellation nor timeout, because a task that never waits does not check
/// the clock. Two tasks may count in parallel and miscount, because the count only has to grow.
final class Pace: Sendable {
  private let steps = Atomic<Int>(0)

  /// The maximum number of consecutive calls without a wait, after which a task yields.
  static let limit = 16

  /// Resets the count after a wait, because other tasks have run during the wait.
  func rest() { steps.store(0, ordering: .relaxed) }

  /// Counts an operation on the socket. Returns `true` if the task should yield before the
  /// operation.
  func step() -> Bool {
    let count = steps.load(ordering: .relaxed)
    steps.store(count < Self.limit ? count + 1 : 1, ordering: .relaxed)
    return count >= Self.limit
  }

  /// Lets other tasks run, and checks for cancellation and timeout in the same way as a wait.
  static func giveWay(
    _ operation: NetError.Operation, _ address: SocketAddress?, until deadline: Deadline,
    _ time: TimeSource
  ) async throws(NetError) {
    guard time.now < deadline else { throw .timedOut(operation, address) }
    await Task.yield()
    guard !Task.isCancelled else { throw .cancelled }
  }
}
