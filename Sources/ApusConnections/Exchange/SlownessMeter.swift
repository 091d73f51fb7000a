/// Tells when a body comes so slowly that it would hold its caller for ever.
///
/// Only the time counts in which the caller waits for bytes; what arrives by itself meanwhile does
/// not. Silence is judged by the time between two pieces alone.
struct SlownessMeter {
  private var waited: Duration = .zero
  private var byteCount = 0

  /// Notes how long the last bytes were waited for; true if too few have come in too long a time.
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
