import Glibc

/// A completion of a task. A thread that runs no tasks can wait for the completion.
final class Completion<Value: Sendable>: @unchecked Sendable {
  private var semaphore = sem_t()
  private var outcome: Result<Value, any Error>?

  private init() { _ = unsafe sem_init(&semaphore, 0, 0) }

  /// Runs a task and returns the result of the task.
  static func wait(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let completion = Completion()
    Task.detached {
      do {
        completion.outcome = .success(try await work())
      } catch {
        completion.outcome = .failure(error)
      }
      _ = unsafe sem_post(&completion.semaphore)
    }
    while unsafe sem_wait(&completion.semaphore) != 0 {}
    guard let outcome = completion.outcome else { throw Peer.Failure.symbol("outcome") }
    return try outcome.get()
  }
}
