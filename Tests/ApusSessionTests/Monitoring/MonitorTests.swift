import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The events of a monitor, and their order.
@Suite(.ownThread) struct MonitorTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
  private static let attempt = ["sending", "sent", "answering"]

  /// Returns the events of one call to a scripted server.
  private func notes(
    of answers: [String?], after first: Bool = false,
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) async throws -> (words: [String], notes: EventNotes) {
    let notes = EventNotes()
    let server = try MemoryServer.answering(answers)
    let session = try server.session(notes.clock) {
      $0.monitors.append(notes)
      // The clock is moved by each event, and the time of no wait may be over by that.
      $0.timeouts.firstByte = .seconds(1_000_000)
      configure(&$0)
    }
    if first { try await session.send(.get("first")) }
    _ = try? await session.send(.get("a"))
    await session.shutdown()
    await server.shutdown()
    return (notes.words(of: first ? 2 : 1), notes)
  }

  @Test func `the events of a call are reported in chronological order`()
    async throws
  {
    let (words, notes) = try await notes(of: [
      "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\n\r\n" + Self.ok,
    ])
    #expect(
      words
        == ["began GET http://memory.test/a", "queued", "attempt 1 new"] + Self.attempt
        + ["head 302", "redirected /b", "attempt 2 reused"] + Self.attempt
        + ["informational 103", "head 200", "receiving 2", "ended"])
    // Each has its own time, because the clock advances by a second at each.
    let times = notes.events.map(\.time)
    #expect(times == times.indices.map { .seconds($0) })
  }

  @Test func `the end of a session is reported exactly once and as the last event`() async throws {
    let notes = EventNotes()
    let server = try MemoryServer.answering([Self.ok])
    do {
      let session = try server.session { $0.monitors.append(notes) }
      try await session.send(.get("a"))
      await session.shutdown()
      await session.shutdown()
    }
    #expect(notes.words(of: nil).last == "shut down")
    #expect(notes.words(of: nil).count { $0 == "shut down" } == 1)
    let stub = EventNotes()
    do {
      var configuration = HTTPSession.Configuration()
      configuration.monitors.append(stub)
      let session = HTTPSession(nil, nil, configuration) { _ in HTTP.Response(204) }
      try await session.send(.get("http://h/"))
    }
    // One that is released is at its end too.
    #expect(
      stub.events.map { EventNotes.word($0.kind) } == [
        "began GET http://h/", "attempt 1 new", "head 204", "ended", "shut down",
      ])
    await server.shutdown()
  }

  @Test func `the last event of a failed call contains the call's error`() async throws {
    let (words, notes) = try await notes(of: [nil])
    #expect(words.suffix(2) == ["sent", "ended connection-lost"])
    #expect(notes.timelines.map(\.status) == [nil])
  }

  @Test func `a retry, a replay and a challenge are each reported by their event`() async throws {
    let no = "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"
    let retried = try await notes(of: [no, Self.ok]) {
      $0.retry = .idempotent(attempts: 2, budget: nil)
      $0.retry.delay = .zero
    }
    #expect(retried.words.contains("waiting") && retried.words.last == "ended")
    #expect(retried.notes.timelines.map(\.retryCount) == [1])
    let replayed = try await notes(of: [Self.ok, nil, Self.ok], after: true)
    #expect(
      replayed.words
        == ["began GET http://memory.test/a", "attempt 1 reused", "sending", "sent", "replaying"]
        + ["queued", "attempt 2 new"] + Self.attempt + ["head 200", "receiving 2", "ended"])
    #expect(replayed.notes.timelines.map(\.replayCount) == [0, 1])
    let asked = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=r\r\nContent-Length: 0\r\n\r\n"
    let challenged = try await notes(of: [asked, Self.ok]) {
      $0.authentication.allowsSecretsInClear = true
      $0.authentication.onChallenge = { _ in
        .useCredential(.password(Authentication.Secret("p"), user: "u"))
      }
    }
    #expect(challenged.words.contains("challenged 401") && challenged.words.last == "ended")
    #expect(challenged.notes.timelines.map(\.challengeCount) == [1])
  }

  @Test func `upload events report the sent bytes, and a sent event follows`() async throws {
    let notes = EventNotes()
    let server = try await TestServer {
      .response(HTTP.Response(200, body: [UInt8($0.body.count >> 16)]))
    }
    let session = try HTTPSession(server.url) { $0.monitors.append(notes) }
    let content = [UInt8](repeating: 7, count: 3 << 20)
    try await session.send(.put("a", .bytes(content)))
    let words = notes.words(of: 1)
    let uploads = words.filter { $0.hasPrefix("uploading") }
    #expect(uploads.last == "uploading \(3 << 20)/\(3 << 20)")
    #expect(
      words.lastIndex { $0.hasPrefix("uploading") }.map { $0 + 1 } == words.firstIndex(of: "sent"))
    let timeline = try #require(notes.timelines.last)
    #expect(timeline.sentByteCount == content.count + (timeline.attempts.last?.headByteCount ?? 0))
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `the dialling events of a new connection have no call number`() async throws {
    let notes = EventNotes()
    try await SessionFixture.with(tls: .local()) { _ in
      .response(HTTP.Response(204))
    } configure: {
      $0.monitors.append(notes)
    } _: { fixture in
      try await fixture.session.send(.get("a"))
      try await fixture.session.send(.get("a"))
      #expect(
        notes.words(of: nil) == [
          "dialling lookingUp", "dialling connecting", "dialling connected", "dialling secured",
        ])
      let timelines = notes.timelines
      #expect(timelines.map(\.call) == [1, 2])
      let dials = timelines.map { $0.attempts.last?.dial }
      #expect(dials.first??.tls != nil && dials.first??.tunnel == nil)
      #expect(dials.first??.address.hasPrefix("127.0.0.1") == true)
      #expect(dials.last == .some(nil))
    }
  }

  @Test func `the event for a proxy tunnel follows TCP and precedes TLS`()
    async throws
  {
    let notes = EventNotes()
    func monitor(_ configuration: inout HTTPSession.Configuration) {
      configuration.monitors.append(notes)
    }
    try await SessionFixture.behind(
      .http { _, _ in .tunnel() }, tls: .local(), configure: monitor
    ) { fixture, _ in
      try await fixture.session.send(.get("get"))
      #expect(
        notes.words(of: nil).suffix(3) == [
          "dialling connected", "dialling tunnelled", "dialling secured",
        ])
      let dial = notes.timelines.first?.attempts.first?.dial
      #expect(dial?.tunnel != nil && dial?.tls != nil)
    }
  }

  @Test func `the event for a failed connection contains the error`() async throws {
    let notes = EventNotes()
    let folder = try TemporaryFolder()
    let session = try HTTPSession("http://a.test/") {
      $0.monitors.append(notes)
      $0.sockets.path = "\(folder.path)/none"
    }
    _ = try? await session.send(.get("a"))
    await session.shutdown()
    #expect(
      notes.words(of: nil) == [
        "dialling connecting", "dialling failed cannot-connect", "shut down",
      ])
    #expect(notes.words(of: 1).suffix(2) == ["queued", "ended cannot-connect"])
    #expect(notes.timelines.first?.attempts.first?.leased == nil)
  }

  @Test(arguments: [true, false])
  func `a closed event reports the end and the lifetime of a connection once`(_ isKept: Bool)
    async throws
  {
    let notes = EventNotes()
    let close = isKept ? "" : "Connection: close\r\n"
    let server = try MemoryServer.answering([
      "HTTP/1.1 200 OK\r\n\(close)Content-Length: 2\r\n\r\nhi"
    ])
    let session = try server.session(notes.clock) {
      $0.monitors.append(notes)
      $0.timeouts.firstByte = .seconds(1_000_000)
    }
    try await session.send(.get("a"))
    #expect(notes.words(of: nil).contains("closed") == !isKept)
    await session.shutdown()
    #expect(notes.words(of: nil).suffix(2) == ["closed", "shut down"])
    #expect(notes.words(of: nil).count { $0 == "closed" } == 1)
    // The clock is moved by a second at each event, and a kept connection was idle meanwhile.
    let lifetimes: [Duration] = notes.events.compactMap {
      if case .closed(let origin, let time) = $0.kind, "\(origin.host)" == "memory.test" {
        time
      } else {
        nil
      }
    }
    #expect(lifetimes.count == 1 && lifetimes[0] >= .seconds(6))
    await server.shutdown()
  }

  @Test func `each event contains the number of its session`() async throws {
    let notes = EventNotes()
    var numbers: [Int] = []
    for _ in 1...2 {
      let server = try MemoryServer.answering([Self.ok])
      let session = try server.session { $0.monitors.append(notes) }
      try await session.send(.get("a"))
      await session.shutdown()
      await server.shutdown()
      numbers.append(session.number)
    }
    #expect(Set(notes.events.map(\.session)) == Set(numbers) && numbers[0] != numbers[1])
    let began = notes.events.filter { if case .began = $0.kind { true } else { false } }
    #expect(began.map(\.session) == numbers && began.map(\.call) == [1, 1])
  }

  @Test func `a response from the cache is reported as an event`() async throws {
    let notes = EventNotes()
    let server = try CacheServer { _, _ in
      CacheServer.Reply(fields: "Cache-Control: max-age=60\r\n", content: "one")
    }
    let session = try server.session { $0.monitors.append(notes) }
    for _ in 1...2 { try await session.send(.get("a")) }
    #expect(notes.words(of: 2).dropFirst() == ["stored", "receiving 3", "ended"])
    #expect(notes.timelines.map(\.isStored) == [false, true])
    #expect(notes.timelines.map(\.attempts.count) == [1, 0])
    await server.shutdown()
  }

  @Test
  func `a download event contains the file path or the error`()
    async throws
  {
    let notes = EventNotes()
    let folder = try TemporaryFolder()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: [1, 2, 3]))
    } configure: {
      $0.monitors.append(notes)
    } _: { fixture in
      try await fixture.session.download("a", to: "\(folder.path)/a")
      _ = try? await fixture.session.download("..", to: "\(folder.path)/")
      #expect(notes.words(of: 1).suffix(3) == ["receiving 3", "ended", "saved a"])
      #expect(notes.words(of: 2).last == "not saved file-name")
    }
  }

  @Test func `all monitors are notified of each event, and no event contains a secret`()
    async throws
  {
    let (one, two) = (EventNotes(), EventNotes())
    let server = try MemoryServer.answering([Self.ok])
    let session = try server.session { $0.monitors = [one, two] }
    try await session.send(
      HTTP.Request(.get, "a?token=hidden", headers: ["Authorization": "hidden"]))
    await session.shutdown()
    #expect(one.words(of: 1) == two.words(of: 1) && one.events.count > 5)
    #expect(!one.events.contains { "\($0)".contains("hidden") || "\($0)".contains("\n") })
    await server.shutdown()
  }
}
