internal import ApusNet

/// Lets somebody else work while a handshake waits, for no longer than it may take.
struct Errand {
  let socket: Socket
  let deadline: Deadline

  /// Where the work's result is laid down.
  private final class Desk<Value: Sendable>: Sendable {
    let result = Lock<Result<Value, any Error>?>(nil)
  }

  /// Runs work in a task of its own, which is cancelled when nobody waits for it any more.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws(NetError) -> Result<Value, any Error> {
    let desk = Desk<Value>()
    let bell = Doorbell(on: socket.loop)
    let task = Task(executorPreference: CurrentTask.preferredExecutor) {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      desk.result.withLock { $0 = result }
      bell.ring()
    }
    let wakeup = await bell.wait(until: deadline)
    if let result = desk.result.withLock({ $0 }) { return result }
    task.cancel()
    switch wakeup {
    case .timedOut: throw .timedOut(.connect, socket.peer)
    case .shutDown: throw .shutDown
    case .cancelled, .rung: throw .cancelled
    }
  }
}
