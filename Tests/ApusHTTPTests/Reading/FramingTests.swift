import ApusHTTP
import Testing

/// RFC 9112 sections 6.1 to 6.3 and 9.3.
struct FramingTests {
  private typealias Framing = HTTP.BodyFraming

  private func response(
    _ fields: String, _ start: String = "HTTP/1.1 200 OK", to method: HTTP.Method = .get
  ) -> Transcript<HTTP.ResponseHead> {
    Transcript.responses("\(start)\r\n\(fields)\r\n", to: [method])
  }

  private func request(
    _ fields: String, _ start: String = "POST / HTTP/1.1"
  ) -> Transcript<HTTP.RequestHead> {
    Transcript.requests("\(start)\r\n\(fields)\r\n")
  }

  @Test(arguments: [
    ("0", 0), ("5", 5), ("005", 5), ("5,5", 5), ("5 ,\t5", 5), (" 5 ", 5),
    ("9223372036854775807", Int.max), ("00000000000000000000000000000000000007", 7),
  ])
  func `a Content-Length with one number is the length of the body`(
    _ value: String, count: Int
  ) {
    let text = "Content-Length: \(value)\r\n"
    #expect(response(text).messages.first?.framing == .contentLength(count))
    #expect(request("Host:\r\n" + text).messages.first?.framing == .contentLength(count))
  }

  @Test(arguments: [
    "", " ", "+5", "-5", "5.", "0x5", "5 5", "5,", ",5", "5,,5", "5,6", "5,05", "05,5", "five",
    "5e1",
    "9223372036854775808", "18446744073709551616", "99999999999999999999999", "5;a", "\"5\"",
    "\u{665}", "5\u{a0}", "1_0",
  ])
  func `a Content-Length that is not one decimal number is rejected`(_ value: String) {
    let text = "Content-Length: \(value)\r\n"
    #expect(response(text).error == .invalidContentLength && response(text).messages == [])
    #expect(request("Host:\r\n" + text).error == .invalidContentLength)
  }

  @Test func `two Content-Length lines with different values are rejected`() {
    let lines = "Content-Length: 5\r\nA: b\r\ncontent-length: "
    #expect(response(lines + "5, 5\r\n").messages.first?.framing == .contentLength(5))
    for other in ["6", "05", "", "5,6", "x"] {
      #expect(response(lines + other + "\r\n").error == .invalidContentLength)
    }
  }

  @Test(arguments: [
    "chunked", "Chunked", "CHUNKED", " chunked ", ",chunked", "chunked, ,", ",,chunked",
  ])
  func `a message whose only transfer coding is chunked has a chunked body`(_ value: String) {
    let text = "Transfer-Encoding: \(value)\r\n"
    #expect(response(text).messages.first?.framing == .chunked)
    #expect(request("Host:\r\n" + text).messages.first?.framing == .chunked)
  }

  @Test(arguments: [
    "", ",", "gzip", "gzip, chunked", "chunked, gzip", "chunked, chunked", "chunked;q=1",
    "identity",
    "\"chunked\"", "chunkedx", "chunke", "x chunked", "chun\u{212a}ed", "chunked\u{a0}",
    "chunked identity", "xchunked",
  ])
  func `a transfer coding other than chunked is rejected`(_ value: String) {
    let text = "Transfer-Encoding: \(value)\r\n"
    #expect(response(text).error == .unsupportedTransferEncoding)
    #expect(request("Host:\r\n" + text).error == .unsupportedTransferEncoding)
  }

  @Test func `a message with two Transfer-Encoding lines that name chunked is rejected`() {
    let twice = "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"
    #expect(response(twice).error == .unsupportedTransferEncoding)
    let empty = "Transfer-Encoding: chunked\r\nTransfer-Encoding:\r\n"
    #expect(response(empty).messages.first?.framing == .chunked)
  }

  @Test(arguments: ["5", "0", "5,5"])
  func `a message with Content-Length and Transfer-Encoding is rejected`(_ length: String) {
    for text in [
      "Content-Length: \(length)\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: chunked\r\nA: b\r\nContent-Length: \(length)\r\n",
    ] {
      #expect(response(text).error == .lengthBesideTransferEncoding)
      #expect(request("Host:\r\n" + text).error == .lengthBesideTransferEncoding)
    }
  }

  @Test func `HTTP/1.0 requests reject chunked coding, and chunked responses do not persist`() {
    let text = "Host: h\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n"
    #expect(request(text, "POST / HTTP/1.0").error == .transferEncodingInHTTP10)
    let read = response(text, "HTTP/1.0 200 OK").messages.first
    #expect(read?.framing == .chunked && read?.persists == false)
    #expect(response(text).messages.first?.persists == true)
  }

  @Test func `without Content-Length, a request has no body and a response ends at close`() {
    #expect(request("Host:\r\n").messages.first?.framing == Framing.none)
    #expect(request("Host:\r\n").messages.first?.isWhole == true)
    #expect(response("").messages.first?.framing == .untilClose)
  }

