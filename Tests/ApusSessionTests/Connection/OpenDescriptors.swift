import CApusTestSupport
import TestSupport
import Testing

/// The descriptors that this process has, by its own table.
enum OpenDescriptors {
  /// Holds that some work leaves none open, but for those that `before` opened as well.
  ///
  /// It belongs into a process of its own, where nobody else opens files.
  static func expectNone(
    _ before: () async throws -> Void, after work: () async throws -> Void
  ) async throws {
    // What is made once and kept is made now: threads, and what the runtime sleeps by.
    try await Task.sleep(for: .milliseconds(1))
    try await before()
    let kept = try await count { _ in true }
    try await work()
    let left = try await count { $0 <= kept }
    #expect(left <= kept)
  }

  /// How many there are, once a count is as expected or some time has passed: a folder is open
  /// until what was written there is removed, which nobody waits for.
  private static func count(until isExpected: (Int64) -> Bool) async throws -> Int64 {
    var last = apus_test_descriptors()
    _ = await Pause.until {
      last = apus_test_descriptors()
      return isExpected(last)
    }
    return last
  }
}
