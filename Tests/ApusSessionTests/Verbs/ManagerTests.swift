import ApusHTTP
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// What AFNetworking's session manager does beside its verbs.
@Suite(.ownThread) struct ManagerTests {
  @Test func `HSM-01: each session is its own, and has no base unless it is given one`() throws {
    let (one, other) = (try HTTPSession(), try HTTPSession())
    #expect(one !== other && one.base == nil && other.base == nil)
  }

  @Test func `HSM-13, HSM-18: any method is sent by a request that names it`() async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, headers: ["X-Method": .init(request.method.name)]))
    } _: { fixture in
      for method in [HTTP.Method.options, .trace, HTTP.Method("REPORT")] {
        let response = try await fixture.session.send(HTTP.Request(method, "x"))
        #expect(response.headers["X-Method"]?.text == method.name)
      }
    }
  }

  @Test func `HSM-17: a request that is cancelled fails as cancelled`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    } _: { fixture in
      let task = Task { await fixture.failure(of: .get("x")) }
      while fixture.server.connectionCount == 0 { await Pause.brief() }
      task.cancel()
      let error = await task.value
      #expect(error?.reason == .cancelled && error?.number == -999)
      #expect(error?.isCancellation == true)
      try await fixture.expectNothingLeft(butAtRest: true)
    }
  }
}
