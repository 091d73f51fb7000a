import ApusTestServer

/// A server for as long as a closure runs.
enum TrialServer {
  static func run(
    _ security: TestServer.Security? = nil,
    _ handler: @escaping TestServer.Handler = TestRoutes.answer,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let server = try await TestServer(tls: security, handler)
    do {
      try await body(server)
    } catch {
      await server.shutdown()
      throw error
    }
    await server.shutdown()
  }
}
