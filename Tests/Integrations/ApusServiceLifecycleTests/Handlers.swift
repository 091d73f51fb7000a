import ApusNet
import ServiceLifecycle

/// A service like a server: it works until its shutdown, and then lets its handlers end.
final class Handlers: Service {
  private struct State {
    var successes = 0
    var failures: [any Error] = []
    var isShuttingDown = false
  }

  private let count: Int
  private let work: @Sendable (Int) async throws -> Bool
  private let state = Lock(State())

  init(count: Int, _ work: @escaping @Sendable (Int) async throws -> Bool) {
    (self.count, self.work) = (count, work)
  }

  var successes: Int { state.withLock(\.successes) }
  var failures: [any Error] { state.withLock(\.failures) }
  var isShuttingDown: Bool { state.withLock(\.isShuttingDown) }

  func run() async throws {
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          do {
            let isRight = try await self.work(number)
            self.state.withLock { $0.successes += isRight ? 1 : 0 }
          } catch {
            self.state.withLock { $0.failures.append(error) }
          }
        }
      }
      try? await gracefulShutdown()
      state.withLock { $0.isShuttingDown = true }
      await group.waitForAll()
    }
  }
}

/// Holds tasks until it is opened.
final class Gate: Sendable {
  private let isOpen = Lock(false)

  func open() { isOpen.withLock { $0 = true } }

  func pass() async {
    while !isOpen.withLock(\.self) { try? await Task.sleep(for: .milliseconds(5)) }
  }
}
