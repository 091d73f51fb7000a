import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The rate of requests to a host, by the bucket alone and by a session.
@Suite(.ownThread) struct RateLimitTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
  private static let start = ManualClock().now

  private static func origin(_ host: String) throws -> HTTP.Origin {
    try HTTP.URL("http://\(host)/").origin
  }

  @Test func `a rate limit allows a burst and then evenly spaced requests`()
    throws
  {
    var queue = RateQueue(HTTPSession.RateLimit(4, per: .seconds(2), burst: 3))
    let (host, other) = (try Self.origin("a"), try Self.origin("b"))
    func ask(_ ticket: UInt64, _ milliseconds: Int, of host: HTTP.Origin) -> RateQueue.Turn {
      queue.ask(ticket, for: host, at: Self.start + .milliseconds(milliseconds))
    }
    for ticket in 1...3 { #expect(ask(UInt64(ticket), 0, of: host) == .now) }
    #expect(ask(4, 0, of: host) == .at(Self.start + .milliseconds(500)))
    #expect(ask(5, 100, of: host) == .behind)
    // Another host has a bucket of its own.
    #expect(ask(6, 100, of: other) == .now)
    #expect(ask(4, 499, of: host) != .now)
    #expect(ask(4, 500, of: host) == .now && queue.first(for: host) == 5)
    #expect(ask(5, 500, of: host) == .at(Self.start + .milliseconds(1_000)))
    // A pause saves no more than the burst.
    #expect(ask(5, 100_000, of: host) == .now)
    for ticket in 7...8 { #expect(ask(UInt64(ticket), 100_000, of: host) == .now) }
    #expect(ask(9, 100_000, of: host) == .at(Self.start + .milliseconds(100_500)))
    #expect(queue.count == 1)
  }

  @Test func `a request that leaves the rate queue does not delay later requests`() throws {
    var queue = RateQueue(HTTPSession.RateLimit(1))
    let host = try Self.origin("a")
    #expect(queue.ask(1, for: host, at: Self.start) == .now)
    for ticket in 2...1_000 { _ = queue.ask(UInt64(ticket), for: host, at: Self.start) }
    #expect(queue.count == 999)
    for ticket in 2...999 { queue.giveUp(UInt64(ticket), for: host) }
    queue.giveUp(2, for: host)
    #expect(queue.count == 1 && queue.first(for: host) == 1_000)
    #expect(queue.ask(1_000, for: host, at: Self.start + .seconds(1)) == .now)
    #expect(queue.count == 0 && queue.first(for: host) == nil)
  }

  @Test func `a clock that moves back adds no tokens, and idle hosts are removed`()
    throws
  {
    var queue = RateQueue(HTTPSession.RateLimit(1))
    let host = try Self.origin("a")
    let later = Self.start + .seconds(10)
    #expect(queue.ask(1, for: host, at: later) == .now)
    #expect(queue.ask(2, for: host, at: Self.start) == .at(Self.start + .seconds(1)))
    #expect(queue.ask(2, for: host, at: later) == .at(later + .seconds(1)))
    for number in 0..<2_000 {
      // By then the first host has more left than any of these.
      _ = queue.ask(
        UInt64(number + 3), for: try Self.origin("h\(number)"), at: later + .milliseconds(900))
    }
    #expect(queue.hostCount <= RateQueue.hostLimit + 1)
    // One that a request waits for is not.
    #expect(queue.first(for: host) == 2)
  }

  /// When requests came.
  private final class Arrivals: Sendable {
    private let moments = Lock<[Deadline]>([])

    func note(_ moment: Deadline) { moments.withLock { $0.append(moment) } }

    var all: [Deadline] { moments.withLock(\.self) }
    var count: Int { all.count }
  }

  /// A session with a limit and a clock, and the arrival times of its requests.
  private final class Sample: Sendable {
    let clock = ManualClock()
    let times = Arrivals()
    let server: MemoryServer
    let session: HTTPSession

    init(
      _ limit: HTTPSession.RateLimit, answer: String = RateLimitTests.ok,
      _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
    ) throws {
      server = try MemoryServer { [clock, times] peer in
        while try await peer.readHead() != nil {
          times.note(clock.now)
          try await peer.write(answer)
        }
      }
      session = try server.session(clock) {
        $0.rateLimit = limit
        $0.timeouts.queue = .seconds(1_000)
        $0.timeouts.firstByte = .seconds(1_000_000)
        configure(&$0)
      }
    }

    var waiting: Int { session.rates?.waiting ?? -1 }

    func end() async {
      await session.shutdown()
      await server.shutdown()
    }
  }

  @Test func `requests beyond the rate limit wait on the clock of the session`() async throws {
    let sample = try Sample(HTTPSession.RateLimit(1, per: .seconds(5), burst: 2))
    let begin = sample.clock.now
    await withTaskGroup { group in
      for _ in 0..<5 { group.addTask { _ = try? await sample.session.send(.get("a")) } }
      #expect(await Pause.until { sample.times.count == 2 && sample.waiting == 3 })
      for left in [2, 1, 0] {
        sample.clock.advance(by: .seconds(4))
        sample.clock.advance(by: .seconds(1))
        #expect(await Pause.until { sample.waiting == left })
        #expect(await Pause.until { sample.times.count == 5 - left })
      }
    }
    #expect(sample.times.all == [0, 0, 5, 10, 15].map { begin + .seconds($0) })
    await sample.end()
  }

  @Test func `a rate limit wait ends on a timeout, a cancellation or a shutdown`()
    async throws
  {
    let sample = try Sample(HTTPSession.RateLimit(1, per: .seconds(100_000)))
    try await sample.session.send(.get("a"))
    func reason(within limit: Duration?) -> Task<HTTPSessionError.Reason?, Never> {
      Task {
        do {
          try await sample.session.send(.get("a"), within: limit)
          return nil
        } catch {
          return HTTPSessionError(of: error).reason
        }
      }
    }
    let bounded = reason(within: .seconds(7))
    #expect(await Pause.until { sample.waiting == 1 })
    let patient = reason(within: nil)
    #expect(await Pause.until { sample.waiting == 2 })
    sample.clock.advance(by: .seconds(7))
    #expect(await bounded.value == .timedOut(.total))
    #expect(sample.waiting == 1)
    sample.clock.advance(by: .seconds(994))
    #expect(await patient.value == .timedOut(.queue))
    let (cancelled, late) = (reason(within: nil), reason(within: nil))
    #expect(await Pause.until { sample.waiting == 2 })
    cancelled.cancel()
    #expect(await cancelled.value == .cancelled)
    #expect(sample.waiting == 1)
    await sample.session.shutdown()
    #expect(await late.value == .shutDown)
    #expect(sample.waiting == 0 && sample.times.count == 1)
    await sample.end()
  }

  @Test func `a full rate queue rejects requests, and retries also wait for the limit`()
    async throws
  {
    let sample = try Sample(
      HTTPSession.RateLimit(1, per: .seconds(10)),
      answer: "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"
    ) {
      $0.pool.waitingRequests = 1
      $0.retry = .idempotent(attempts: 2, budget: nil)
      $0.retry.delay = .zero
    }
    let first = Task { try? await sample.session.send(.get("a")) }
    #expect(await Pause.until { sample.waiting == 1 })
    #expect(sample.times.count == 1)
    do {
      try await sample.session.send(.get("a"))
      Issue.record("sent")
    } catch {
      let error = HTTPSessionError(of: error)
      #expect(error.reason == .queueFull(limit: 1))
    }
    sample.clock.advance(by: .seconds(10))
    _ = await first.value
    #expect(sample.times.count == 2)
    await sample.end()
  }

  @Test func `a session without a rate limit does not delay requests`() async throws {
    let server = try MemoryServer { try await $0.serve(Self.ok) }
    let session = try server.session(ManualClock())
    for _ in 1...20 { try await session.send(.get("a")) }
    #expect(session.rates == nil)
    await session.shutdown()
    await server.shutdown()
  }
}
