import ApusNet
import TestSupport
import Testing

/// Callers that need the same name share one look-up.
@Suite(.timeLimit(.minutes(3))) struct LookUpTests {
  private static let one = HostAddress.ipv4(IPv4Address(192, 0, 2, 1))
  private let host: CanonicalHost
  private let name: DomainName

  init() throws {
    host = try CanonicalHost("a.example")
    name = try DomainName("a.example")
  }

  /// Runs a test with tasks that have begun to wait for one pending look-up.
  private func with(
    _ count: Int, deadline: Deadline = .never,
    _ body: (ListedResolver, Names, [Task<Result<[HostAddress], NetError>, Never>]) async throws ->
      Void
  ) async throws {
    try await EventLoop.lend { loop in
      let resolver = ListedResolver(["a.example": [Self.one]], isHeld: true)
      let names = Names(resolver, on: loop)
      let tasks = (0..<count).map { _ in
        Task { () async -> Result<[HostAddress], NetError> in
          do throws(NetError) {
            return .success(try await names.addresses(of: host, until: deadline))
          } catch {
            return .failure(error)
          }
        }
      }
      while loop.census.waiting < count, deadline == .never { await Pause.brief() }
      try await body(resolver, names, tasks)
    }
  }

  @Test func `a hundred parallel callers share one name look-up`() async throws {
    try await with(100) { resolver, names, tasks in
      resolver.answer()
      for task in tasks { #expect(await task.value == .success([Self.one])) }
      #expect(resolver.asked.value == 1)
      #expect(resolver.givenUp.value == 0)
      _ = try await names.addresses(of: host, until: .never)
      #expect(resolver.asked.value == 1)
    }
  }

  @Test func `a cancelled caller ends at once, and other callers get the result`()
    async throws
  {
    try await with(3) { resolver, _, tasks in
      tasks[0].cancel()
      #expect(await tasks[0].value == .failure(.cancelled))
      tasks[2].cancel()
      #expect(await tasks[2].value == .failure(.cancelled))
      #expect(resolver.givenUp.value == 0)
      resolver.answer()
      #expect(await tasks[1].value == .success([Self.one]))
    }
  }

  @Test func `a failed look-up is an error for all callers, and is not cached`() async throws {
    try await with(2) { resolver, names, tasks in
      resolver.answer(.failure(.nameServerFailed(name)))
      for task in tasks { #expect(await task.value == .failure(.nameServerFailed(name))) }
      async let again = names.addresses(of: host, until: .never)
      while resolver.asked.value < 2 { await Pause.brief() }
      resolver.answer()
      let found = try await again
      #expect(found == [Self.one])
    }
  }

  @Test func `the last caller cancels the look-up, and a late result is still cached`()
    async throws
  {
    try await with(2) { resolver, names, tasks in
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value == .failure(.cancelled)) }
      #expect(resolver.givenUp.value == 1)
      resolver.answer()
      let found = try await names.addresses(of: host, until: .never)
      #expect(found == [Self.one])
      #expect(resolver.asked.value == 1)
    }
  }

  @Test func `a look-up that began before the cache was cleared is not cached`() async throws {
    try await with(1) { resolver, names, tasks in
      names.forget()
      resolver.answer()
      #expect(await tasks[0].value == .success([Self.one]))
      async let again = names.addresses(of: host, until: .never)
      while resolver.asked.value < 2 { await Pause.brief() }
      resolver.answer()
      let found = try await again
      #expect(found == [Self.one])
    }
  }

  @Test func `callers of a shared look-up have separate deadlines`() async throws {
    try await with(1, deadline: .after(.milliseconds(20))) { resolver, names, tasks in
      async let patient = names.addresses(of: host, until: .never)
      #expect(await tasks[0].value == .failure(.timedOut(.resolve, nil)))
      while resolver.asked.value < 1 { await Pause.brief() }
      resolver.answer()
      _ = try? await patient
    }
  }

  @Test func `a full look-up queue is an error, and a cancelled look-up leaves the queue`()
    async throws
  {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1, queueLimit: 1)
      let gate = Gate()
      async let held: Void = pool.run(until: .never, on: loop) { gate.pass() }
      while loop.census.waiting == 0 || pool.queuedCount > 0 { await Pause.brief() }
      let names = Names(SystemResolver(pool: pool), on: loop)
      let queued = Task { [host] in
        await failure { _ = try await names.addresses(of: host, until: .never) }
      }
      while pool.queuedCount == 0 { await Pause.brief() }
      let other = try CanonicalHost("b.example")
      #expect(
        await failure { _ = try await names.addresses(of: other, until: .never) }
          == .tooMuchQueued(limit: 1))
      queued.cancel()
      #expect(await queued.value == .cancelled)
      #expect(pool.queuedCount == 0)
      gate.open()
      try await held
    }
  }
}
