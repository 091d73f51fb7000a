import Testing

@testable import ApusHTTP

/// The one place where octets of a head are put together.
struct HeadBufferTests {
  @Test func `a written message head consists of its lines and an empty line`() throws {
    var head = HeadBuffer()
    try head.write("GET", HTTP.CheckedTarget(path: "/a", query: "b"))
    head.writeVersion()
    try head.write("A", "b")
    try head.write("C", "")
    head.end()
    #expect(head.bytes == Array("GET /a?b HTTP/1.1\r\nA: b\r\nC: \r\n\r\n".utf8))
  }

  @Test func `writing an invalid method, field or reason phrase leaves the buffer unchanged`() {
    var head = HeadBuffer()
    #expect(throws: HTTP.WriteError.invalidMethod(at: 0)) {
      try head.write(" ", HTTP.CheckedTarget(path: "/"))
    }
    #expect(throws: HTTP.WriteError.invalidFieldName("a:", at: 1)) { try head.write("a:", "b") }
    #expect(throws: HTTP.WriteError.invalidFieldValue("a", at: 2)) { try head.write("a", "bc\n") }
    #expect(throws: HTTP.WriteError.invalidReason(at: 3)) {
      try head.writeStatusLine(HTTP.ResponseHead(.ok, reason: "abc\u{7f}"))
    }
    #expect(head.bytes.isEmpty)
  }

  @Test func `a received reason phrase with non-ASCII bytes is written unchanged`() throws {
    let read = Transcript.responses("\r\nHTTP/1.0 200 All \t Fine\r\nA: b\r\n\r\n")
    var head = HeadBuffer()
    try head.writeStatusLine(try #require(read.messages.first?.head))
    #expect(head.bytes == Array("HTTP/1.1 200 All \t Fine\r\n".utf8))
  }
}
