import ApusBytes
import ApusHTTP
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The rules of the HTML standard, "Interpreting an event stream".
@Suite struct EventDecoderTests {
  private func events(
    _ bytes: [UInt8], pieces: Int = .max
  ) throws -> (events: [HTTP.ServerSentEvent], decoder: EventDecoder) {
    var decoder = EventDecoder()
    var events: [HTTP.ServerSentEvent] = []
    var at = 0
    while at < bytes.count {
      let end = at + min(pieces, bytes.count - at)
      decoder.append(Array(bytes[at..<end]).span)
      while let event = try decoder.next() { events.append(event) }
      at = end
    }
    return (events, decoder)
  }

  private func events(_ text: String) throws -> [HTTP.ServerSentEvent] {
    try events(Array(text.utf8)).events
  }

  @Test func `the data lines of one server-sent event are joined by line feeds`() throws {
    #expect(
      try events("data: YHOO\ndata: +2\ndata: 10\n\n") == [.init(data: "YHOO\n+2\n10")])
  }

  @Test func `an event ID applies until the next ID, and an empty ID removes it`() throws {
    let stream = ": test\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n"
    #expect(
      try events(stream) == [
        .init(data: "first", id: "1"), .init(data: "second"), .init(data: " third"),
      ])
    #expect(try events("id: 1\n\ndata: x\n\n") == [.init(data: "x", id: "1")])
  }

  @Test func `a line without a colon in an event stream has an empty value`() throws {
    #expect(try events("data\n\ndata\ndata\n\ndata:") == [.init(data: ""), .init(data: "\n")])
  }

  @Test func `one space after the colon in an event stream is removed`() throws {
    #expect(
      try events("data:test\n\ndata: test\n\n") == [.init(data: "test"), .init(data: "test")])
  }

  @Test func `an event without data is dropped, and the next event has the default type`()
    throws
  {
    #expect(try events("event: add\n\ndata: x\n\n") == [.init(data: "x")])
    #expect(try events("event: add\ndata: x\n\n") == [.init(event: "add", data: "x")])
  }

  @Test func `an event ID that contains a zero byte is ignored`() throws {
    #expect(try events("id: 1\nid: 2\0\ndata: x\n\n") == [.init(data: "x", id: "1")])
  }

  @Test(
    arguments: [
      ("retry: 250", 250), ("retry:0", 0), ("retry: 2s", nil), ("retry: +1", nil), ("retry", nil),
      ("retry: 99999999999999999999", nil), ("Retry: 5", nil),
    ] as [(String, Int?)])
  func `a retry field with other characters than digits is ignored`(
    _ line: String, _ milliseconds: Int?
  ) throws {
    let decoder = try events(Array("\(line)\n".utf8)).decoder
    #expect(decoder.reconnectionTime == milliseconds.map { .milliseconds($0) })
  }

  @Test func `a byte order mark is ignored only at the start of an event stream`() throws {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let line = Array("data: x\n\n".utf8)
    #expect(try events(mark + line).events == [.init(data: "x")])
    #expect(try events(line + mark + line).events == [.init(data: "x")])
  }

  @Test func `an incomplete event at the end of a stream is dropped with its ID`() throws {
    let (found, decoder) = try events(Array("data: a\nid: 1\n\ndata: b\nid: 2\n".utf8))
    #expect(found == [.init(data: "a", id: "1")])
    #expect(decoder.lastEventID == "1")
  }

  @Test func `invalid UTF-8 in an event stream is replaced by U+FFFD`() throws {
    let found = try events(Array("data:".utf8) + [0xff, 0x0a, 0x0a]).events
    #expect(found == [.init(data: "\u{fffd}")])
  }

  @Test func `an event stream yields the same events if it arrives in small chunks`() throws {
    let stream = Array(
      ("\u{feff}: hi\r\n\r\nevent: a\rdata: 1\r\rdata: ü\ndata:\n\n"
        + "id: 7\r\ndata: z\r\n\r\nretry: 9\n").utf8)
    let whole = try events(stream)
    for pieces in 1...7 {
      let cut = try events(stream, pieces: pieces)
      #expect(cut.events == whole.events)
      #expect(cut.decoder.lastEventID == whole.decoder.lastEventID)
      #expect(cut.decoder.reconnectionTime == .milliseconds(9))
    }
    #expect(whole.events.count == 3)
  }

  @Test func `event data beyond the maximum length throws an error`() throws {
    let line = "data:" + String(repeating: "x", count: 1 << 19) + "\n"
    let fits = String(repeating: line, count: 15)
    #expect(try events(fits + "\n").count == 1)
    #expect(throws: HTTPSessionError.Reason.eventTooLong(limit: EventDecoder.dataLimit)) {
      try events(fits + line + "\n")
    }
  }

  @Test func `an event stream line beyond the maximum length throws an error`() throws {
    let limit = EventDecoder.lineLimit
    #expect(try events(":" + String(repeating: "x", count: limit - 1) + "\n").isEmpty)
    #expect(throws: HTTPSessionError.Reason.lineTooLong(limit: limit)) {
      try events(":" + String(repeating: "x", count: limit) + "\n")
    }
  }
}
