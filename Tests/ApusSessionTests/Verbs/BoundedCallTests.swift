import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// A bound for one call: total, and the smaller of it and the session's own.
@Suite(.ownThread) struct BoundedCallTests {
  private static let silence: TestServer.Handler = { _ in .response(HTTP.Response(200), .silence) }
  private static let drip: TestServer.Handler = { _ in
    .response(
      HTTP.Response(200, body: [UInt8](repeating: 1, count: 1_000)),
      .drip(byteCount: 1, every: .milliseconds(20)))
  }

  /// What a call fails with, which must take as long as its bound.
  private func reason(
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

  @Test func `every way to send has a bound of its own`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.silence) { fixture in
      let api = fixture.session
      let late = HTTPSessionError.Reason.timedOut(.request)
      #expect(await reason { try await api.get("", within: $0) } == late)
      #expect(await reason { _ = try await api.get("", as: Int.self, within: $0) } == late)
      #expect(await reason { try await api.post("", .json([1]), within: $0) } == late)
      #expect(await reason { try await api.send(.get(""), within: $0) } == late)
      #expect(await reason { _ = try await api.send(.get(""), as: Int.self, within: $0) } == late)
      #expect(await reason { try await api.upload("", .text("a"), within: $0) { _ in } } == late)
      #expect(
        await reason { try await api.download("", to: folder.path + "/a", within: $0) } == late)
      #expect(await reason { try await api.stream(.get(""), within: $0) { _, _ in } } == late)
      #expect(await reason { try await api.events(.get(""), within: $0) { _ in } } == late)
    }
  }

  @Test func `a bound holds for the body too, and ends a read and not the closure`() async throws {
    try await SessionFixture.with(Self.drip) { fixture in
      let late = HTTPSessionError.Reason.timedOut(.request)
      #expect(
        await reason(.milliseconds(100)) { try await fixture.session.get("", within: $0) } == late)
      var ended = false
      let inside = try await fixture.session.stream(.get(""), within: .seconds(3)) {
        _, body in
        do {
          for try await _ in body {}
          return HTTPSessionError.Reason?.none
        } catch let error as HTTPSessionError {
          ended = true
          return error.reason
        }
      }
      #expect(inside == late && ended)
    }
  }

  @Test func `the smaller bound counts, whichever it is`() async throws {
    try await SessionFixture.with(Self.silence) {
      $0.timeouts.request = .milliseconds(60)
    } _: { fixture in
      let late = HTTPSessionError.Reason.timedOut(.request)
      #expect(
        await reason { _ in try await fixture.session.get("", within: .seconds(600)) } == late)
      var request = HTTP.Request.get("")
      request.options.totalTimeout = .milliseconds(60)
      #expect(
        await reason { _ in try await fixture.session.send(request, within: .seconds(600)) } == late
      )
    }
  }

  @Test func `a stub has the time of a server, and its errors are the call's`() async throws {
    let slow = HTTPSession.stub { _ in
      try await Task.sleep(for: .seconds(600))
      return HTTP.Response(200)
    }
    let late = HTTPSessionError.Reason.timedOut(.request)
    #expect(await reason { try await slow.get("http://a/", within: $0) } == late)
    let faulty = HTTPSession.stub { request in
      throw HTTPSessionError(.timedOut(.connect), request: request)
    }
    #expect(
      await reason(.zero) { _ in try await faulty.get("http://a/") } == .timedOut(.connect))
  }

  @Test func `what comes in is read whole, as JSON and as a query`() async throws {
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
