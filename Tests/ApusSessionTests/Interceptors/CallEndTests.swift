import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// The number and the end of a call, for interceptors, and the task-local values of its task.
@Suite(.timeLimit(.minutes(3))) struct CallEndTests {
  @TaskLocal static var word = "none"

  private static let answer: TestServer.Handler = { request in
    switch request.path {
    case "/redirect": .response(HTTP.Response(302, headers: [.location: "/end"]))
    case "/cut": .response(HTTP.Response(200, body: [1, 2, 3]), .wrongLength(by: 5))
    default: .response(HTTP.Response(200, body: Array(repeating: 7, count: 200_000)))
    }
  }

  @Test func `an interceptor sees the same call number as the call's events`() async throws {
    let numbers = Lock<[Int]>([])
    let events = HTTPSession.EventLog()
    for isMonitored in [false, true] {
      numbers.withLock { $0 = [] }
      try await SessionFixture.with(Self.answer) {
        if isMonitored { $0.monitors.append(events) }
        for _ in 0..<2 {
          $0.callInterceptors.append { request, next in
            numbers.withLock { $0.append(request.callNumber) }
            return try await next(request)
          }
        }
        $0.interceptors.append { request, next in
          numbers.withLock { $0.append(request.callNumber) }
          return try await next(request)
        }
      } _: { fixture in
        try await fixture.session.send(.get("redirect"))
        try await fixture.session.send(.get("a"))
      }
      #expect(numbers.withLock(\.self) == [1, 1, 1, 1, 2, 2, 2])
    }
    var ended: [Int?] = []
    for await event in events { if case .ended = event.kind { ended.append(event.call) } }
    #expect(ended == [1, 2])
  }

  @Test func `an onEnd closure runs once when the content is read, dropped or truncated`()
    async throws
  {
    let log = Lock<[String]>([])
    try await SessionFixture.with(Self.answer) {
      $0.callInterceptors.append { request, next in
        request.onEnd { error in
          log.withLock { $0.append("call \(error?.code.name ?? "whole")") }
        }
        return try await next(request)
      }
      $0.interceptors.append { request, next in
        request.onEnd { error in
          log.withLock { $0.append("request \(error?.code.name ?? "whole")") }
        }
        return try await next(request)
      }
    } _: { fixture in
      func taken() -> [String] {
        log.withLock { log in
          defer { log = [] }
          return log
        }
      }
      let opened = try await fixture.session.open(.get("a"))
      #expect(taken() == [])
      _ = try await opened.body.collect()
      #expect(taken() == ["request whole", "call whole"])
      try await fixture.session.stream(.get("a")) { _, _ in }
      #expect(taken() == ["request whole", "call whole"])
      try await fixture.session.send(.get("redirect"))
      #expect(taken() == ["request whole", "request whole", "call whole"])
      #expect(await fixture.session.failure(of: .get("cut")) != nil)
      #expect(taken() == ["request connection-lost", "call connection-lost"])
    }
  }

  @Test func `an onEnd closure that is added after the call's end runs at once`() async throws {
    let (kept, count) = (Kept(), Kept())
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append { request, next in
      kept.request.withLock { $0 = request }
      return try await next(request)
    }
    let session = HTTPSession.stub("http://a.test/", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    try await session.send(.get("a"))
    let request = try #require(kept.request.withLock(\.self) as HTTPSession.InterceptedRequest?)
    request.onEnd { error in count.add(error?.code.name ?? "whole") }
    #expect(count.words == ["whole"])
    await session.shutdown()
  }

  @Test func `an onEnd closure gets the error of a call that fails before it is sent`()
    async throws
  {
    struct Broken: Error {}
    let kept = Kept()
    var configuration = HTTPSession.Configuration()
    configuration.callInterceptors.append { request, _ in
      request.onEnd { error in kept.add(error?.code.name ?? "whole") }
      throw Broken()
    }
    let session = HTTPSession.stub("http://a.test/", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    _ = await session.failure(of: .get("a"))
    #expect(kept.words == ["interceptor"])
    await session.shutdown()
  }

  @Test func `monitors and interceptors read the task-local values of the caller`() async throws {
    let log = WordLog()
    try await SessionFixture.with(Self.answer) {
      $0.monitors.append(log)
      $0.interceptors.append { request, next in
        log.add("interceptor")
        return try await next(request)
      }
      $0.callInterceptors.append { request, next in
        log.add("call interceptor")
        return try await next(request)
      }
    } _: { fixture in
      try await Self.$word.withValue("caller") {
        let body = HTTP.Body.bytes([UInt8](repeating: 1, count: 3_000_000))
        try await fixture.session.send(.post("redirect", body))
        try await fixture.session.send(.post("a", body))
        _ = await fixture.session.failure(of: .get("cut"))
        _ = try? await fixture.session.get("a", as: [Int].self)
      }
    }
    let found = log.found
    #expect(found.count > 9, "\(found.keys.sorted())")
    for (kind, words) in found { #expect(words == ["caller"], "\(kind)") }
  }
}

/// A request, and words.
private final class Kept: Sendable {
  let request = Lock<HTTPSession.InterceptedRequest?>(nil)
  private let state = Lock<[String]>([])

  var words: [String] { state.withLock(\.self) }

  func add(_ word: String) { state.withLock { $0.append(word) } }
}

/// A monitor that keeps the task-local word of each kind of event.
private final class WordLog: HTTPSession.Monitor {
  private let state = Lock<[String: Set<String>]>([:])

  var found: [String: Set<String>] { state.withLock(\.self) }

  func add(_ kind: String) {
    state.withLock { _ = $0[kind, default: []].insert(CallEndTests.word) }
  }

  func note(_ event: HTTPSession.Event) {
    switch event.kind {
    case .dialling, .closed, .pool, .shutDown, .ignored: return
    default: break
    }
    let kind = "\(event.kind)".split { !$0.isLetter }.first.map(String.init) ?? ""
    add("\(event.call ?? 0) \(kind)")
  }
}
