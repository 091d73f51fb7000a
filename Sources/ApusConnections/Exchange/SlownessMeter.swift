/// Detects a body that arrives so slowly that it would occupy its caller forever.
///
/// Only the time that the caller waits for bytes counts, not bytes that arrive meanwhile. Silence
/// is limited only by the time between two pieces.
struct SlownessMeter {
  private var waited: Duration = .zero
  private var byteCount = 0

  /// Records the time of a wait for bytes; returns true if too few arrived in the window.
  mutating func isTooSlow(
    _ count: Int, after duration: Duration, _ limit: Connections.Timeouts.Slowness
  ) -> Bool {
    waited += duration
    byteCount += count
    guard waited >= limit.window else { return false }
    defer {
      waited = .zero
      byteCount = 0
    }
    return byteCount < limit.byteCount
  }
}
