import ApusNet
import Testing

/// Runs each test of a suite on a thread of its own.
///
/// In the global pool a test stands behind whatever others compute, for minutes where there are few
/// processors, and its server does not wait for so long.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing run: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await run() }
    let thread = try EventLoop()
    do {
      try await withTaskExecutorPreference(thread) { try await run() }
    } catch {
      await thread.shutdown()
      throw error
    }
    await thread.shutdown()
  }
}

extension Trait where Self == OwnThread {
  /// Runs each test of a suite on a thread of its own.
  static var ownThread: OwnThread { OwnThread() }
}
