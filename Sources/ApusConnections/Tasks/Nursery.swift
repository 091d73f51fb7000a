package import ApusNet

/// The background tasks of a session, which establish connections.
///
/// A background task has an explicit executor, and inherits neither task-local values nor
/// cancellation. The shutdown of the session cancels the tasks. The nursery counts each task until
/// its end, because code of the program inside a task may ignore the cancellation.
package final class Nursery: Sendable {
  private struct State {
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var last: UInt64 = 0
    var isClosed = false
    /// The wake-up signals for code that waits for the end of the last task.
    var emptied: [Doorbell] = []
  }

  private let state = Lock(State())

  package init() {}

  /// The number of background tasks that have not ended.
  package var count: Int { state.withLock { $0.tasks.count } }

  /// Starts a background task and returns a closure that cancels the task. Returns `nil` if the
  /// session is shut down.
  @discardableResult
  package func begin(
    on executor: any TaskExecutor, _ work: @escaping @Sendable () async -> Void
  ) -> (@Sendable () -> Void)? {
    let number: UInt64? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.last += 1
      let number = state.last
      // The task is stored under the lock, because a task that ends immediately removes its own
      // entry.
      state.tasks[number] = Task.detached(executorPreference: executor) { [self] in
        await work()
        end(number)
      }
      return number
    }
    guard let number else { return nil }
    return { [self] in state.withLock { $0.tasks[number] }?.cancel() }
  }

  private func end(_ number: UInt64) {
    let bells = state.withLock { state in
      state.tasks[number] = nil
      return state.tasks.isEmpty ? state.emptied : []
    }
    for bell in bells { bell.ring() }
  }

  /// Rejects further background tasks, and cancels the current tasks.
  package func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Waits until all background tasks have ended or a deadline has passed. Returns the number of
  /// remaining tasks.
  package func awaitEnd(until deadline: Deadline, on loop: EventLoop) async -> Int {
    let bell = Doorbell(on: loop)
    state.withLock { $0.emptied.append(bell) }
    defer { state.withLock { $0.emptied.removeAll { $0 === bell } } }
    while count > 0 {
      guard case .rung = await bell.wait(until: deadline) else { break }
    }
    return count
  }
}
