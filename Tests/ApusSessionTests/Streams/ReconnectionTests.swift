import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Streams of events that are connected to again. HTML standard, "Server-sent events".
@Suite(.ownThread) struct ReconnectionTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
  private static let gone = "HTTP/1.1 204 No Content\r\n\r\n"

  /// Returns a complete stream.
  private static func stream(_ text: String) -> String {
    head + "Content-Length: \(text.utf8.count)\r\n\r\n" + text
  }

  /// The requests of a client of a scripted server.
  private struct Seen {
    var events: [HTTP.ServerSentEvent] = []
    /// The ids that the requests have named.
    var named: [String?] = []
    /// The times between requests, which are at least the waits.
    var waits: [Duration] = []
    var error: HTTPSessionError?
  }

  /// Reads to the end, by a clock that is moved on whenever a connection is waited for, a second at
  /// a time.
  private func read(
    _ answers: [String?], _ rules: HTTPSession.Reconnection = HTTPSession.Reconnection(),
    _ request: HTTP.Request = .get("news"), accepting accepted: HTTP.AcceptedStatuses = .success
  ) async throws -> Seen {
    let heads = Lock<[String]>([])
    let times = Lock<[Deadline]>([])
    let clock = ManualClock()
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        times.withLock { $0.append(clock.now) }
        let number = heads.withLock { heads in
          heads.append(head)
          return heads.count
        }
        guard number <= answers.count, let answer = answers[number - 1] else { return }
        try await peer.write(answer)
        // An incomplete one is cut.
        if answer.contains("Content-Length: 9999") { return }
      }
    }
    let session = try server.session(clock) {
      $0.timeouts.idle = .seconds(1_000_000)
      $0.timeouts.firstByte = .seconds(1_000_000)
      $0.acceptedStatuses = accepted
    }
    let mover = Task {
      while !Task.isCancelled {
        if session.retries.waiting > 0 { clock.advance(by: .seconds(1)) }
        await Pause.brief()
      }
    }
    var seen = Seen()
    do {
      seen.events = try await session.events(request, reconnecting: rules) { events in
        var found: [HTTP.ServerSentEvent] = []
        for try await event in events { found.append(event) }
        return found
      }
    } catch {
      let error = HTTPSessionError(of: error)
      seen.error = error
    }
    mover.cancel()
    await mover.value
    let moments = times.withLock(\.self)
    seen.waits = zip(moments, moments.dropFirst()).map { $1.remaining(from: $0) ?? .zero }
    seen.named = heads.withLock(\.self).map { head in
      head.split(separator: "\r\n").first { $0.hasPrefix("Last-Event-ID: ") }
        .map { String($0.dropFirst(15)) }
    }
    #expect(session.retries.waiting == 0)
    #expect(heads.withLock { $0.allSatisfy { $0.contains("\r\nAccept: text/event-stream\r\n") } })
    await session.shutdown()
    await server.shutdown()
    return seen
  }

  @Test func `a reconnecting event stream continues after its last complete event`() async throws {
    let seen = try await read([
      Self.stream("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: not whole"),
      Self.stream("data: c\n\n"), Self.stream("id\ndata: d\n\n"), Self.gone,
    ])
    #expect(seen.events.map(\.data) == ["a", "b", "c", "d"])
    // The server names none with the third, and takes the name back with the fourth.
    #expect(seen.events.map(\.id) == ["1", "2", "2", ""])
    #expect(seen.named == [nil, "2", "2", nil] && seen.error == nil)
  }

  @Test func `an event stream reconnects after a break and after a failed connection`()
    async throws
  {
    let cut = Self.head + "Content-Length: 9999\r\n\r\nid: 7\ndata: a\n\nid: 8\ndata: b"
    let seen = try await read([cut, nil, Self.stream("data: b\n\n"), Self.gone])
    #expect(seen.events.map(\.data) == ["a", "b"] && seen.error == nil)
    #expect(seen.named == [nil, "7", "7", "7"])
  }

  @Test func `too many failed reconnections in a row fail, and a success resets the count`()
    async throws
  {
    var rules = HTTPSession.Reconnection()
    rules.failureLimit = 2
    let seen = try await read([nil, nil, nil], rules)
    #expect(seen.error?.reason == .noResponse && seen.named.count == 3)
    let other = try await read(
      [nil, nil, Self.stream(""), nil, nil, Self.stream("data: a\n\n"), Self.gone], rules)
    #expect(other.events.map(\.data) == ["a"] && other.error == nil)
  }

  @Test(arguments: [
    ("HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno", "status"),
    ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n", "media-type"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "media-type"),
  ])
  func `a response of another media type ends a reconnecting stream with an error`(
    _ answer: String, _ code: String
  ) async throws {
    for answers in [[answer], [Self.stream("data: a\n\n"), answer]] {
      let seen = try await read(answers)
      #expect(seen.error?.code.name == code && seen.named.count == answers.count)
    }
  }

  @Test func `a 204 response ends a reconnecting event stream`() async throws {
    let seen = try await read([Self.gone])
    #expect(seen.events.isEmpty && seen.error == nil && seen.named.count == 1)
    #expect(seen.waits.isEmpty)
  }

  @Test func `a rejected status code ends a reconnecting stream with an error`() async throws {
    let missing =
      "HTTP/1.1 404 Not Found\r\nContent-Type: text/event-stream\r\nContent-Length: 0\r\n\r\n"
    let seen = try await read([missing])
    #expect(seen.error?.reason == .status(404))
    #expect(seen.events.isEmpty && seen.named.count == 1)
    // A session may accept less than every success.
    let created = Self.stream("data: no\n\n").replacing("200 OK", with: "201 Created")
    let narrow = try await read([created, Self.gone], accepting: .codes(200...200))
    #expect(narrow.error?.reason == .status(201) && narrow.events.isEmpty)
    #expect(try await read([created, Self.gone]).events.count == 1)
  }

  @Test func `the server's retry delay is used up to the configured limit`()
    async throws
  {
    let seen = try await read([
      Self.stream("retry: 8000\ndata: a\n\n"), Self.stream(""),
      Self.stream("retry: 99999999999\n\n"), Self.gone,
    ])
    #expect(seen.waits.count == 3)
    for (wait, least) in zip(seen.waits, [8, 8, 60]) { #expect(wait >= .seconds(least)) }
    let rules = HTTPSession.Reconnection()
    for (failures, asked, least) in [
      (0, nil, 3), (1, nil, 6), (2, nil, 12), (50, nil, 60),
      (0, 8, 8), (1, 8, 16), (0, 61, 60), (0, Int.max / 1_000, 60),
    ] as [(Int, Int?, Int)] {
      let asked = asked.map { Duration.seconds($0) }
      let wait = Duration.seconds(least)
      #expect(rules.wait(after: failures, asked: asked, chance: 0) == wait)
      #expect(rules.wait(after: failures, asked: asked, chance: 1) == wait + wait / 2)
    }
    // A server cannot set a zero delay.
    #expect(rules.wait(after: 0, asked: .zero, chance: 0) == .milliseconds(100))
    var impatient = rules
    impatient.delay = .zero
    #expect(impatient.wait(after: 9, asked: nil, chance: 1) == .zero)
  }

  @Test func `an event ID that is no valid field value is not sent on reconnection`()
    async throws
  {
    let seen = try await read([
      Self.stream("id: 1\u{1}\ndata: a\n\n"), Self.stream("id: a\u{0}b\ndata: b\n\n"),
      Self.stream("id: \(String(repeating: "9", count: 4_096))\ndata: c\n\n"),
      Self.stream("id: \(String(repeating: "9", count: 4_097))\ndata: d\n\n"),
      Self.stream("id: é\ndata: e\n\n"), Self.gone,
    ])
    #expect(seen.events.map(\.data) == ["a", "b", "c", "d", "e"])
    #expect(
      seen.named == [nil, nil, nil, String(repeating: "9", count: 4_096), nil, "é"])
  }

  @Test func `an event ID that contains a tab is sent unchanged on reconnection`() async throws {
    let seen = try await read([
      Self.stream("id: 7\t42\ndata: a\n\n"), Self.stream("data: b\n\n"), Self.gone,
    ])
    #expect(seen.named == [nil, "7\t42", "7\t42"] && seen.error == nil)
    var rules = HTTPSession.Reconnection()
    rules.lastEventID = "a\tb"
    let first = try await read([Self.gone], rules)
    #expect(first.named == ["a\tb"])
  }

  @Test func `the first connection sends the configured Last-Event-ID`()
    async throws
  {
    var rules = HTTPSession.Reconnection()
    rules.lastEventID = "41"
    let seen = try await read([Self.stream("data: a\n\n"), Self.gone], rules)
    #expect(seen.named == ["41", "41"] && seen.events.map(\.id) == ["41"])
    for id in ["a\r\nX: y", "\n", "\u{0}", String(repeating: "9", count: 5_000)] {
      rules.lastEventID = id
      let error = try await read([], rules).error
      #expect(error?.code.name == "invalid-setting")
    }
    let post = try await read([], HTTPSession.Reconnection(), .post("news"))
    #expect(post.error?.code.name == "invalid-setting" && post.named.isEmpty)
  }

  @Test func `an invalid event value does not end a reconnecting stream`()
    async throws
  {
    let heads = Lock<[String]>([])
    let answers = [
      Self.stream("id: 1\ndata: [1]\n\nid: 2\nevent: other\ndata: x\n\n"),
      Self.stream("id: 3\ndata: no\n\nevent: message\ndata: [3]\n\n"), Self.gone,
    ]
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        let number = heads.withLock { heads in
          heads.append(head)
          return heads.count
        }
        try await peer.write(answers[number - 1])
      }
    }
    let session = try server.session()
    var rules = HTTPSession.Reconnection()
    rules.delay = .zero
    let values = try await session.events(.get("news"), reconnecting: rules) { events in
      var (values, faults): ([[Int]], [String]) = ([], [])
      var iterator = events.values(of: [Int].self).makeAsyncIterator()
      while true {
        do {
          guard let value = try await iterator.next(isolation: nil) else { break }
          values.append(value)
        } catch {
          let error = HTTPSessionError(of: error)
          faults.append(error.code.name)
          #expect(error.request?.target.text.hasSuffix("/news") == true)
          #expect(error.response?.status == 200)
        }
      }
      #expect(faults == ["serialization"])
      return values
    }
    #expect(values == [[1], [3]])
    // The event of another kind was skipped, and so was the invalid value.
    let named = heads.withLock(\.self).map { head in
      head.split(separator: "\r\n").first { $0.hasPrefix("Last-Event-ID: ") }?.dropFirst(15)
    }
    #expect(named == [nil, "2", "3"])
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `no bytes of an event stream are read after the closure has returned`() async throws {
    let server = try MemoryServer.answering([Self.head + "\r\ndata: a\n\n"])
    let session = try server.session()
    var iterator = try await session.events(
      .get("news"), reconnecting: HTTPSession.Reconnection()
    ) { events in
      var iterator = events.makeAsyncIterator()
      let event = try await iterator.next(isolation: nil)
      #expect(event?.data == "a")
      return iterator
    }
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    do {
      _ = try await iterator.next(isolation: nil)
      Issue.record("read")
    } catch {
      let error = HTTPSessionError(of: error)
      #expect(error.reason == .bodyOutOfScope)
    }
    await session.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [true, false])
  func `a reconnection delay ends on cancellation or shutdown`(
    _ isShutdown: Bool
  )
    async throws
  {
    let server = try MemoryServer { peer in
      try await peer.serve(Self.stream("data: a\n\n"))
    }
    let session = try server.session(ManualClock())
    let task = Task {
      do {
        try await session.events(.get("news"), reconnecting: HTTPSession.Reconnection()) { events in
          for try await _ in events {}
        }
        return HTTPSessionError.Reason?.none
      } catch {
        return HTTPSessionError(of: error).reason
      }
    }
    while session.retries.waiting == 0 { await Pause.brief() }
    if isShutdown { await session.shutdown() } else { task.cancel() }
    #expect(await task.value == (isShutdown ? .shutDown : .cancelled))
    await session.shutdown()
    await server.shutdown()
  }
}
