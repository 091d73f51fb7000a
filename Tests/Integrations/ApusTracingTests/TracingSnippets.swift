import ApusSession
import ApusTracing
import Testing

/// The code of the article on traces.
@Suite struct TracingSnippets {
  @Test func `a session with tracing sends no trace fields of its own`() async throws {
    // Snippet:
    let api = try HTTPSession("https://api.example.com/") { $0.addTracing() }
    // End.
    #expect(!api.configuration.sendsTraceContext && api.configuration.interceptors.count == 1)
    await api.shutdown()
  }
}
