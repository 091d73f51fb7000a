/// A meter that detects a response body whose bytes arrive too slowly.
///
/// The meter counts only the time in which the caller waits for bytes. A pause without any byte is
/// limited by the idle timeout.
struct SlownessMeter {
  private var waited: Duration = .zero
  private var byteCount = 0

  /// Records the duration of a wait for bytes. Returns `true` if too few bytes arrived within the
  /// time window.
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
