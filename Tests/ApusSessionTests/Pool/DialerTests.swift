import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// From a host's name to a connection.
@Suite(.ownThread) struct DialerTests {
  private static func answer(_ request: TestRequest) -> TestAnswer {
    .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
  }

  /// Returns the network's error, if that is the reason.
  private static func fault(_ error: HTTPSessionError?) -> HTTPSessionError.NetworkFault? {
    if case .network(let fault) = error?.reason { return fault }
    Issue.record("\(String(describing: error))")
    return nil
  }

  private func with(
    _ configure: (inout HTTPSession.Configuration) -> Void,
    _ body: (SessionFixture, UInt16) async throws -> Void
  ) async throws {
    try await SessionFixture.with {
      Self.answer($0)
    } configure: {
      $0.timeouts.resolve = .seconds(100)
      configure(&$0)
    } _: { fixture in
      try await body(fixture, fixture.server.port)
    }
  }

  @Test func `a session resolves overridden, looked-up and localhost host names`()
    async throws
  {
    let resolver = ChangingResolver([["127.0.0.1"]])
    try await with {
      $0.dns.overrides["given.test"] = ["127.0.0.1"]
      $0.dns.resolver = resolver
    } _: { fixture, port in
      for name in ["given.test", "found.test", "FOUND.test", "localhost", "a.localhost"] {
        let response = try await fixture.session.send(.get("http://\(name):\(port)/"))
        #expect(response.status == .ok)
      }
      #expect(resolver.asked == ["found.test"])
    }
  }

  @Test func `if the first address of a host refuses connections, the second is used`() async throws
  {
    try await with {
      $0.dns.overrides["two.test"] = ["127.0.0.2", "127.0.0.1"]
    } _: { fixture, port in
      let response = try await fixture.session.send(.get("http://two.test:\(port)/"))
      #expect(response.status == .ok)
    }
  }

  @Test func `the error for a host name that does not exist contains the host name`() async throws {
    let resolver = ChangingResolver([[]])
    try await with {
      $0.dns.overrides["none.test"] = []
      $0.dns.resolver = resolver
    } _: { fixture, _ in
      for name in ["none.test", "nothing.invalid", "nobody.test"] {
        let error = await fixture.failure(of: .get("http://\(name)/"))
        #expect(error?.reason == .unknownHost(name))
        #expect(
          error?.description
            == "GET http://\(name)/: the host name \(name) does not exist; check the spelling")
      }
      #expect(resolver.asked == ["nobody.test"])
    }
  }

  @Test func `if all addresses of a host fail, the error contains a reason for each`() async throws
  {
    try await with {
      $0.dns.overrides["dead.test"] = ["127.0.0.2", "127.0.0.3"]
    } _: { fixture, port in
      let error = await fixture.failure(of: .get("http://dead.test:\(port)/"))
      let fault = try #require(Self.fault(error))
      #expect(fault.kind == .refused)
      #expect(fault.attempts.map(\.address) == ["127.0.0.2:\(port)", "127.0.0.3:\(port)"])
      #expect(fault.attempts.map(\.fault.kind) == [.refused, .refused])
      #expect(fault.description.utf8.count > fault.attempts[0].fault.description.utf8.count * 2)
    }
  }

  @Test func `a host name is looked up again after all its addresses have failed`()
    async throws
  {
    let resolver = ChangingResolver([["127.0.0.2"], ["127.0.0.1"]])
    try await with {
      $0.dns.resolver = resolver
    } _: { fixture, port in
      let error = await fixture.failure(of: .get("http://moved.test:\(port)/"))
      #expect(error?.code.name == "cannot-connect")
      try await fixture.session.send(.get("http://moved.test:\(port)/"))
      #expect(resolver.asked.count == 2)
    }
  }

  @Test func `errors and invalid addresses of a custom resolver are reported`() async throws {
    struct Own: Error, CustomStringConvertible { let description = "the catalogue is down" }
    struct Failing: HTTPSession.Resolver {
      func addresses(of name: String) async throws -> [String] {
        if name.utf8.count > 8 { throw Own() }
        return ["127.0.0.1:80"]
      }
    }
    try await with {
      $0.dns.resolver = Failing()
    } _: { fixture, _ in
      for (name, words) in [
        ("failing.test", "the catalogue is down"),
        ("odd.test", "the resolver returned 127.0.0.1:80, which is not an IP address"),
      ] {
        let fault = Self.fault(await fixture.failure(of: .get("http://\(name)/")))
        #expect(fault?.kind == .unresolved)
        #expect(
          fault?.description == "the resolver could not look up the host name \(name): \(words)")
      }
    }
  }

  @Test func `a session with a socket path sends every request to that Unix socket`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    let loop = try EventLoop()
    let listener = try Listener(at: .unix(path: path), on: loop)
    async let answered: Void = listener.answer()
    let session = try HTTPSession("http://engine/") { $0.sockets.path = path }
    let response = try await session.send(.get("version"))
    #expect(response.status == .ok)
    try await answered
    await session.shutdown()
    listener.close()
    await loop.shutdown()
  }

  @Test func `a configured local address is used and limits targets to its address family`()
    async throws
  {
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    let port = try #require(listener.address.port)
    let session = try HTTPSession {
      $0.sockets.localAddress = "127.0.0.9"
      $0.sockets.keepAlive = .init(idle: .seconds(30), interval: .seconds(5), count: 3)
      $0.sockets.userTimeout = .seconds(20)
      $0.dns.overrides["both.test"] = ["::1", "127.0.0.1"]
    }
    async let request = session.send(.get("http://both.test:\(port)/"))
    let socket = try await listener.accept(until: .after(.seconds(100)))
    guard case .ipv4(IPv4Address(127, 0, 0, 9), _) = socket.peer else {
      Issue.record("came from \(socket.peer)")
      return
    }
    socket.close()
    _ = try? await request
    let fixture = SessionFixture(server: try await TestServer { Self.answer($0) }, session: session)
    let fault = Self.fault(await fixture.failure(of: .get("http://[::1]:\(port)/")))
    #expect(fault?.kind == .unreachable)
    #expect(
      fault?.description
        == "[::1]:\(port) cannot be reached from the local address 127.0.0.9:0, because "
        + "one address is IPv4 and the other IPv6")
    await fixture.server.shutdown()
    await session.shutdown()
    listener.close()
    await loop.shutdown()
  }

  @Test func `the error for a link-local address in a missing interface names the interface`()
    async throws
  {
    try await with { _ in
    } _: { fixture, _ in
      let fault = Self.fault(await fixture.failure(of: .get("http://[fe80::1%25no-such-one]/")))
      #expect(
        fault?.description
          == "this machine has no network interface no-such-one; `ip link` lists its interfaces")
    }
  }
}
