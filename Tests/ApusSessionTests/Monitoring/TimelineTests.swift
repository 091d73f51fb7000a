import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The times of a call, on a clock that advances by a second at each event.
@Suite(.ownThread) struct TimelineTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test func `a timeline contains the times of each attempt's steps`() async throws {
    let notes = EventNotes()
    let server = try MemoryServer.answering([
      "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\n\r\n" + Self.ok,
    ])
    notes.clock.setWall(milliseconds: 1_000)
    let session = try server.session(notes.clock) { $0.monitors.append(notes) }
    let response = try await session.send(.get("a"))
    let timeline = try #require(response.timeline)
    #expect(timeline.call == 1 && timeline.wallMilliseconds == 1_000)
    #expect(timeline.request.target.text == "http://memory.test/a")
    #expect(timeline.redirects.map(\.destination.path) == ["/b"])
    #expect(timeline.status == 200 && timeline.attempts.map(\.number) == [1, 2])
    #expect(timeline.attempts.map(\.redirectCount) == [0, 1])
    let (first, last) = (timeline.attempts[0], timeline.attempts[1])
    #expect(first.queued == .seconds(1) && first.leased == .seconds(2))
    #expect(first.sending == .seconds(3) && first.sent == .seconds(4))
    #expect(first.firstByte == .seconds(5) && first.head == .seconds(6) && first.status == 302)
    #expect(!first.isReused && first.dial != nil && first.informationalCount == 0)
    // The redirect had its event meanwhile.
    #expect(last.queued == nil && last.leased == .seconds(8) && last.firstByte == .seconds(11))
    #expect(last.head == .seconds(13) && last.status == 200 && last.receivedByteCount == 2)
    #expect(last.isReused && last.dial == nil && last.informationalCount == 1)
    #expect(timeline.end == .seconds(15) && timeline.duration == .seconds(15))
    #expect(timeline.sentByteCount == first.headByteCount + last.headByteCount)
    #expect(timeline.receivedByteCount == 2 && first.headByteCount > 30)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a response has a timeline only if the configuration enables timelines`() async throws
  {
    for isKept in [true, false] {
      let server = try MemoryServer.answering([Self.ok, Self.ok])
      let session = try server.session { $0.keepsTimelines = isKept }
      let response = try await session.send(.get("a"))
      #expect((response.timeline?.end != nil) == isKept)
      // In a stream the head has the timeline so far.
      try await session.stream(.get("a")) { head, content in
        #expect((head.timeline?.attempts.last?.head != nil) == isKept)
        #expect(head.timeline?.end == nil)
        _ = try await content.collect()
        #expect((head.timeline?.end != nil) == isKept)
      }
      await session.shutdown()
      await server.shutdown()
    }
  }

  @Test func `a timeline counts the encoded bytes of compressed content`() async throws {
    let content = [UInt8](repeating: 7, count: 100_000)
    let coded = try HTTP.GzipEncoder.encode(content.span)
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, headers: ["Content-Encoding": "gzip"], body: coded))
    } configure: {
      $0.keepsTimelines = true
    } _: { fixture in
      let response = try await fixture.session.send(.get("a"))
      #expect(response.body == content)
      #expect(response.timeline?.receivedByteCount == coded.count)
    }
  }

  @Test func `an event log yields events in order and drops the oldest unread events`()
    async throws
  {
    let (all, few) = (HTTPSession.EventLog(), HTTPSession.EventLog(limit: 2))
    let server = try MemoryServer.answering([Self.ok])
    let session = try server.session { $0.monitors = [all, few] }
    try await session.send(.get("a"))
    await session.shutdown()
    var words: [String] = []
    var count = 0
    for await event in all {
      count += 1
      // The events with gauges have no fixed places among those of a call.
      if case .pool = event.kind { continue }
      words.append(EventNotes.word(event.kind))
    }
    #expect(words.count == 11 && words.first == "began GET http://memory.test/a")
    #expect(words.suffix(3) == ["ended", "closed", "shut down"] && all.droppedCount == 0)
    var last: [String] = []
    for await event in few { last.append(EventNotes.word(event.kind)) }
    #expect(last.count == 2 && last.last == "shut down" && few.droppedCount == count - 2)
    await server.shutdown()
  }
}
