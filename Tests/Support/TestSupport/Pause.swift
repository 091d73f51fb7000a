package enum Pause {
  /// Waits for a moment, so that a test that polls leaves the processors to others.
  ///
  /// A cancelled task waits too. Otherwise the loop of a test whose time limit has passed would use
  /// a whole processor and slow all other tests down.
  package static func brief() async {
    if !Task.isCancelled, (try? await Task.sleep(for: .milliseconds(1))) != nil { return }
    await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
  }

  /// Waits until a condition holds, for at least a minute; returns whether it holds.
  ///
  /// A test whose time limit has passed does not wait.
  package static func until(_ isSo: () throws -> Bool) async rethrows -> Bool {
    for look in 0..<20_000 {
      if try isSo() { return true }
      if Task.isCancelled { return false }
      try? await Task.sleep(for: .milliseconds(look < 100 ? 1 : 5))
    }
    return try isSo()
  }
}
