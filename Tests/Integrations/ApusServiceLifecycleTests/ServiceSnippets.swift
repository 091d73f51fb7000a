import ApusServiceLifecycle
import ApusSession
import Logging
import ServiceLifecycle
import Testing
import UnixSignals

/// The code of the article on the end of a service.
@Suite(.timeLimit(.minutes(3))) struct ServiceSnippets {
  @Test func `the documented service group ends when its server ends`() async throws {
    let session = try HTTPSession("https://api.example.com/")
    let server = Handlers(count: 0) { _ in true }
    let logger = Logger(label: "test")
    func serve() async throws {
      // Snippet:
      let api = SessionService(session, within: .seconds(10))
      let group = ServiceGroup(
        services: [api, server, api.countdown], gracefulShutdownSignals: [.sigterm], logger: logger)
      try await group.run()
      // End.
    }
    let running = Task { try await serve() }
    running.cancel()
    _ = await running.result
    let error = await #expect(throws: HTTPSessionError.self) { try await session.get("a") }
    #expect(error?.code == .shutDown)
  }
}
