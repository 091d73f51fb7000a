import ApusHTTP
import Testing

@testable import ApusSession

/// The forms of `catch` that people write around a call: each compiles, in each of three places.
///
/// With typed errors some of them ended the compiler. The consumers' program `Catches` has them
/// at its top level.
@Suite struct CatchFormsTests {
  struct User: Codable, Sendable, Equatable { var id: Int }

  private let api = HTTPSession.stub("https://a.example/") { _ in HTTP.Response(404) }

  @Test func `ten forms of catch clauses match the error for a missing response`() async throws {
    #expect(try await CatchForms(api: api).all() == [Bool](repeating: true, count: 10))
    let inClosure = try await Self.closureForms(api)
    #expect(inClosure == [Bool](repeating: true, count: 10))
    #expect(try await CatchingActor(api: api).all() == [Bool](repeating: true, count: 10))
  }

  @Test func `a cancelled call throws CancellationError, a cancelled task handle does not`()
    async throws
  {
    let gate = Gate()
    let session = HTTPSession.stub("https://a.example/") { _ in
      await gate.pass()
      return HTTP.Response(200)
    }
    let call = Task { try await session.get("x") }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    let streamed = Task { try await session.stream(.get("x")) { _, _ in } }
    streamed.cancel()
    await #expect(throws: CancellationError.self) { try await streamed.value }
    let handle = session.start(.send(.get("x")))
    handle.cancel()
    let error = await #expect(throws: HTTPSessionError.self) { try await handle.value }
    #expect(error?.isCancellation == true)
    gate.open()
  }

  @Test func `CancellationError is thrown only if the caller's own task was cancelled`()
    async throws
  {
    let thrown = { HTTPSessionError($0).thrown }
    #expect(thrown(.cancelled) is HTTPSessionError)
    let task = Task { () -> [Bool] in
      while !Task.isCancelled { await Task.yield() }
      return [thrown(.cancelled), thrown(.status(404))].map { $0 is CancellationError }
    }
    task.cancel()
    #expect(await task.value == [true, false])
  }

  @Test(arguments: [
    (HTTPSessionError.Reason.timedOut(.total), true, true), (.timedOut(.connect), true, true),
    (.status(503), true, false), (.status(404), false, false), (.noResponse, true, false),
    (.response(.truncated(.body, at: 3)), true, false), (.queueFull(limit: 1), true, false),
    (.cancelled, false, false), (.shutDown, false, false), (.noContent, false, false),
    (.unknownHost("a"), false, false),
  ])
  func `transient errors and timeouts are recognized by isTransient and isTimeout`(
    _ reason: HTTPSessionError.Reason, _ isTransient: Bool, _ isTimeout: Bool
  ) {
    let error = HTTPSessionError(reason)
    #expect(error.isTransient == isTransient && error.isTimeout == isTimeout && !error.isTrust)
  }
}

extension HTTPSessionError {
  /// The error of a failed call; a call whose task was cancelled has the reason
  /// `cancelled`.
  init(of error: any Error) {
    switch error {
    case let error as HTTPSessionError: self = error
    case is CancellationError: self.init(.cancelled)
    default:
      Issue.record("a call threw \(error)")
      self.init(.hook, underlying: error)
    }
  }
}
