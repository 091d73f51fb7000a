import ApusLogging
import ApusSession
import Testing

/// The code of the article on logs.
@Suite struct LoggingSnippets {
  @Test func `the documented example creates a session with a logging monitor`() async throws {
    // Snippet:
    let api = try HTTPSession("https://api.example.com/") {
      $0.monitors.append(LoggingMonitor())
    }
    // End.
    #expect(api.configuration.monitors.count == 1)
    await api.shutdown()
  }
}
