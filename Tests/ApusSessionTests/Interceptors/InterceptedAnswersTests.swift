import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Responses and failures on their way through interceptors.
@Suite(.ownThread) struct InterceptedAnswersTests {
  private struct Broken: Error {}

  private func configuration(
    ofCalls: Bool = false, _ run: @escaping HTTPSession.Interceptor.Body
  ) -> HTTPSession.Configuration {
    var configuration = HTTPSession.Configuration()
    if ofCalls {
      configuration.callInterceptors.append(run)
    } else {
      configuration.interceptors.append(run)
    }
    return configuration
  }

  @Test func `an interceptor can detect a request to a foreign origin`()
    async throws
  {
    let seen = Lock<[Bool]>([])
    var configuration = configuration { request, next in
      seen.withLock { $0.append(request.isForeignOrigin) }
      return try await next(request)
    }
    configuration.origins = ["https://files.test"]
    let session = HTTPSession.stub("https://a.test", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    for target in ["x", "https://a.test/x", "https://files.test/x", "https://b.test/x"] {
      try await session.send(.get(.reference(target)))
    }
    #expect(seen.withLock { $0 } == [false, false, false, true])
  }

  @Test func `an interceptor can read the content of a response up to a limit`() async throws {
    for (limit, reason) in [
      (9, HTTPSessionError.Reason.bodyTooLong(limit: 9)), (10, nil),
    ] {
      let session = HTTPSession.stub(
        "https://a.test",
        configuration: configuration { request, next in
          .init(try await next(request).response(upTo: limit))
        }
      ) { _ in HTTP.Response(200, body: [UInt8](repeating: 1, count: 10)) }
      do {
        let response = try await session.send(.get("x"))
        #expect(response.body.count == 10 && reason == nil)
      } catch let error as HTTPSessionError {
        #expect(error.reason == reason)
      }
    }
  }

  @Test func `a response that an interceptor creates keeps its trailer fields`()
    async throws
  {
    let session = HTTPSession.stub(
      "https://a.test",
      configuration: configuration { _, _ in
        var response = HTTP.Response(200)
        response.trailers = ["X-Sum": "1"]
        return .init(response)
      }
    ) { _ in HTTP.Response(500) }
    let response = try await session.send(.get("x"))
    #expect(response.trailers["X-Sum"] == "1")
  }

  @Test func `an error after a redirect contains the redirected request`() async throws {
    for isOfCalls in [false, true] {
      let session = HTTPSession.stub(
        "https://a.test",
        configuration: configuration(ofCalls: isOfCalls) { request, next in try await next(request)
        }
      ) { request in
        request.path == "/x"
          ? HTTP.Response(302, headers: [.location: "/y"]) : HTTP.Response(500)
      }
      let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
      #expect(error?.reason == .status(500) && error?.request?.target == "https://a.test/y")
    }
  }

  @Test func `content in a coding that an interceptor requested is not decoded`() async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, headers: [.contentEncoding: "gzip"], body: [1, 2, 3]))
    } configure: {
      $0.interceptors.append { request, next in
        var request = request
        request.headers[.acceptEncoding] = "gzip"
        return try await next(request)
      }
    } _: { fixture in
      let response = try await fixture.session.send(.get("x"))
      #expect(response.body == [1, 2, 3] && response.headers[.contentEncoding] == "gzip")
    }
  }

  /// A server that closes each connection without a response to its second request.
  private static let oneAnswer: TestConnection.Work = { connection in
    guard try await connection.readHead() != nil else { return }
    try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    _ = try await connection.readHead()
  }

  @Test func `an error that an interceptor throws replaces the original error`() async throws {
    let passes = Lock(0)
    try await SessionFixture.withConnections(Self.oneAnswer) {
      $0.interceptors.append { request, next in
        passes.withLock { $0 += 1 }
        do { return try await next(request) } catch { throw Broken() }
      }
    } _: { fixture in
      try await fixture.session.send(.get("x"))
      let error = await fixture.failure(of: .get("x"))
      #expect(error?.reason == .interceptor && error?.underlying is Broken)
      #expect(passes.withLock { $0 } == 2)
    }
  }

  @Test func `a request is not replayed if an interceptor has received a response`() async throws {
    let passes = Lock(0)
    try await SessionFixture.withConnections(Self.oneAnswer) {
      $0.interceptors.append { request, next in
        passes.withLock { $0 += 1 }
        do {
          return try await next(request)
        } catch {
          _ = try await next(request)
          throw error
        }
      }
    } _: { fixture in
      try await fixture.session.send(.get("x"))
      let error = await fixture.failure(of: .get("x"))
      #expect(error != nil && passes.withLock { $0 } == 2)
    }
  }

  @Test func `body content that a failed attempt has read is not sent again`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      // Before a piece is received, none was read, and the content may be sent again.
      _ = try await connection.readPiece()
      try connection.cut()
    } configure: {
      $0.interceptors.append { request, next in
        do { return try await next(request) } catch { return try await next(request) }
      }
    } _: { fixture in
      let pieces = AsyncStream<[UInt8]> { continuation in
        continuation.yield([1])
        continuation.finish()
      }
      let error = await fixture.failure(of: .post("x", .sequence(pieces)))
      #expect(error?.reason == .bodySpent)
      #expect(fixture.server.connectionCount == 1)
    }
  }
}
