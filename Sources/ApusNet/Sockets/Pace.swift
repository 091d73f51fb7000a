internal import Synchronization

/// A counter of consecutive socket operations, after which the task yields to other tasks.
///
/// A peer that always sends more data would otherwise occupy the thread, and the task would never
/// check for cancellation and timeout. The count need not be exact if two tasks count in parallel.
final class Pace: Sendable {
  private let steps = Atomic<Int>(0)

  /// The maximum number of consecutive socket calls without a wait.
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

  /// Yields to other tasks, and checks for cancellation and timeout.
  static func giveWay(
    _ operation: NetError.Operation, _ address: SocketAddress?, until deadline: Deadline,
    _ time: TimeSource
  ) async throws(NetError) {
    guard time.now < deadline else { throw .timedOut(operation, address) }
    await Task.yield()
    guard !Task.isCancelled else { throw .cancelled }
  }
}
