import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Interceptors together with redirects of single calls, retries, cassettes and open responses.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct InterceptorPairsTests {
  private final class Log: Sendable {
    private let state = Lock<[String]>([])

    var words: [String] { state.withLock(\.self) }

    func add(_ word: String) { state.withLock { $0.append(word) } }

    private func note(_ request: HTTPSession.InterceptedRequest, _ name: String) {
      add("\(name) \(request.callNumber)")
      request.onEnd { error in self.add("end of \(name): \(error?.code.name ?? "whole")") }
    }

    /// Adds interceptors that note the beginnings and the ends of calls and of requests.
    func configure(_ configuration: inout HTTPSession.Configuration) {
      configuration.callInterceptors.append { request, next in
        self.note(request, "call")
        return try await next(request)
      }
      configuration.interceptors.append { request, next in
        self.note(request, "request")
        return try await next(request)
      }
    }
  }

  // MARK: Redirects

  @Test func `the redirect policy of a call holds for each request of its interceptors`()
    async throws
  {
    let service = PairService { request, _ in
      request.path == "/b"
        ? HTTP.Response(200) : HTTP.Response(302, headers: ["Location": "/b"])
    }
    let seen = Lock<[Int]>([])
    let session = service.session {
      $0.acceptedStatuses = .any
      $0.callInterceptors.append { request, next in
        var request = request
        request.headers["X-Call"] = "1"
        let first = try await next(request)
        seen.withLock { $0.append(first.status.code) }
        first.drop()
        request.target = "c"
        return try await next(request)
      }
      $0.interceptors.append { request, next in
        seen.withLock { $0.append(request.redirects.count) }
        return try await next(request)
      }
    }
    let opened = try await session.open(.get("a"), redirects: HTTPSession.RedirectPolicy.none)
    #expect(opened.status == 302 && seen.withLock(\.self) == [0, 302, 0])
    #expect(service.urls == ["https://a.test/a", "https://a.test/c"])
    // A closure of the call's policy gets the request that the interceptor has changed.
    seen.withLock { $0 = [] }
    var policy = HTTPSession.RedirectPolicy()
    let redirected = Lock<[String?]>([])
    policy.onRedirect = { redirect in
      redirected.withLock { $0.append(redirect.redirected.headers["X-Call"]?.text) }
      return redirect.source.path == "/a" ? redirect.request : nil
    }
    let status = try await session.stream(.get("a"), redirects: policy) { head, _ in head.status }
    #expect(status == 302 && seen.withLock(\.self) == [0, 1, 200, 0])
    #expect(redirected.withLock(\.self) == ["1", "1"])
    // Other calls have the policy of the session.
    #expect(try await session.send(.get("a")).status == 200)
  }

  // MARK: Ends of calls

  @Test(arguments: [1, 5])
  func `closures for the end of a call are called once after all of its retries`(
    failures: Int
  ) async throws {
    let service = PairService { _, count in HTTP.Response(count < failures ? 503 : 200) }
    let log = Log()
    let session = service.session {
      $0.retry = .atOnce(3)
      log.configure(&$0)
    }
    let error = await session.failure(of: .get("x"))
    let attempts = failures == 1 ? 2 : 3
    #expect((error == nil) == (failures == 1) && service.requests.count == attempts)
    // A status that is not accepted is a whole response.
    let ends = Array(repeating: "end of request: whole", count: attempts) + ["end of call: whole"]
    #expect(log.words == ["call 1"] + Array(repeating: "request 1", count: attempts) + ends)
  }

  @Test(arguments: [1, 5])
  func `a call whose content breaks off is one call over all of its retries`(
    cuts: Int
  ) async throws {
    let log = Log()
    let notes = EventNotes()
    let choices = Lock(0)
    let count = Lock(0)
    try await SessionFixture.with { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .response(
        HTTP.Response(200, body: [1, 2, 3]), number <= cuts ? .wrongLength(by: 5) : nil)
    } configure: {
      $0.retry = .atOnce(3)
      $0.monitors.append(notes)
      log.configure(&$0)
      $0.proxies = .chosen { _ in
        choices.withLock { $0 += 1 }
        return []
      }
    } _: { fixture in
      let error = await fixture.failure(of: .get("x"))
      let attempts = cuts == 1 ? 2 : 3
      #expect((error == nil) == (cuts == 1) && fixture.server.requestCount == attempts)
      #expect(error == nil || error?.attempts == attempts)
      let result = error?.code.name ?? "whole"
      let begins = Array(repeating: ["call 1", "request 1"], count: attempts).flatMap(\.self)
      let ends = Array(
        repeating: ["end of request: \(result)", "end of call: \(result)"], count: attempts)
      #expect(log.words == begins + ends.flatMap(\.self))
      let words = notes.words(of: 1)
      #expect(words.filter { $0.hasPrefix("began") }.count == 1)
      #expect(words.filter { $0.hasPrefix("attempt") }.count == attempts)
      #expect(words.filter { $0 == "waiting" }.count == attempts - 1)
      #expect(words.filter { $0.hasPrefix("ended") }.count == 1)
      #expect(words.last == (error == nil ? "ended" : "ended connection-lost"))
      #expect(notes.words(of: 2) == [] && notes.timelines.map(\.retryCount) == [attempts - 1])
      // The choice of a proxy belongs to the call.
      #expect(choices.withLock(\.self) == 1)
      // The next call has the next number.
      _ = await fixture.failure(of: .get("x"))
      #expect(log.words.contains("call 2"))
    }
  }

  @Test func `a call that is cancelled before it continues ends once with its cancellation`()
    async throws
  {
    let (log, notes) = (Log(), EventNotes())
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: [1, 2, 3]), .wrongLength(by: 5))
    } configure: {
      $0.retry = .idempotent(attempts: 3, budget: nil)
      $0.retry.delay = .seconds(1_000)
      $0.retry.delayLimit = .seconds(1_000)
      $0.monitors.append(notes)
      log.configure(&$0)
    } _: { fixture in
      let call = Task { try await fixture.session.send(.get("x")) }
      #expect(await Pause.until { notes.words(of: 1).last == "waiting" })
      #expect(log.words == ["call 1", "request 1"])
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(
        log.words == ["call 1", "request 1", "end of request: cancelled", "end of call: cancelled"])
      #expect(notes.words(of: 1).filter { $0.hasPrefix("ended") } == ["ended cancelled"])
      #expect(fixture.server.requestCount == 1)
    }
  }

  @Test func `closures for the end of a call are called for recorded and replayed responses`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let service = PairService { _, count in HTTP.Response(count == 0 ? 503 : 200, body: [0x61]) }
    let whole = [
      "call 1", "request 1", "request 1", "end of request: whole", "end of request: whole",
      "end of call: whole",
    ]
    let recording = try HTTPSession.Cassette(file: path)
    for isRecording in [true, false] {
      let cassette = isRecording ? recording : try HTTPSession.Cassette(file: path, .strict)
      let log = Log()
      let session = service.session {
        $0.retry = .atOnce(2)
        log.configure(&$0)
        $0.interceptors.append(cassette.interceptor)
      }
      let opened = try await session.open(.get("x"))
      #expect(log.words == Array(whole.prefix(3)))
      #expect(try await opened.body.collect() == [0x61])
      #expect(log.words == whole)
      guard !isRecording else {
        try await recording.save()
        continue
      }
      // A request that was not recorded ends its call with the interceptor's error.
      #expect(await session.failure(of: .get("y"))?.code.name == "interceptor")
      #expect(log.words.suffix(2) == ["end of request: interceptor", "end of call: interceptor"])
    }
    #expect(service.requests.count == 2)
  }

  @Test(arguments: [false, true])
  func `a shutdown ends an interceptor that reads content with the code shutDown`(
    isOfCall: Bool
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve("http://a.test") { _ in
        .response(
          HTTP.Response(200, body: Array(repeating: 1, count: 9_000)),
          .drip(byteCount: 100, every: .milliseconds(100)))
      }
      let session = try network.session("http://a.test/") {
        let reading = HTTPSession.Interceptor { request, next in
          HTTPSession.InterceptedAnswer(try await next(request).response())
        }
        if isOfCall {
          $0.callInterceptors.append(reading)
        } else {
          $0.interceptors.append(reading)
        }
      }
      async let failure = session.failure(of: .get("x"))
      try await network.sleep(for: .milliseconds(1_550))
      await session.shutdown()
      let error = await failure
      #expect(error?.code == .shutDown && error?.request?.target.text == "http://a.test/x")
    }
  }

  // MARK: Open responses

  @Test(arguments: [false, true])
  func `an open response that an interceptor has replaced has no connection`(
    isOfCall: Bool
  ) async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, headers: ["X-Mark": "server"], body: [0x73]))
    } configure: {
      let replacing = HTTPSession.Interceptor { request, next in
        let answer = try await next(request)
        guard request.headers["X-Keep"] == nil else { return answer }
        let response = try await answer.response()
        return .init(
          HTTP.Response(203, headers: ["X-Mark": "made"], body: response.body + [0x6d]))
      }
      if isOfCall {
        $0.callInterceptors.append(replacing)
      } else {
        $0.interceptors.append(replacing)
      }
    } _: { fixture in
      let opened = try await fixture.session.open(.get("x"))
      #expect(opened.status == 203 && opened.headers["X-Mark"] == "made")
      #expect(opened.url.description == "\(fixture.server.url)x")
      // The server's response was read, and its connection serves the next request.
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      var other = HTTP.Request.get("y")
      other.headers["X-Keep"] = "1"
      let kept = try await fixture.session.open(other)
      #expect(fixture.session.gauges.leased == 1 && kept.headers["X-Mark"] == "server")
      #expect(try await kept.body.collect() == [0x73])
      let body = opened.body
      let reader = Task { try await body.collect() }
      #expect(try await reader.value == [0x73, 0x6d])
      let closed = try await fixture.session.open(.get("x"))
      closed.close()
      await #expect(throws: HTTPSessionError.self) { try await closed.body.collect() }
      #expect(fixture.server.connectionCount == 1)
      #expect(await fixture.session.shutdown(within: .seconds(60)) == 0)
    }
  }
}
