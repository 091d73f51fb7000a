import ApusHTTP
import Testing

/// RFC 9112 sections 4, 6 and 9.3, RFC 9110 section 8.6.
struct ResponseWriterTests {
  private func write(
    _ status: HTTP.Status = .ok, to method: HTTP.Method = .get, version: HTTP.Version = .http11,
    persists: Bool = true, fields: HTTP.Fields = [:], body: HTTP.BodyLength = .none,
    trailers: HTTP.Fields = [:]
  ) -> Written {
    Written { output throws(HTTP.WriteError) in
      try HTTP.ResponseWriter(to: method, version: version, persists: persists).writeHead(
        HTTP.ResponseHead(status, fields: fields), body: body, trailers: trailers, to: &output)
    }
  }

  struct Row: Sendable {
    var status: HTTP.Status
    var method: HTTP.Method
    var body: HTTP.BodyLength
    var framing: HTTP.BodyFraming
    var line: String?

    init(
      _ status: HTTP.Status, _ method: HTTP.Method, _ body: HTTP.BodyLength,
      _ framing: HTTP.BodyFraming, _ line: String? = nil
    ) {
      (self.status, self.method, self.body) = (status, method, body)
      (self.framing, self.line) = (framing, line)
    }
  }

  static let table = [
    Row(200, .get, .none, .contentLength(0), "Content-Length: 0"),
    Row(200, .get, .known(0), .contentLength(0), "Content-Length: 0"),
    Row(404, .post, .known(7), .contentLength(7), "Content-Length: 7"),
    Row(200, .get, .known(.max), .contentLength(.max), "Content-Length: \(Int.max)"),
    Row(200, .get, .unknown, .chunked, "Transfer-Encoding: chunked"),
    Row(205, .get, .none, .contentLength(0), "Content-Length: 0"),
    Row(200, .head, .none, .none), Row(200, .head, .known(7), .none, "Content-Length: 7"),
    Row(404, .head, .known(0), .none, "Content-Length: 0"), Row(200, .head, .unknown, .none),
    Row(204, .get, .none, .none), Row(204, .get, .known(0), .none), Row(204, .head, .none, .none),
    Row(304, .get, .none, .none), Row(304, .head, .none, .none),
    Row(100, .get, .none, .none), Row(103, .head, .none, .none), Row(199, .post, .known(0), .none),
    Row(101, .get, .none, .upgrade), Row(101, .get, .known(0), .upgrade),
    Row(200, .connect, .none, .tunnel), Row(204, .connect, .none, .tunnel),
    Row(299, .connect, .known(0), .tunnel), Row(100, .connect, .none, .none),
    Row(407, .connect, .known(3), .contentLength(3), "Content-Length: 3"),
    Row(304, .connect, .none, .none),
    Row(200, "head", .none, .contentLength(0), "Content-Length: 0"),
    Row(999, .get, .none, .contentLength(0), "Content-Length: 0"),
  ]

  @Test(arguments: table)
  func `the status, method and body length determine the framing of a response body`(_ row: Row) {
    let written = write(row.status, to: row.method, body: row.body)
    #expect(written.framing == row.framing && written.error == nil)
    #expect(written.lines.dropFirst() == (row.line.map { [$0] } ?? []))
  }

  @Test(arguments: [100, 101, 103, 204, 304], [HTTP.BodyLength.known(1), .unknown])
  func `a body in a response that does not allow content is rejected`(
    _ code: Int, body: HTTP.BodyLength
  ) {
    let written = write(HTTP.Status(code), body: body)
    #expect(written.error == .bodyNotAllowed && written.isUntouched)
    #expect(write(200, to: .connect, body: body).error == .bodyNotAllowed)
  }

  @Test func `a response with a negative body length is rejected`() {
    for (status, method) in [(200, HTTP.Method.get), (200, .head), (204, .get), (101, .get)] {
      let written = write(HTTP.Status(status), to: method, body: .known(-1))
      #expect(written.error == .invalidBodyLength(-1) && written.isUntouched)
    }
  }

