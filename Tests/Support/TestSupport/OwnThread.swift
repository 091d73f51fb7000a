import ApusNet
package import Testing

/// Runs each test of a suite on a thread of its own, a few of them at a time.
///
/// In the global pool a test waits until other computations have ended, which takes minutes with
/// few processors, and its server does not wait for so long. If hundreds of tests ran in parallel,
/// each on a thread, none would make progress.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing run: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await run() }
    await Self.places.take()
    defer { Self.places.giveBack() }
    let thread = try EventLoop()
    do {
      try await withTaskExecutorPreference(thread) { try await run() }
    } catch {
      await thread.shutdown()
      throw error
    }
    await thread.shutdown()
  }

  private static let places = Places(8)
}

extension Trait where Self == OwnThread {
  /// Runs each test of a suite on a thread of its own.
  package static var ownThread: OwnThread { OwnThread() }
}

/// A number of slots, which are assigned to waiting tasks in order.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  init(_ count: Int) {
    state = Lock(State(free: count))
  }

  func take() async {
    await withCheckedContinuation { continuation in
      let isTaken = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isTaken { continuation.resume() }
    }
  }

  func giveBack() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
