import ApusBytes
import Testing

@testable import ApusHTTP

/// RFC 9112 sections 2.1 and 2.2.
struct HeadReaderTests {
  private func reader() -> HeadReader<StatusLine> {
    HeadReader(allowsFolds: true, limits: HTTP.Limits())
  }

  private func isWhole(
    _ bytes: ArraySlice<UInt8>, _ reader: inout HeadReader<StatusLine>
  ) throws(HTTP.ParseError) -> Bool {
    try reader.read(bytes.span, HTTP.Limits())
  }

  @Test func `no byte of an incomplete message head is consumed`() throws {
    let head = "\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n"
    let text = head + "body"
    let bytes = Array(text.utf8)
    for size in [1, 2, 5] {
      var reader = HTTP.ResponseReader()
      reader.expectResponse(to: .get)
      for count in stride(from: 0, to: head.utf8.count, by: size) {
        #expect(try reader.step(bytes[..<count]) == (0, .incomplete))
      }
      #expect(try reader.step(bytes).consumed == head.utf8.count)
    }
  }

  @Test func `a message head ends at the empty line after its field lines`() throws {
    var reader = reader()
    let bytes = Array("HTTP/1.1 200\r\n\r\nrest".utf8)
    #expect(try isWhole(bytes[...], &reader))
    #expect(reader.section.position == 16)
    #expect(reader.line?.status == .ok)
    #expect(reader.section.fields(of: bytes.span) == [:])
  }

  @Test func `a head reader that was reset parses the next message head`() throws {
    var reader = reader()
    let first = Array("\r\nHTTP/1.1 200 Long\r\nA: b\r\nC: d\r\n\r\n".utf8)
    let second = Array("HTTP/1.0 404\r\nE: f\r\n\r\n".utf8)
    for _ in 0..<3 {
      #expect(try isWhole(first[...], &reader))
      #expect(reader.section.fields(of: first.span) == ["a": "b", "c": "d"])
      reader.reset()
      #expect(reader.line == nil && reader.isBetweenMessages(0))
      #expect(try !isWhole(second[..<13], &reader))
      #expect(!reader.isBetweenMessages(13))
      #expect(try isWhole(second[...], &reader))
      #expect(reader.section.fields(of: second.span) == ["e": "f"])
      #expect(reader.line?.status == .notFound)
      reader.reset()
    }
  }

  @Test func `empty lines without a start line are not an incomplete message`() throws {
    var reader = reader()
    #expect(reader.isBetweenMessages(0) && !reader.isBetweenMessages(1))
    let bytes = Array("\r\n\r\n\r".utf8)
    #expect(try !isWhole(bytes[..<4], &reader))
    #expect(reader.isBetweenMessages(4) && !reader.isBetweenMessages(5))
    #expect(try !isWhole(bytes[...], &reader))
    #expect(!reader.isBetweenMessages(5))
  }

  @Test(arguments: [
    ("\n", 0), ("\rx", 0), ("\r\n\n", 2), ("\r\n\rHTTP", 2), ("\r\r\n", 0),
    ("HTTP/1.1 200 OK\n", 15), ("HTTP/1.1 200 OK\r\r\n", 15), ("HTTP\r/1.1 200 OK\r\n", 4),
  ])
  func `a start line that does not end with CRLF is rejected`(_ text: String, at: Int) {
    for size in [1, Int.max] {
      let read = Transcript.responses(text, pieces: size)
      #expect(read.error == .strayLineEnd(.statusLine, at: at))
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\n\n", 17), ("HTTP/1.1 200 OK\r\nA: b\r\n\n", 23),
    ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\n", 27), ("HTTP/1.1 200 OK\r\nA: b\n", 21),
  ])
  func `a message head with a bare line feed is rejected without more bytes`(
    _ text: String, at: Int
  ) {
    for size in [1, Int.max] {
      let read = Transcript.responses(text, pieces: size)
      #expect(read.error == .strayLineEnd(.head, at: at))
    }
  }

  @Test func `a bare line feed after a field line of maximum length has the right offset`() {
    var limits = HTTP.Limits()
    limits.fieldLine = 24
    let text = "HTTP/1.1 200\r\nA: " + String(repeating: "x", count: 21) + "\r\n\nB: c\r\n\r\n"
    for size in [1, 2, 3, Int.max] {
      let read = Transcript.responses(text, limits: limits, pieces: size)
      #expect(read.error == .strayLineEnd(.head, at: 40), "\(size)")
    }
  }

  @Test func `a bare line feed after the last allowed field line has the right offset`() {
    var limits = HTTP.Limits()
    limits.fieldCount = 2
    let text = "HTTP/1.1 200\r\nA: b\r\nA: c\r\n\nA: d\r\n\r\n"
    for size in [1, 2, 3, 5, Int.max] {
      let read = Transcript.responses(text, limits: limits, pieces: size)
      #expect(read.error == .strayLineEnd(.head, at: 26), "\(size)")
    }
  }
}
