package enum Pause {
  /// Waits for a moment, so that a test that looks again and again leaves the processors to others.
  ///
  /// A task that is cancelled does not wait.
  package static func brief() async {
    try? await Task.sleep(for: .milliseconds(1))
  }

  /// Waits until something is so, for a minute and more where it never is; says whether it is.
  ///
  /// A test whose time is over does not wait.
  package static func until(_ isSo: () throws -> Bool) async rethrows -> Bool {
    for look in 0..<20_000 {
      if try isSo() { return true }
      if Task.isCancelled { return false }
      try? await Task.sleep(for: .milliseconds(look < 100 ? 1 : 5))
    }
    return try isSo()
  }
}
