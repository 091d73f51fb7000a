internal import ApusNet

/// Runs code of the caller's while a handshake or a call waits, for no longer than that may take.
struct BoundedTask {
  /// The loop that keeps the deadline.
  let loop: EventLoop
  let deadline: Deadline
  /// Where the code runs, which is never a loop that sessions share.
  let executor: any TaskExecutor

  private final class Slot<Value: Sendable>: Sendable {
    let result = Lock<Result<Value, any Error>?>(nil)
  }

  /// Runs work in a task of its own, which is cancelled when its result is waited for no more.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws(NetError) -> Result<Value, any Error> {
    let slot = Slot<Value>()
    let bell = Doorbell(on: loop)
    let task = Task(executorPreference: executor) {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      slot.result.withLock { $0 = result }
      bell.ring()
    }
    let wakeup = await bell.wait(until: deadline)
    if let result = slot.result.withLock({ $0 }) { return result }
    task.cancel()
    switch wakeup {
    case .timedOut: throw .timedOut(.connect, nil)
    case .shutDown: throw .shutDown
    case .cancelled, .rung: throw .cancelled
    }
  }
}
