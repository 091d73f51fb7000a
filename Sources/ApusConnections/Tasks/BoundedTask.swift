package import ApusNet

/// Runs the caller's code while a handshake or a call waits, with a time limit.
package struct BoundedTask {
  /// The loop that keeps the deadline.
  let loop: EventLoop
  let deadline: Deadline
  /// The executor of the code, which is never a shared loop.
  let executor: any TaskExecutor

  package init(loop: EventLoop, deadline: Deadline, executor: any TaskExecutor) {
    self.loop = loop
    self.deadline = deadline
    self.executor = executor
  }

  /// Runs work in a task of its own, which is cancelled once its result is no longer awaited.
  package func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws(NetError) -> Result<Value, any Error> {
    let slot = Slot<Result<Value, any Error>>()
    let bell = Doorbell(on: loop)
    let task = Task(executorPreference: executor) {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      slot.value.withLock { $0 = result }
      bell.ring()
    }
    let wakeup = await bell.wait(until: deadline)
    if let result = slot.value.withLock({ $0 }) { return result }
    task.cancel()
    switch wakeup {
    case .timedOut: throw .timedOut(.connect, nil)
    case .shutDown: throw .shutDown
    case .cancelled, .rung: throw .cancelled
    }
  }
}

/// Passes the result of a task to the code that waits for it.
package final class Slot<Value: Sendable>: Sendable {
  package let value = Lock<Value?>(nil)

  package init() {}
}
