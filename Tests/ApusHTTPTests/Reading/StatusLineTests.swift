import ApusHTTP
import Testing

/// RFC 9112 sections 2.2, 2.3 and 4.
struct StatusLineTests {
  private func status(_ line: String) -> Transcript<HTTP.ResponseHead> {
    let whole = Transcript.responses("\(line)\r\n\r\n")
    #expect(whole == Transcript.responses("\(line)\r\n\r\n", pieces: 1))
    return whole
  }

  @Test(arguments: UInt8(0)...9)
  func `a status line preserves the minor version of HTTP/1`(_ minor: UInt8) {
    let read = status("HTTP/1.\(minor) 204")
    #expect(read.messages.map(\.head.version.minor) == [minor])
    #expect(read.messages.map(\.persists) == [minor != 0])
  }

  @Test(arguments: ["HTTP/2.0 200", "HTTP/0.9 200", "HTTP/9.9 200 OK", "HTTP/3.1"])
  func `a status line with a version other than HTTP/1.x is rejected`(_ line: String) {
    #expect(status(line).error == .unsupportedVersion(at: 5))
  }

  @Test(arguments: [
    ("http/1.1 200", 0), ("HTTp/1.1 200", 0), ("HTTP 1.1 200", 0), ("HTTP/1,1 200", 0),
    ("HTTP/11 200", 0), ("HTTP/1.x 200", 0), ("HTTP/x.1 200", 0), ("HTTP/01.1 200", 0),
    ("HTTP/1.", 0), ("H", 0), (" HTTP/1.1 200", 0), ("ICY 200 OK", 0), ("HTTP/-1.1 200", 0),
    ("HTTP/\u{661}.1 200", 0), ("HTTQ/1.1 200", 0), ("HTTP/1.1", 8), ("HTTP/1.1\t200", 8),
    ("HTTP/1.11 200", 8),
  ])
  func `a status line that does not begin with an HTTP version is rejected`(_ line: String, at: Int)
  {
    #expect(status(line).error == .malformedStartLine(.statusLine, at: at))
  }

  @Test(arguments: [
    ("HTTP/1.1 200", 200, ""), ("HTTP/1.1 200 ", 200, ""), ("HTTP/1.1 200 OK", 200, "OK"),
    ("HTTP/1.1 000 x", 0, "x"), ("HTTP/1.1 099", 99, ""), ("HTTP/1.1 600 a b", 600, "a b"),
    ("HTTP/1.1 999 ", 999, ""), ("HTTP/1.1 204  a\tb ", 204, " a\tb "),
    ("HTTP/1.1 200 caf\u{e9}", 200, "caf\u{e9}"), ("HTTP/1.1 404 200 OK", 404, "200 OK"),
  ])
  func `a status line is parsed as a three-digit status and a reason phrase`(
    _ line: String, code: Int, reason: String
  ) {
    let read = status(line)
    #expect(read.messages.map(\.head.status.code) == [code] && read.error == nil)
    #expect(read.messages.map(\.head.reason) == [reason])
  }

  @Test(arguments: [
    ("HTTP/1.1 20", 9), ("HTTP/1.1 2000", 12), ("HTTP/1.1 20x OK", 9), ("HTTP/1.1  200 OK", 9),
    ("HTTP/1.1 +20 OK", 9), ("HTTP/1.1 200OK", 12), ("HTTP/1.1 200\tOK", 12), ("HTTP/1.1 ", 9),
    ("HTTP/1.1 OK", 9), ("HTTP/1.1 \u{661}\u{661}", 9),
  ])
  func `an invalid status line is rejected at its first invalid byte`(_ line: String, at: Int) {
    #expect(status(line).error == .malformedStartLine(.statusLine, at: at))
  }

  @Test func `a status line with a control character is rejected`() {
    for byte in UInt8.min...UInt8.max {
      let bytes = Array("HTTP/1.1 200 O".utf8) + [byte] + Array("K\r\n\r\n".utf8)
      let error = Transcript.responses(bytes).error
      switch byte {
      case 0x0a, 0x0d: #expect(error == .strayLineEnd(.statusLine, at: 14))
      case 0x00...0x08, 0x0b...0x1f, 0x7f:
        #expect(error == .invalidByte(byte, .statusLine, at: 14))
      default: #expect(error == nil)
      }
      #expect(Transcript.responses(bytes, pieces: 1).error == error)
    }
  }

  @Test func `non-ASCII bytes in a reason phrase are preserved`() {
    let bytes = Array("HTTP/1.1 200 ".utf8) + [0xff, 0x80] + Array("\r\n\r\n".utf8)
    let head = Transcript.responses(bytes).messages.first?.head
    #expect(head.map { Array($0.reasonBytes) } == [0xff, 0x80])
    #expect(head?.reason == "\u{fffd}\u{fffd}")
  }

  @Test func `a reason phrase remains valid after the received bytes are released`() {
    for fields in ["", "A: b\r\n"] {
      let read = Transcript.responses("\r\nHTTP/1.1 200 All Fine\r\n\(fields)\r\n")
      #expect(read.messages.first?.head.reason == "All Fine")
    }
  }
}
