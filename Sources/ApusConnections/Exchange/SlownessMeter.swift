/// A meter that detects a body whose bytes arrive so slowly that the body would occupy its caller
/// forever.
///
/// The meter counts only the time in which the caller waits for bytes. Silence is limited only by
/// the timeout between two pieces of the body.
struct SlownessMeter {
  private var waited: Duration = .zero
  private var byteCount = 0

  /// Records the time of a wait for bytes. Returns `true` if too few bytes arrived in the window of
  /// the limit.
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
