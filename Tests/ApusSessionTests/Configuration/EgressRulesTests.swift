import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The destinations that a session must not connect to.
@Suite(.ownThread) struct EgressRulesTests {
  private func refusal(
    _ fixture: SessionFixture, _ target: String
  ) async -> HTTPSessionError.EgressRefusal? {
    let error = await fixture.failure(of: .get(.reference(target)))
    guard case .egress(let refusal) = error?.reason else {
      Issue.record("\(target): \(String(describing: error))")
      return nil
    }
    return refusal
  }

  @Test func `egress rules for the public internet reject connections to other addresses`()
    async throws
  {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.egress = .publicOnly
      $0.dns.overrides["inside.test"] = ["10.0.0.7"]
      $0.dns.overrides["mapped.test"] = ["::ffff:127.0.0.1", "127.0.0.1"]
    } _: { fixture in
      let port = fixture.server.port
      for (host, address) in [
        ("127.0.0.1", "127.0.0.1"), ("localhost", "[::1]"), ("[::1]", "[::1]"),
        ("[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"), ("169.254.169.254", "169.254.169.254"),
        ("inside.test", "10.0.0.7"), ("mapped.test", "[::ffff:127.0.0.1]"),
        ("[64:ff9b::7f00:1]", "[64:ff9b::7f00:1]"), ("0.0.0.0", "0.0.0.0"),
      ] {
        let refusal = await refusal(fixture, "http://\(host):\(port)/")
        #expect(refusal?.host == host)
        #expect(refusal?.address == "\(address):\(port)")
        #expect(refusal?.rule == .publicOnly)
        #expect(
          refusal?.description
            == "the host \(host) has the address \(address):\(port), which is not a public "
            + "internet address, so the session's egress rules reject the connection")
      }
      #expect(fixture.server.connectionCount == 0)
    }
  }

  @Test func `egress rules about host names are checked before any name lookup`() async throws {
    let resolver = ChangingResolver([["127.0.0.1"]])
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.egress = .init(denied: ["no.open.test"], hosts: ["open.test"])
      $0.dns.resolver = resolver
      $0.timeouts.resolve = .seconds(100)
    } _: { fixture in
      let port = fixture.server.port
      for (host, rule) in [
        ("no.open.test", HTTPSessionError.EgressRefusal.Rule.deniedHost),
        ("a.no.open.test", .deniedHost), ("other.test", .otherHost), ("127.0.0.1", .otherHost),
      ] {
        let refusal = await refusal(fixture, "http://\(host):\(port)/")
        #expect(refusal?.rule == rule)
        #expect(refusal?.host == host)
        #expect(refusal?.address == nil)
      }
      #expect(resolver.asked == [])
      try await fixture.session.send(.get("http://open.test:\(port)/"))
      try await fixture.session.send(.get("http://a.open.test:\(port)/"))
      #expect(resolver.asked == ["open.test", "a.open.test"])
    }
  }

  @Test
  func `a host name whose address changes is checked again by the egress rules`()
    async throws
  {
    // The first address is allowed and the second is not; each lookup has one result.
    let rebinding = ChangingResolver([["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2", "127.0.0.1"]])
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.egress = .init(.nowhere, allowed: ["127.0.0.1"])
      $0.dns.resolver = rebinding
      $0.dns.lifetime = .zero
      $0.timeouts.resolve = .seconds(100)
    } _: { fixture in
      let port = fixture.server.port
      let loop = try EventLoop()
      let trap = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 2), port: port), on: loop)
      var request = HTTP.Request.get("http://rebinding.test:\(port)/")
      request.headers["Connection"] = "close"
      try await fixture.session.send(request)
      #expect(rebinding.asked.count == 1)
      let refusal = await refusal(fixture, request.target.text)
      #expect(refusal?.address == "127.0.0.2:\(port)")
      #expect(refusal?.rule == .notAllowed)
      #expect(rebinding.asked.count == 2)
      // Of two addresses the allowed one is dialled.
      try await fixture.session.send(request)
      #expect(rebinding.asked.count == 3)
      #expect(fixture.server.connectionCount == 2)
      var came: Socket?
      do throws(NetError) {
        came = try await trap.accept(until: .after(.milliseconds(5)))
      } catch {
        #expect(error == .timedOut(.accept, trap.address))
      }
      #expect(came == nil)
      trap.close()
      await loop.shutdown()
    }
  }

  @Test func `egress rules for the public internet reject Unix sockets`() async throws {
    let session = try HTTPSession("http://engine/") {
      $0.sockets.path = "/run/engine.sock"
      $0.egress = .publicOnly
    }
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let refusal = await refusal(SessionFixture(server: server, session: session), "version")
    #expect(refusal?.address == "/run/engine.sock")
    #expect(refusal?.host == "engine")
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a denied address block takes precedence over an allowed address block`() async throws
  {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.egress = .publicOnly
      $0.egress.allowed = ["127.0.0.0/8"]
      $0.egress.denied = ["127.0.0.2/31"]
    } _: { fixture in
      let port = fixture.server.port
      try await fixture.session.send(.get("http://127.0.0.1:\(port)/"))
      let refusal = await refusal(fixture, "http://127.0.0.3:\(port)/")
      #expect(refusal?.rule == .deniedBlock("127.0.0.2/31"))
    }
  }

  @Test func `HTTP is sent to the port of another protocol only if the rules allow the port`()
    async throws
  {
    for (lifted, isRefused) in [([UInt16](), true), ([6379], false)] {
      let session = try HTTPSession("http://127.0.0.1:6379/") { $0.egress.liftedPorts = lifted }
      do {
        try await session.send(.get(""))
        Issue.record("something answers at the port of Redis")
      } catch let error as HTTPSessionError {
        if isRefused {
          guard case .egress(let refusal) = error.reason else {
            Issue.record("\(error)")
            continue
          }
          #expect(refusal.rule == .foreignPort(6379))
          #expect(
            refusal.description
              == "port 6379 of 127.0.0.1 belongs to another protocol than HTTP; if the "
              + "server uses HTTP there, add the port to egress.liftedPorts")
        } else {
          #expect(error.code == .cannotConnect)
        }
      }
      await session.shutdown()
    }
  }
}
