import ApusAuthentication
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A bearer interceptor that several sessions share. RFC 6750.
@Suite(.ownThread) struct SharedBearerTests {
  /// Fetches that end when a test lets them, each with a token of its own.
  private final class Tokens: Sendable {
    let begun = Lock(0)
    let gates = (Gate(), Gate())
    /// A Boolean value that indicates whether a cancelled fetch ends.
    private let heedsCancellation: Bool

    init(heedingCancellation: Bool = true) { heedsCancellation = heedingCancellation }

    func fetch() async throws -> Authentication.Secret {
      let number = begun.withLock { begun in
        begun += 1
        return begun
      }
      let gate = number == 1 ? gates.0 : gates.1
      if heedsCancellation {
        await gate.pass()
        try Task.checkCancellation()
      } else {
        await Task.detached { await gate.pass() }.value
      }
      return Authentication.Secret("t\(number)")
    }

    func interceptor() throws -> HTTPSession.Interceptor {
      try .bearer(for: "https://a.test") { try await self.fetch() }
    }
  }

  private func session(_ interceptor: HTTPSession.Interceptor) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.interceptors = [interceptor]
    return HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      HTTP.Response(200, body: request.headers[.authorization]?.bytes ?? [])
    }
  }

  private func call(_ session: HTTPSession) -> Task<Result<String, HTTPSessionError>, Never> {
    Task {
      do {
        return .success(try await session.send(.get("x")).text)
      } catch {
        let error = HTTPSessionError(of: error)
        return .failure(error)
      }
    }
  }

  /// Waits until so many calls of a session wait for the token.
  private func awaitCalls(_ count: Int, of session: HTTPSession) async {
    #expect(await Pause.until { session.calls.number == count })
    // A call is counted before it reaches the interceptor.
    for _ in 0..<20 { await Pause.brief() }
  }

  @Test func `a token fetch continues after its session ends if another session waits`()
    async throws
  {
    let tokens = Tokens()
    let interceptor = try tokens.interceptor()
    let (first, second) = (session(interceptor), session(interceptor))
    let early = call(first)
    #expect(await Pause.until { tokens.begun.withLock { $0 } == 1 })
    let late = call(second)
    await awaitCalls(1, of: second)
    await first.shutdown()
    let failure = await early.value
    #expect(throws: HTTPSessionError.self) { try failure.get() }
    if case .failure(let error) = failure { #expect(error.reason == .shutDown) }
    tokens.gates.0.open()
    #expect(try await late.value.get() == "Bearer t1")
    #expect(tokens.begun.withLock { $0 } == 1)
    await second.shutdown()
  }

  @Test func `shutting down one waiting session does not cancel a shared token fetch`()
    async throws
  {
    let tokens = Tokens()
    let interceptor = try tokens.interceptor()
    let (first, second) = (session(interceptor), session(interceptor))
    let early = call(first)
    #expect(await Pause.until { tokens.begun.withLock { $0 } == 1 })
    let late = call(second)
    await awaitCalls(1, of: second)
    await second.shutdown()
    guard case .failure(let error) = await late.value else { throw NetError.closed }
    #expect(error.reason == .shutDown)
    tokens.gates.0.open()
    #expect(try await early.value.get() == "Bearer t1")
    await first.shutdown()
  }

  @Test func `the token that a cancelled call fetched serves the next call`() async throws {
    let tokens = Tokens()
    let session = session(try tokens.interceptor())
    let first = call(session)
    #expect(await Pause.until { tokens.begun.withLock { $0 } == 1 })
    first.cancel()
    guard case .failure(let error) = await first.value else { throw NetError.closed }
    #expect(error.reason == .cancelled)
    let second = call(session)
    await awaitCalls(1, of: session)
    tokens.gates.0.open()
    #expect(try await second.value.get() == "Bearer t1")
    #expect(tokens.begun.withLock { $0 } == 1)
    await session.shutdown()
  }

  @Test func `the last session's shutdown cancels the token fetch and counts its task`()
    async throws
  {
    let tokens = Tokens(heedingCancellation: false)
    let interceptor = try tokens.interceptor()
    let (first, second) = (session(interceptor), session(interceptor))
    let early = call(first)
    #expect(await Pause.until { tokens.begun.withLock { $0 } == 1 })
    let late = call(second)
    await awaitCalls(1, of: second)
    await first.shutdown()
    #expect(await second.shutdown() >= 1)
    for call in [early, late] {
      guard case .failure(let error) = await call.value else { throw NetError.closed }
      #expect(error.reason == .shutDown)
    }
    #expect(second.nursery.count == 1)
    // A later session waits for no cancelled fetch.
    let third = session(interceptor)
    tokens.gates.1.open()
    let last = call(third)
    #expect(try await last.value.get() == "Bearer t2")
    tokens.gates.0.open()
    #expect(await second.shutdown(within: .seconds(60)) == 0)
    // The first fetch has ended after the second, and its token is not taken.
    #expect(try await third.send(.get("x")).text == "Bearer t2")
    #expect(tokens.begun.withLock { $0 } == 2)
    await third.shutdown()
  }

  @Test func `a waiting call gets its token while a session's shutdown waits`() async throws {
    let tokens = Tokens()
    let session = session(try tokens.interceptor())
    let waiting = call(session)
    #expect(await Pause.until { tokens.begun.withLock { $0 } == 1 })
    let shutdown = Task { await session.shutdown(within: .seconds(60)) }
    for _ in 0..<20 { await Pause.brief() }
    tokens.gates.0.open()
    #expect(try await waiting.value.get() == "Bearer t1")
    #expect(await shutdown.value == 0)
  }

  @Test func `a call does not start a token fetch after its session was shut down`()
    async throws
  {
    let (tokens, gate, isHeld) = (Tokens(), Gate(), Gate())
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append { request, next in
      isHeld.open()
      await gate.pass()
      return try await next(request)
    }
    let interceptor = try tokens.interceptor()
    configuration.interceptors.append(interceptor)
    let first = HTTPSession.stub("https://a.test/", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    let late = call(first)
    await isHeld.pass()
    #expect(await first.shutdown() == 1)
    gate.open()
    guard case .failure(let error) = await late.value else { throw NetError.closed }
    #expect(error.reason == .shutDown && tokens.begun.withLock { $0 } == 0)
    // Another session begins one.
    let second = session(interceptor)
    tokens.gates.0.open()
    #expect(try await second.send(.get("x")).text == "Bearer t1")
    await second.shutdown()
  }
}
