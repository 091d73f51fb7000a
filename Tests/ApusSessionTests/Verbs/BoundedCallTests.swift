import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// A timeout for one call: total, and the shorter of it and the session's own.
@Suite(.ownThread) struct BoundedCallTests {
  private static let silence: TestServer.Handler = { _ in .response(HTTP.Response(200), .silence) }
  private static let drip: TestServer.Handler = { _ in
    .response(
      HTTP.Response(200, body: [UInt8](repeating: 1, count: 1_000)),
      .drip(byteCount: 1, every: .milliseconds(20)))
  }

  /// Returns the error of a call, which must take as long as its timeout.
  private static func reason(
    _ bound: Duration = .milliseconds(60), _ call: (Duration) async throws -> Void
  ) async -> HTTPSessionError.Reason? {
    let start = ContinuousClock.now
    do {
      try await call(bound)
      return nil
    } catch {
      #expect(start.duration(to: .now) >= bound)
      return (error as? HTTPSessionError)?.reason
    }
  }

  /// Runs a test with a session whose server is served by a handler, and no time is spent.
  private func withNetwork(
    _ handler: @escaping TestServer.Handler,
    _ configure: @escaping @Sendable (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (HTTPSession, TestNetwork) async throws -> Void
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve("http://a.example", handler)
      try await body(try network.session("http://a.example/", configure), network)
    }
  }

  /// Checks that a call ends by its timeout, on the network's clock.
  private static func expectLate(
    _ network: TestNetwork, after bound: Duration = .seconds(5),
    _ call: (Duration) async throws -> Void
  ) async {
    let start = network.elapsed
    do {
      try await call(bound)
      Issue.record("ended in time")
    } catch {
      #expect((error as? HTTPSessionError)?.reason == .timedOut(.total))
    }
    #expect(network.elapsed - start == bound)
  }

  @Test func `each function that sends a request has a timeout parameter`() async throws {
    let folder = try TemporaryFolder()
    try await withNetwork(Self.silence) { api, network in
      await Self.expectLate(network) { try await api.get("", within: $0) }
      await Self.expectLate(network) { _ = try await api.get("", as: Int.self, within: $0) }
      await Self.expectLate(network) { try await api.post("", .json([1]), within: $0) }
      await Self.expectLate(network) { try await api.send(.get(""), within: $0) }
      await Self.expectLate(network) {
        _ = try await api.send(.get(""), as: Int.self, within: $0)
      }
      await Self.expectLate(network) {
        try await api.upload("", .text("a"), within: $0) { _ in }
      }
      await Self.expectLate(network) {
        try await api.download("", to: folder.path + "/a", within: $0)
      }
      await Self.expectLate(network) { try await api.stream(.get(""), within: $0) { _, _ in } }
      await Self.expectLate(network) { try await api.events(.get(""), within: $0) { _ in } }
    }
  }

  @Test func `a timeout ends the reading of the body but not the streaming closure`() async throws {
    try await withNetwork(Self.drip) { api, network in
      await Self.expectLate(network, after: .milliseconds(190)) {
        try await api.get("", within: $0)
      }
      var ended = false
      let inside = try await api.stream(.get(""), within: .seconds(3)) {
        _, body in
        do {
          for try await _ in body {}
          return HTTPSessionError.Reason?.none
        } catch let error as HTTPSessionError {
          ended = true
          return error.reason
        }
      }
      #expect(inside == .timedOut(.total) && ended)
    }
  }

  @Test func `the shorter of two timeouts applies in either order`() async throws {
    try await withNetwork(Self.silence) {
      $0.timeouts.total = .seconds(5)
    } _: { api, network in
      await Self.expectLate(network) { _ in try await api.get("", within: .seconds(600)) }
      var request = HTTP.Request.get("")
      request.options.within = .seconds(3)
      let bounded = request
      await Self.expectLate(network, after: .seconds(3)) { _ in
        try await api.send(bounded, within: .seconds(600))
      }
    }
  }

  @Test func `timeouts apply to stubs, and a stub's errors are errors of the call`()
    async throws
  {
    let slow = HTTPSession.stub { _ in
      try await Task.sleep(for: .seconds(600))
      return HTTP.Response(200)
    }
    let late = HTTPSessionError.Reason.timedOut(.total)
    #expect(await Self.reason { try await slow.get("http://a/", within: $0) } == late)
    let faulty = HTTPSession.stub { request in
      throw HTTPSessionError(.timedOut(.connect), request: request)
    }
    #expect(
      await Self.reason(.zero) { _ in try await faulty.get("http://a/") } == .timedOut(.connect))
  }

  @Test func `a stub can read a received request as a body, as JSON and as a query`() async throws {
    let stub = HTTPSession.stub("http://a/") { request in
      let items = request.queryItems.map { "\($0.name)=\($0.value ?? "-")" }
      let body = try await request.body.collect(limit: 100)
      let numbers = try request.json(as: [Int].self)
      return HTTP.Response(200, body: Array("\(items) \(body.count) \(numbers)".utf8))
    }
    let answer = try await stub.post("x?a=b%20c&d", .json([1, 2]))
    #expect(answer.text == #"["a=b c", "d=-"] 5 [1, 2]"#)
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("abc".utf8))
    let body = HTTP.Body.joined([.file(path), .bytes([0x64])])
    #expect(try await body.collect() == Array("abcd".utf8))
    await #expect(throws: HTTPSessionError.self) { try await body.collect(limit: 3) }
  }
}
