package enum Pause {
  /// Waits for a moment, so that a test that looks again and again leaves the processors to others.
  ///
  /// A task that is cancelled does not wait.
  package static func brief() async {
    try? await Task.sleep(for: .milliseconds(1))
  }
}
