import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The calls that a session has when it is shut down, in code of the caller's.
@Suite(.ownThread) struct ShutdownTests {
  /// Adds an interceptor that waits on the network's clock before it responds itself.
  private static func configure(
    _ configuration: inout HTTPSession.Configuration, ofCall isOfCall: Bool, _ time: Duration,
    _ network: TestNetwork
  ) {
    let slow = HTTPSession.Interceptor { _, _ in
      try await network.sleep(for: time)
      return .init(HTTP.Response(204))
    }
    if isOfCall {
      configuration.callInterceptors = [slow]
    } else {
      configuration.interceptors = [slow]
    }
  }

  @Test(arguments: [false, true])
  func `a shutdown waits for a call whose interceptor is still running`(isOfCall: Bool) async throws
  {
    try await TestNetwork.run { network in
      let session = try network.session(TestNetwork.plain) {
        Self.configure(&$0, ofCall: isOfCall, .seconds(3), network)
      }
      async let call = session.send(.get("x"))
      try await network.sleep(for: .seconds(1))
      #expect(await session.shutdown(within: .seconds(60)) == 0)
      #expect(network.elapsed == .seconds(3))
      #expect(try await call.status.code == 204)
    }
  }

  @Test(arguments: [false, true])
  func `a shutdown returns the number of calls with a running interceptor`(isOfCall: Bool)
    async throws
  {
    try await TestNetwork.run { network in
      let session = try network.session(TestNetwork.plain) {
        Self.configure(&$0, ofCall: isOfCall, .seconds(1_000), network)
      }
      async let one = session.send(.get("x"))
      async let other = session.send(.get("x"))
      try await network.sleep(for: .seconds(1))
      #expect(await session.shutdown(within: .seconds(5)) == 2)
      #expect(network.elapsed >= .seconds(6) && network.elapsed < .seconds(7))
      // They continue: their code is the caller's.
      let codes = try await [one.status.code, other.status.code]
      #expect(codes == [204, 204] && network.elapsed >= .seconds(1_000))
      #expect(await session.shutdown() == 0)
    }
  }

  @Test func `an interceptor cannot send a request after the shutdown`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.plain) { _ in .response(HTTP.Response(200)) }
      let session = try network.session(TestNetwork.plain) {
        $0.interceptors.append { request, next in
          try await network.sleep(for: .seconds(10))
          return try await next(request)
        }
      }
      async let reason = session.failure(of: .get("x"))?.reason
      try await network.sleep(for: .seconds(1))
      #expect(await session.shutdown(within: .seconds(2)) == 1)
      #expect(await reason == .shutDown)
      #expect(server.requestCount == 0)
    }
  }

  @Test func `the shutdown of a stub session waits for calls and counts the rest`()
    async throws
  {
    let (gate, isAsked) = (Gate(), Gate())
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append { _, _ in
      isAsked.open()
      await gate.pass()
      return .init(HTTP.Response(204))
    }
    let session = HTTPSession.stub("http://a.test", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    let call = Task { try await session.send(.get("x")).status.code }
    await isAsked.pass()
    #expect(await session.shutdown() == 1)
    gate.open()
    #expect(try await call.value == 204)
    #expect(await session.shutdown(within: .seconds(60)) == 0)
  }

  @Test func `a suspended call without a connection does not delay a shutdown`() async throws {
    let session = HTTPSession.stub("http://a.test") { _ in HTTP.Response(200) }
    let task = session.start(.send(.get("x")), isSuspended: true)
    // It ends long before, because it can but fail.
    #expect(await session.shutdown(within: .seconds(3_600)) == 0)
    let error = await #expect(throws: HTTPSessionError.self) { try await task.value }
    #expect(error?.reason == .shutDown)
  }
}
