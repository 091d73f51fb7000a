import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// The decisions of a caller's own evaluator.
@Suite struct EvaluatorTests {
  private func chain(
    of server: TestServer, _ danger: TLS.Danger = [],
    _ decide: @escaping @Sendable (TLS.Evaluator.Evidence) -> TLS.Evaluator.Decision
  ) throws -> TLS.TrustedChain {
    var policy = TLS.Policy()
    policy.danger = danger
    policy.evaluator = TLS.Evaluator("own", decide)
    return try policy.evaluate(
      server.presented, for: TestServer.host.get(), at: TestAuthority.moment,
      trusting: X509.Anchors([TestServer.root.get().root]))
  }

  @Test func `the evaluator decision abide keeps the result of the policy`() throws {
    for server in try TestServer.all.get() {
      let chain = try? chain(of: server) { _ in .abide }
      #expect((chain != nil) == server.flaws.isEmpty)
    }
  }

  @Test func `the evaluator decision refuse rejects a server with the given reason`() throws {
    for server in try TestServer.all.get() {
      let refusal = #expect(throws: TLS.TrustFailure.self) {
        try chain(of: server, .all) { _ in .refuse("not \n today") }
      }
      let lifted = refusal?.reason == .refusedByEvaluator("own", "not \n today")
      #expect(lifted && refusal?.alert == .accessDenied)
      #expect(refusal?.description.contains("not \\x0a today") == true)
    }
  }

  @Test func `an evaluator can accept a rejected server only with the danger overruled`() throws {
    for server in try TestServer.all.get() {
      let chain = try? chain(of: server) { _ in .accept }
      #expect((chain != nil) == server.flaws.isEmpty, "\(server)")
      #expect(chain?.lifted.isEmpty != false)
      let overruled = try self.chain(of: server, .overruled) { _ in .accept }
      #expect(overruled.leaf == server.presented[0])
      #expect(overruled.lifted == (server.flaws.isEmpty ? [] : .overruled))
      #expect((overruled.path == nil) == !server.flaws.isEmpty)
      // The danger alone, without an evaluator that accepts, disables no check.
      let silent = try? self.chain(of: server, .overruled) { _ in .abide }
      #expect((silent != nil) == server.flaws.isEmpty)
    }
  }

  @Test func `an evaluator receives the server's certificates and the policy's result`() throws {
    for server in try TestServer.all.get() {
      _ = try? chain(of: server) { evidence in
        let isRight =
          evidence.presented == server.presented && evidence.moment == TestAuthority.moment
          && evidence.host == (try? TestServer.host.get())
          && ((try? evidence.verdict.get()) != nil) == server.flaws.isEmpty
        #expect(isRight)
        return .abide
      }
    }
  }
}
