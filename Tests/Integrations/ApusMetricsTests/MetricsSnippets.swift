import ApusMetrics
import ApusSession
import Testing

/// The code of the article on metrics.
@Suite(.timeLimit(.minutes(3))) struct MetricsSnippets {
  @Test func `the documented example measures a session until the task is cancelled`() async throws
  {
    // Snippet:
    let api = try HTTPSession("https://api.example.com/") {
      $0.monitors.append(MetricsMonitor())
    }
    let pool = PoolMetrics(of: api, every: .seconds(15))
    let measuring = Task { try await pool.run() }
    // End.
    measuring.cancel()
    await #expect(throws: CancellationError.self) { try await measuring.value }
    await api.shutdown()
  }
}