  @Test func `a response to an HTTP/1.0 client is never written in chunks`() {
    let written = write(version: .http10, body: .unknown)
    #expect(written.framing == .untilClose)
    #expect(written.lines == ["HTTP/1.1 200 OK", "Connection: close"])
    #expect(
      write(version: .http10, body: .unknown, trailers: ["T": "u"]).error == .trailersNeedChunks)
  }

  @Test(arguments: [
    (HTTP.Version.http11, true, nil), (.http11, false, "close"), (.http10, true, "keep-alive"),
    (.http10, false, "close"), (HTTP.Version(minor: 2), true, nil),
  ])
  func `Connection keep-alive or close is written only if it is not the default`(
    _ version: HTTP.Version, persists: Bool, option: String?
  ) {
    let written = write(version: version, persists: persists, body: .known(1))
    #expect(
      written.lines.dropFirst()
        == ["Content-Length: 1"] + (option.map { ["Connection: \($0)"] } ?? []))
  }

  @Test func `a Connection field of the caller does not replace the writer's own option`() {
    let other = write(persists: false, fields: ["Connection": "x"], body: .known(1))
    #expect(
      other.lines.dropFirst() == ["Connection: x", "Content-Length: 1", "Connection: close"])
    let same = write(persists: false, fields: ["connection": "x, Close"], body: .known(1))
    #expect(same.lines.dropFirst() == ["connection: x, Close", "Content-Length: 1"])
    let kept = write(version: .http10, fields: ["Connection": "Keep-Alive"], body: .known(1))
    #expect(kept.lines.dropFirst() == ["Connection: Keep-Alive", "Content-Length: 1"])
    let until = write(version: .http10, fields: ["Connection": "x"], body: .unknown)
    #expect(until.lines.dropFirst() == ["Connection: x", "Connection: close"])
  }

  @Test func `an informational response has no Connection option`() {
    for status in [HTTP.Status(100), 101, 103] {
      #expect(write(status, version: .http10, persists: false).lines.count == 1)
    }
  }

  @Test func `a status line contains three digits and the reason phrase`() {
    #expect(write(7).lines[0] == "HTTP/1.1 007 ")
    #expect(write(99).lines[0] == "HTTP/1.1 099 ")
    #expect(write(404).lines[0] == "HTTP/1.1 404 Not Found")
    #expect(write(0).lines[0] == "HTTP/1.1 000 ")
  }

  @Test func `a reason phrase with non-ASCII bytes is written unchanged`() {
    let written = Written { output throws(HTTP.WriteError) in
      try HTTP.ResponseWriter(to: .head).writeHead(
        HTTP.ResponseHead(.ok, reason: " caf\u{e9}\t", version: .http10), to: &output)
    }
    #expect(written.text == "HTTP/1.1 200  caf\u{e9}\t\r\n\r\n")
  }

  @Test func `a Content-Length or Transfer-Encoding field of the caller is rejected`() {
    for name in [HTTP.FieldName("content-length"), "Transfer-Encoding"] {
      for (status, body) in [(200, HTTP.BodyLength.known(5)), (204, .none), (101, .none)] {
        let written = write(HTTP.Status(status), fields: ["A": "b", name: "5"], body: body)
        #expect(written.error == .reservedField(name) && written.isUntouched)
      }
    }
  }

  @Test func `a response with trailer fields but without a chunked body is rejected`() {
    #expect(write(body: .known(3), trailers: ["T": "u"]).error == .trailersNeedChunks)
    #expect(write(204, trailers: ["T": "u"]).error == .trailersNeedChunks)
    let fine = write(body: .unknown, trailers: ["T": "u"])
    #expect(fine.framing == .chunked && fine.lines.count == 2)
    let bad = write(body: .unknown, trailers: ["Set-Cookie": "u"])
    #expect(bad.error == .forbiddenTrailer(.setCookie) && bad.isUntouched)
  }
}
