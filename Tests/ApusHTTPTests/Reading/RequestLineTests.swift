import ApusHTTP
import Testing

/// RFC 9112 sections 3 and 3.2.
struct RequestLineTests {
  private func request(_ line: String) -> Transcript<HTTP.RequestHead> {
    let text = "\(line)\r\nHost: h\r\n\r\n"
    let whole = Transcript.requests(text)
    #expect(whole == Transcript.requests(text, pieces: 1))
    return whole
  }

  @Test(arguments: [
    ("GET / HTTP/1.1", HTTP.RequestTarget.Form.origin), ("get //a/../b?c?d HTTP/1.1", .origin),
    ("GET http://h HTTP/1.1", .absolute), ("POST Ws+x.1-://u@h/?a HTTP/1.1", .absolute),
    ("OPTIONS * HTTP/1.1", .asterisk), ("OPTIONS / HTTP/1.1", .origin),
    ("CONNECT h:443 HTTP/1.1", .authority), ("CONNECT [::1]:1 HTTP/1.1", .authority),
    ("CONNECT 1.2.3.4:65535 HTTP/1.1", .authority), ("!#$%&'*+-.^_`|~ /\" HTTP/1.1", .origin),
  ])
  func `a request line is parsed as a method, a target and a version`(
    _ line: String, form: HTTP.RequestTarget.Form
  ) throws {
    let words = line.split(separator: " ")
    let head = try #require(request(line).messages.first?.head)
    #expect(head.method == HTTP.Method(String(words[0])))
    #expect(head.target == HTTP.RequestTarget(form, String(words[1])))
    #expect(head.version == .http11)
  }

  @Test(arguments: [
    ("GET  / HTTP/1.1", 4), ("GET / HTTP/1.1 ", 14), ("GET /", 5), ("GET", 3), ("GET ", 4),
    (" GET / HTTP/1.1", 0), ("GET\t/ HTTP/1.1", 3), ("G(T / HTTP/1.1", 1), ("GET / http/1.1", 6),
    ("GET /  HTTP/1.1", 6), ("GET / a HTTP/1.1", 6), ("GET / HTTP/1.11", 14),
    ("caf\u{e9} / HTTP/1.1", 3), (": / HTTP/1.1", 0), ("GET / HTTP/1.", 6),
  ])
  func `an invalid request line is rejected at its first invalid byte`(_ line: String, at: Int) {
    #expect(request(line).error == .malformedStartLine(.requestLine, at: at))
  }

  @Test func `a request line with a version other than HTTP/1.x is rejected`() {
    #expect(request("GET / HTTP/2.0").error == .unsupportedVersion(at: 11))
    #expect(request("PRI * HTTP/2.0").error == .unsupportedVersion(at: 11))
  }

  @Test(arguments: [
    ("GET h HTTP/1.1", 4), ("GET * HTTP/1.1", 4), ("OPTIONS ** HTTP/1.1", 8),
    ("GET h:443 HTTP/1.1", 4), ("GET http:/h HTTP/1.1", 4), ("GET http:// HTTP/1.1", 4),
    ("GET 1http://h HTTP/1.1", 4), ("GET ://h HTTP/1.1", 4), ("CONNECT h HTTP/1.1", 8),
    ("CONNECT h: HTTP/1.1", 8), ("CONNECT h:0 HTTP/1.1", 8), ("CONNECT h:65536 HTTP/1.1", 8),
    ("CONNECT :1 HTTP/1.1", 8), ("CONNECT u@h:1 HTTP/1.1", 8), ("CONNECT / HTTP/1.1", 8),
    ("CONNECT http://h:1/ HTTP/1.1", 8), ("CONNECT * HTTP/1.1", 8), ("connect h:1 HTTP/1.1", 8),
    ("CONNECT ::1:1 HTTP/1.1", 8), ("CONNECT [::1] HTTP/1.1", 8), ("CONNECT h:+1 HTTP/1.1", 8),
    ("GET ?a HTTP/1.1", 4), ("GET http://h/#a HTTP/1.1", 13), ("GET \\a HTTP/1.1", 4),
  ])
  func `a request target in a form that the method does not allow is rejected`(
    _ line: String, at: Int
  ) {
    #expect(request(line).error == .invalidTarget(at: at))
  }

  @Test func `a request target with a fragment, space or non-ASCII character is rejected`() {
    for byte in UInt8.min...UInt8.max {
      let bytes = Array("GET /a".utf8) + [byte] + Array("b HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
      let error = Transcript.requests(bytes).error
      switch byte {
      case 0x0a, 0x0d: #expect(error == .strayLineEnd(.requestLine, at: 6))
      case 0x00...0x08, 0x0b...0x1f, 0x7f:
        #expect(error == .invalidByte(byte, .requestLine, at: 6))
      case 0x20: #expect(error == .malformedStartLine(.requestLine, at: 7))
      case 0x09, 0x23, 0x80...0xff: #expect(error == .invalidTarget(at: 6))
      default: #expect(error == nil, "\(byte)")
      }
    }
  }
}
