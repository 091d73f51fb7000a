import ApusHTTP
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Connections whose address the machine has lost.
@Suite(
  .ownThread, .timeLimit(.minutes(3)),
  .enabled(if: OwnNetwork.obstacle == nil, Comment(rawValue: OwnNetwork.obstacle ?? "")))
struct LostAddressTests {
  @Test func `only idle connections whose local address was removed are closed`()
    async throws
  {
    try OwnNetwork.enter()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.sockets.localAddress = OwnNetwork.publicAddress
    } _: { fixture in
      let other = try HTTPSession.apart(fixture.server.url)
      for round in 1...2 {
        try await fixture.session.send(.get("/"))
        try await other.send(.get("/"))
        #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
        #expect(await other.gauge(\.idle, reaches: 1) == 1)
        #expect(fixture.server.connectionCount == round + 1)
        try OwnNetwork.remove()
        while fixture.session.gauges.open > 0 { await Pause.brief() }
        #expect(await other.gauge(\.idle, reaches: 1) == 1)
        try OwnNetwork.restore()
      }
      await other.shutdown()
    }
  }

  @Test func `a local address that no interface lists never counts as removed`() async throws {
    try OwnNetwork.enter()
    let line = "ip route add local 10.9.0.0/16 dev lo"
    guard OwnNetwork.run(line) == 0 else { throw OwnNetwork.Failure(line: line) }
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.sockets.localAddress = "10.9.0.1"
    } _: { fixture in
      try await fixture.session.send(.post("/", .bytes([1])))
      // Other addresses change meanwhile, even one of the range.
      try OwnNetwork.remove()
      let again = "ip addr add 10.9.0.1/32 dev lo; ip addr del 10.9.0.1/32 dev lo"
      guard OwnNetwork.run(again) == 0 else { throw OwnNetwork.Failure(line: again) }
      try OwnNetwork.restore()
      try await fixture.session.send(.post("/", .bytes([1])))
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a request ends at once when its local IP address is removed`() async throws {
    try OwnNetwork.enter()
    let gate = Gate()
    try await SessionFixture.with { _ in
      await gate.pass()
      return .response(HTTP.Response(200))
    } configure: {
      $0.sockets.localAddress = OwnNetwork.publicAddress
    } _: { fixture in
      // A child of this task is in this thread's network.
      async let failure = fixture.failure(of: .post("/", .bytes([1])))
      while fixture.server.requestCount == 0 { await Pause.brief() }
      try OwnNetwork.remove()
      let error = await failure
      #expect(error?.description.contains("does not belong to this machine") == true)
      try OwnNetwork.restore()
      gate.open()
    }
  }

  @Test func `reading content ends at once when the local IP address is removed`()
    async throws
  {
    try OwnNetwork.enter()
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na")
      try await connection.hang()
    } configure: {
      $0.sockets.localAddress = OwnNetwork.publicAddress
    } _: { fixture in
      let error = await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.stream(.get("/")) { _, content in
          for try await piece in content {
            #expect(piece == [0x61])
            try OwnNetwork.remove()
          }
        }
      }
      #expect(error?.description.contains("does not belong to this machine") == true)
      try OwnNetwork.restore()
    }
  }
}

extension OwnNetwork {
  /// Takes the public address away.
  fileprivate static func remove() throws { try change("del") }

  /// Gives the public address back.
  fileprivate static func restore() throws { try change("add") }

  private static func change(_ verb: String) throws {
    let line = "ip addr \(verb) \(publicAddress)/32 dev lo"
    // SAFETY: a C string for this call only.
    guard unsafe apus_test_run(line) == 0 else { throw Failure(line: line) }
  }
}
