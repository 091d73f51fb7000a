import CApusTestSupport
import TestSupport
import Testing

/// The descriptors that this process has, by its own table.
enum OpenDescriptors {
  /// Checks that some work leaves no open descriptors, except for those that `before` opened as
  /// well.
  ///
  /// It needs a separate process, in which no other code opens files.
  static func expectNone(
    _ before: () async throws -> Void, after work: () async throws -> Void
  ) async throws {
    // Permanent objects are created now: threads, and the runtime's timers.
    try await Task.sleep(for: .milliseconds(1))
    try await before()
    let kept = try await count { _ in true }
    try await work()
    let left = try await count { $0 <= kept }
    #expect(left <= kept)
  }

  /// Returns the number of open descriptors, when it is as expected or some time has passed: a
  /// folder stays open until its files are removed, which is not awaited.
  private static func count(until isExpected: (Int64) -> Bool) async throws -> Int64 {
    var last = apus_test_descriptors()
    _ = await Pause.until {
      last = apus_test_descriptors()
      return isExpected(last)
    }
    return last
  }
}
