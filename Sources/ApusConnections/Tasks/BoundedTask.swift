package import ApusNet

/// A runner that calls code of the program with a time limit.
package struct BoundedTask {
  /// The event loop whose timer enforces the deadline.
  let loop: EventLoop
  let deadline: Deadline
  /// The executor on which code of the program runs, which is never a shared event loop.
  let executor: any TaskExecutor

  package init(loop: EventLoop, deadline: Deadline, executor: any TaskExecutor) {
    self.loop = loop
    self.deadline = deadline
    self.executor = executor
  }

  /// Runs a closure in a separate task. The task is cancelled when no code waits for its result.
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

/// A thread-safe slot through which a task passes its result to the waiting code.
package final class Slot<Value: Sendable>: Sendable {
  package let value = Lock<Value?>(nil)

  package init() {}
}