  @Test(arguments: [
    ("HTTP/1.1 204 N", HTTP.Method.get, Framing.none), ("HTTP/1.1 304 N", .get, .none),
    ("HTTP/1.1 200 N", .head, .none), ("HTTP/1.1 404 N", .head, .none),
    ("HTTP/1.1 200 N", .connect, .tunnel), ("HTTP/1.1 204 N", .connect, .tunnel),
    ("HTTP/1.1 299 N", .connect, .tunnel), ("HTTP/1.1 304 N", .connect, .none),
  ])
  func `a response to HEAD or with status 204 or 304 has no body despite its fields`(
    _ start: String, method: HTTP.Method, framing: HTTP.BodyFraming
  ) {
    for fields in [
      "", "Content-Length: 5\r\n", "Content-Length: x\r\n", "Transfer-Encoding: gzip\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    ] {
      let read = response(fields, start, to: method)
      #expect(read.messages.map(\.framing) == [framing] && read.messages[0].isWhole)
      #expect(read.messages[0].persists == (framing == .none) && read.error == nil)
    }
  }

  @Test func `a 205 response with Content-Length zero has an empty body`() {
    let read = response("Content-Length: 0\r\n", "HTTP/1.1 205 Reset")
    #expect(read.messages.map(\.framing) == [.contentLength(0)] && read.messages[0].isWhole)
  }

  @Test func `the method head in lower case is not treated as the method HEAD`() {
    let text = "Content-Length: 5\r\n"
    #expect(response(text, to: "head").messages.first?.framing == .contentLength(5))
    #expect(response(text, to: "connect").messages.first?.framing == .contentLength(5))
  }

  @Test(arguments: [
    ("", true, false), ("close", false, false), ("Close", false, false),
    ("keep-alive", true, true), ("KEEP-ALIVE", true, true), ("x, keep-alive ,y", true, true),
    ("keep-alive, close", false, false), ("closed", true, false), ("keepalive", true, false),
    ("x-close", true, false), ("\"close\"", true, false), ("upgrade", true, false),
    ("clo\u{17f}e", true, false),
  ])
  func `the HTTP version and the Connection field determine if a connection persists`(
    _ options: String, in11: Bool, in10: Bool
  ) {
    let fields = "Host:\r\nConnection: \(options)\r\nContent-Length: 0\r\n"
    for minor in 0...9 {
      let expected = minor == 0 ? in10 : in11
      let answer = response(fields, "HTTP/1.\(minor) 200 OK")
      #expect(answer.messages.map(\.persists) == [expected])
      #expect(answer.isClosed == !expected)
      let ask = request(fields, "POST / HTTP/1.\(minor)")
      #expect(ask.messages.map(\.persists) == [expected])
    }
  }

  @Test func `Connection close is found in any line of the Connection field`() {
    let lines = "Connection: a\r\nconnection: b\r\nCONNECTION: close\r\nContent-Length: 0\r\n"
    #expect(response(lines).messages.map(\.persists) == [false])
    #expect(response("Connection: keep-alive\r\n").messages.map(\.persists) == [false])
  }

  @Test(arguments: ["h", "h:80", "", "[::1]:80", "1.2.3.4", "a%41", ":80", "a,b"])
  func `a request with exactly one Host field is accepted, even with an empty host`(_ host: String)
  {
    #expect(request("Host: \(host)\r\n").error == nil)
    #expect(request("host: \(host)\r\n", "GET / HTTP/1.0").error == nil)
  }

  @Test(arguments: ["a b", "a/b", "u@h", "h:x", "h, h", "[::1", "a\\b", "http://h"])
  func `a request whose Host field is not a valid host and port is rejected`(_ host: String) {
    #expect(request("Host: \(host)\r\n").error == .invalidHost(lineCount: 1))
    #expect(
      request("Host: \(host)\r\n", "CONNECT h:1 HTTP/1.0").error == .invalidHost(lineCount: 1))
  }

  @Test func `a request with two Host fields is rejected`() {
    #expect(request("Host: h\r\nHost: h\r\n").error == .invalidHost(lineCount: 2))
    #expect(request("Host: a b\r\nhost: h\r\n").error == .invalidHost(lineCount: 2))
    #expect(
      request("Host:\r\nA: b\r\nHOST:\r\n", "GET / HTTP/1.0").error == .invalidHost(lineCount: 2))
  }

  @Test func `only an HTTP/1.0 request may omit the Host field`() {
    #expect(request("A: b\r\n").error == .invalidHost(lineCount: 0))
    #expect(request("", "CONNECT h:1 HTTP/1.1").error == .invalidHost(lineCount: 0))
    #expect(request("A: b\r\n", "GET / HTTP/1.0").error == nil)
  }

  @Test func `a CONNECT request has no body, even with a Content-Length field`() {
    let text = "Host: h:1\r\nContent-Length: x\r\nTransfer-Encoding: gzip\r\n"
    let read = request(text, "CONNECT h:1 HTTP/1.1")
    #expect(read.messages.map(\.framing) == [.tunnel] && read.messages[0].isWhole)
    #expect(read.isClosed && read.messages[0].persists == false)
  }
}
