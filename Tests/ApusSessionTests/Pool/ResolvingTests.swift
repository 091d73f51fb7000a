import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The timeout of a name lookup.
@Suite(.ownThread) struct ResolvingTests {
  /// A resolver that responds on demand, and counts the cancelled lookups.
  private final class SlowResolver: HTTPSession.Resolver {
    let gate = Gate()
    let counts = Lock((asked: 0, cancelled: 0))

    func addresses(of name: String) async throws -> [String] {
      counts.withLock { $0.asked += 1 }
      await gate.pass()
      if Task.isCancelled { counts.withLock { $0.cancelled += 1 } }
      return ["127.0.0.1"]
    }
  }

  private func with(
    _ configure: (inout HTTPSession.Configuration) -> Void,
    _ body: (SessionFixture, SlowResolver, String) async throws -> Void
  ) async throws {
    let resolver = SlowResolver()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.dns.resolver = resolver
      $0.timeouts.resolve = .seconds(100)
      configure(&$0)
    } _: { fixture in
      try await body(fixture, resolver, "http://slow.test:\(fixture.server.port)/")
    }
    resolver.gate.open()
  }

  /// Moves a clock past a time of 60 seconds while a name is looked up.
  private func expectLate(
    _ configure: (inout HTTPSession.Configuration) -> Void, _ judge: (HTTPSessionError?) -> Void
  ) async throws {
    let (resolver, clock) = (SlowResolver(), ManualClock())
    let session = try HTTPSession.apart("http://slow.test/", at: .manual(clock)) {
      $0.dns.resolver = resolver
      $0.timeouts.resolve = .seconds(100)
      $0.timeouts.queue = .seconds(100)
      configure(&$0)
    }
    let sending = Task { await session.failure() }
    // The request waits for a connection, and its dial for the name.
    while session.census?.waiting != 2 { await Pause.brief() }
    clock.advance(by: .seconds(59))
    #expect(session.gauges.dialling == 1 && session.gauges.waiting == 1)
    clock.advance(by: .seconds(1))
    judge(await sending.value)
    resolver.gate.open()
    await session.shutdown()
    #expect(session.gauges.open == 0)
  }

  @Test func `the error for a slow DNS lookup contains the time limit of lookups`() async throws {
    try await expectLate {
      $0.timeouts.resolve = .seconds(60)
    } _: { error in
      #expect(error?.reason == .timedOut(.resolve))
      #expect(
        error?.description
          == "GET http://slow.test/: the lookup of the host name did not end within 60 s "
          + "(set by timeouts.resolve)")
    }
  }

  @Test func `a request that times out during a DNS lookup throws a timeout error`()
    async throws
  {
    try await expectLate {
      $0.timeouts.total = .seconds(60)
    } _: { error in
      #expect(error?.reason == .timedOut(.total))
    }
  }

  @Test func `requests for one host share a DNS lookup and are cancelled separately`()
    async throws
  {
    try await with { _ in
    } _: { fixture, resolver, target in
      let session = fixture.session
      let tasks = (0..<8).map { _ in
        Task { () async -> HTTPSessionError.Reason? in
          do {
            try await session.send(.get(.reference(target)))
            return nil
          } catch {
            return HTTPSessionError(of: error).reason
          }
        }
      }
      // Each request waits for a connection, and a dial for each of them waits for the name.
      while session.census?.waiting != 16 { await Pause.brief() }
      tasks[0].cancel()
      let first = await tasks[0].value
      #expect(first == .cancelled)
      while resolver.counts.withLock({ $0.asked }) == 0 { await Pause.brief() }
      resolver.gate.open()
      for task in tasks[1...] {
        let reason = await task.value
        #expect(reason == nil)
      }
      #expect(resolver.counts.withLock { $0.asked } == 1)
      #expect(resolver.counts.withLock { $0.cancelled } == 0)
    }
  }

  @Test func `requests can be cancelled while connecting without losing connections`()
    async throws
  {
    struct Pausing: HTTPSession.Resolver {
      func addresses(of name: String) async throws -> [String] {
        for _ in 0..<3 { await Task.yield() }
        return ["127.0.0.2", "127.0.0.1"]
      }
    }
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.dns.resolver = Pausing()
      $0.dns.lifetime = .zero
      $0.timeouts.resolve = .seconds(100)
    } _: { fixture in
      let session = fixture.session
      var outcomes: Set<String> = []
      for round in 0..<200 {
        var request = HTTP.Request.get("http://two.test:\(fixture.server.port)/")
        request.headers["Connection"] = "close"
        let tasks = (0..<4).map { [request] number in
          Task(executorPreference: number % 2 == 0 ? session.executor : nil) {
            do {
              return try await session.send(request).status == .ok ? "right" : "wrong"
            } catch {
              return HTTPSessionError(of: error).code.name
            }
          }
        }
        for _ in 0..<(round % 40) * 2 { await Task.yield() }
        for task in tasks { task.cancel() }
        for task in tasks { outcomes.insert(await task.value) }
      }
      #expect(outcomes.isSubset(of: ["right", "cancelled"]), "\(outcomes)")
      #expect(outcomes.contains("cancelled"))
      #expect(await session.gauge(\.leased, reaches: 0) == 0)
      #expect(await session.gauge(\.waiting, reaches: 0) == 0)
    }
  }

  @Test func `a DNS lookup whose requests were cancelled runs until the session ends`()
    async throws
  {
    try await with { _ in
    } _: { fixture, resolver, target in
      let session = fixture.session
      let task = Task { try await session.send(.get(.reference(target))) }
      while resolver.counts.withLock({ $0.asked }) == 0 { await Pause.brief() }
      task.cancel()
      _ = try? await task.value
      #expect(await session.gauge(\.leased, reaches: 0) == 0)
      #expect(await session.gauge(\.waiting, reaches: 0) == 0)
      #expect(session.gauges.dialling == 1)
      #expect(resolver.counts.withLock { $0.cancelled } == 0)
      await session.shutdown()
      while resolver.counts.withLock({ $0.cancelled }) == 0 { await Pause.brief() }
    }
  }
}
