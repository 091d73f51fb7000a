internal import Synchronization

/// How much is done with a socket without giving way to others.
///
/// A peer that always has more to say would otherwise keep the thread, and be neither cancelled
/// nor late: a task that need not wait never looks at the clock. Two tasks may count at once, and
/// then miscount: the count only has to grow.
final class Pace: Sendable {
  private let steps = Atomic<Int>(0)

  /// After how many calls in a row that had not to wait a task gives way.
  static let limit = 16

  /// Notes that a task has waited, so that others had their turn.
  func rest() { steps.store(0, ordering: .relaxed) }

  /// Notes a step; true if the task should give way before it.
  func step() -> Bool {
    let count = steps.load(ordering: .relaxed)
    steps.store(count < Self.limit ? count + 1 : 1, ordering: .relaxed)
    return count >= Self.limit
  }

  /// Lets others run, and notices what a wait would have.
  static func giveWay(
    _ operation: NetError.Operation, _ address: SocketAddress?, until deadline: Deadline,
    _ time: TimeSource
  ) async throws(NetError) {
    guard time.now < deadline else { throw .timedOut(operation, address) }
    await Task.yield()
    guard !Task.isCancelled else { throw .cancelled }
  }
}
