import ApusHTTP
import Testing

/// RFC 9112 sections 3.2 and 6, RFC 9110 sections 7 to 10.
struct RequestWriterTests {
  private func write(
    _ method: HTTP.Method = .get, _ url: String = "http://h/", route: HTTP.Route = .direct,
    asterisk: Bool = false, fields: HTTP.Fields = [:], body: HTTP.BodyLength = .none,
    trailers: HTTP.Fields = [:], peer: HTTP.Version = .http11
  ) throws -> Written {
    let destination = try HTTP.Destination.known(url)
    return Written { output throws(HTTP.WriteError) in
      try HTTP.RequestWriter(route, peerVersion: peer).writeHead(
        method, destination, asterisk: asterisk, fields: fields, body: body, trailers: trailers,
        to: &output)
    }
  }

  @Test(arguments: [
    ("http://h", "GET / HTTP/1.1", "h"), ("http://h/a/b?c=d", "GET /a/b?c=d HTTP/1.1", "h"),
    ("http://h?a", "GET /?a HTTP/1.1", "h"), ("http://h/?", "GET /? HTTP/1.1", "h"),
    ("http://h:80/", "GET / HTTP/1.1", "h"), ("https://h:443/", "GET / HTTP/1.1", "h"),
    ("http://h:443/", "GET / HTTP/1.1", "h:443"), ("https://h:80/", "GET / HTTP/1.1", "h:80"),
    ("http://H.Example:8080/#f", "GET / HTTP/1.1", "h.example:8080"),
    ("http://[::1]:81/", "GET / HTTP/1.1", "[::1]:81"),
    ("http://[fe80::1%25eth0]/", "GET / HTTP/1.1", "[fe80::1]"),
    ("http://h//a", "GET //a HTTP/1.1", "h"),
  ])
  func `the target of a request to an origin server is a path with a query`(
    _ url: String, line: String, host: String
  ) throws {
    for route in [HTTP.Route.direct, .tunnel] {
      #expect(try write(.get, url, route: route).lines == [line, "Host: \(host)"])
    }
  }

  @Test(arguments: [
    ("http://h", "GET http://h/ HTTP/1.1", "h"),
    ("http://h:80/a?b", "GET http://h/a?b HTTP/1.1", "h"),
    ("http://h:81?b", "GET http://h:81/?b HTTP/1.1", "h:81"),
    ("http://[fe80::1%25eth0]:81/#f", "GET http://[fe80::1]:81/ HTTP/1.1", "[fe80::1]:81"),
    ("https://h/", "GET https://h/ HTTP/1.1", "h"),
  ])
  func `the target of a request to a proxy is an absolute URL`(
    _ url: String, line: String, host: String
  ) throws {
    #expect(try write(.get, url, route: .proxy).lines == [line, "Host: \(host)"])
  }

  @Test(arguments: [
    ("https://h/a?b", "h:443"), ("http://h/", "h:80"), ("https://[::1]:1/", "[::1]:1"),
    ("https://[fe80::1%25eth0]/", "[fe80::1]:443"),
  ])
  func `the target of a CONNECT request is a host and a port`(_ url: String, authority: String)
    throws
  {
    let written = try write(.connect, url, route: .connect)
    #expect(written.lines == ["CONNECT \(authority) HTTP/1.1", "Host: \(authority)"])
    #expect(written.framing == HTTP.BodyFraming.none)
  }

  @Test func `an OPTIONS request for the whole server has the target * or a proxy URL`()
    throws
  {
    let direct = try write(.options, "http://h/a?b", asterisk: true)
    #expect(direct.lines == ["OPTIONS * HTTP/1.1", "Host: h"])
    let proxy = try write(.options, "http://h:81/a?b", route: .proxy, asterisk: true)
    #expect(proxy.lines == ["OPTIONS http://h:81 HTTP/1.1", "Host: h:81"])
    #expect(try write(.options, "http://h/a").lines[0] == "OPTIONS /a HTTP/1.1")
  }

  @Test func `a request target form that the method does not allow is rejected`() throws {
    for (method, route, asterisk) in [
      (HTTP.Method.connect, HTTP.Route.direct, false), (.connect, .proxy, false),
      (.connect, .tunnel, false), (.get, .connect, false), ("connect", .connect, false),
      (.get, .direct, true), (.post, .proxy, true), ("options", .tunnel, true),
      (.connect, .connect, true),
    ] {
      let written = try write(method, route: route, asterisk: asterisk)
      #expect(written.error == .targetDoesNotFitMethod && written.isUntouched)
    }
  }

  @Test(arguments: [
    "other", "other:81", "[::1]", "[::1]:1", "1.2.3.4", "a-b_c", "OTHER.", "other:65535", "other:",
  ])
  func `a valid Host field of the caller replaces the host of the URL`(
    _ host: String
  ) throws {
    for route in [HTTP.Route.direct, .proxy, .tunnel] {
      let written = try write(route: route, fields: ["A": "1", "hOST": HTTP.FieldValue(host)])
      #expect(written.lines.dropFirst() == ["Host: \(host)", "A: 1"])
    }
  }

  @Test(arguments: [
    "", ":80", "a b", " a", "a ", "a/b", "u@h", "a%41", "%41", "h:0", "h:65536", "h:+1", "h:1x",
    "[::1",
    "[v1.a]", "caf\u{e9}", "a\\b", "a#b", "a?b", "h\t", "h:00", "[::1]:0", "[fe80::1%25e0]",
  ])
  func `an invalid Host field of the caller is rejected`(_ host: String) throws {
    for (method, route) in [(HTTP.Method.get, HTTP.Route.direct), (.connect, .connect)] {
      let written = try write(method, route: route, fields: ["Host": HTTP.FieldValue(host)])
      #expect(written.error == .invalidHost && written.isUntouched)
    }
  }

  @Test func `two Host fields of the caller are rejected even if they are equal`() throws {
    let written = try write(fields: ["Host": "h", "host": "h"])
    #expect(written.error == .repeatedField(.host) && written.isUntouched)
  }

  @Test func `the Host of a CONNECT request is its target, even if the caller sets Host`() throws {
    let written = try write(.connect, route: .connect, fields: ["Host": "other"])
    #expect(written.lines == ["CONNECT h:80 HTTP/1.1", "Host: h:80"])
  }

  @Test func `the caller's fields are written in order between Host and Content-Length`() throws {
    let written = try write(
      .post, fields: ["b": "2", "A": "1", "B": "caf\u{e9} \t!", "Empty": ""], body: .known(3))
    #expect(
      written.lines == [
        "POST / HTTP/1.1", "Host: h", "b: 2", "A: 1", "B: caf\u{e9} \t!", "Empty: ",
        "Content-Length: 3",
      ])
  }

  @Test func `Proxy-Authorization is sent to the proxy and never to the origin server`() throws {
    let fields: HTTP.Fields = [
      "proxy-authorization": .sensitive("p"), "Proxy-Connection": "c", "Authorization": "a",
      "Cookie": "k", "User-Agent": "u", "Accept": "x",
    ]
    let names = [
      "proxy-authorization", "Proxy-Connection", "Authorization", "Cookie", "User-Agent",
    ]
    for (route, expected) in [
      (HTTP.Route.direct, names[2...]), (.tunnel, names[2...]), (.proxy, names[...]),
    ] {
      let lines = try write(route: route, fields: fields).lines
      #expect(lines.dropFirst(2).map { String($0.prefix { $0 != ":" }) } == expected + ["Accept"])
    }
  }

  @Test func `a CONNECT request omits the header fields for the origin server`()
    throws
  {
    let fields: HTTP.Fields = [
      "proxy-authorization": .sensitive("p"), "Proxy-Connection": "c", "Authorization": "a",
      "Cookie": "k", "User-Agent": "u", "Accept": "x", "TE": "t", "Connection": "TE",
      "Upgrade": "h", "X-Any": "y",
    ]
    #expect(
      try write(.connect, route: .connect, fields: fields).lines.dropFirst(2)
        == ["proxy-authorization: p", "Proxy-Connection: c", "User-Agent: u"])
  }

  @Test(arguments: [
    (HTTP.Method.get, HTTP.BodyLength.none, nil), (.head, .none, nil), (.delete, .none, nil),
    (.post, .none, 0), (.put, .none, 0), (.patch, .none, 0), ("BREW", .none, nil),
    (.get, .known(0), nil), (.post, .known(0), 0), (.get, .known(5), 5), (.delete, .known(5), 5),
    (.put, .known(.max), Int.max), (.options, .known(1), 1),
  ])
  func `a POST, PUT or PATCH request without a body has Content-Length 0`(
    _ method: HTTP.Method, body: HTTP.BodyLength, count: Int?
  ) throws {
    let written = try write(method, body: body)
    #expect(written.lines.dropFirst(2) == (count.map { ["Content-Length: \($0)"] } ?? []))
    #expect(written.framing == (count.map { .contentLength($0) } ?? HTTP.BodyFraming.none))
  }

  @Test func `a body of unknown length is sent in chunks, and rejected for HTTP/1.0 servers`()
    throws
  {
    let written = try write(.post, body: .unknown)
    #expect(written.lines.dropFirst(2) == ["Transfer-Encoding: chunked"])
    #expect(written.framing == .chunked)
    let old = try write(.post, body: .unknown, peer: .http10)
    #expect(old.error == .lengthRequired && old.isUntouched)
    #expect(try write(.post, body: .known(2), peer: .http10).framing == .contentLength(2))
  }

  @Test func `a request with a negative body length is rejected`() throws {
    for count in [-1, Int.min] {
      let written = try write(.post, body: .known(count))
      #expect(written.error == .invalidBodyLength(count) && written.isUntouched)
    }
  }

  @Test func `a Transfer-Encoding field of the caller is rejected in a request`() throws {
    for value in ["chunked", "gzip", ""] {
      for (method, route) in [(HTTP.Method.post, HTTP.Route.direct), (.connect, .connect)] {
        let written = try write(
          method, route: route, fields: ["transfer-ENCODING": HTTP.FieldValue(value)])
        #expect(written.error == .reservedField(.transferEncoding) && written.isUntouched)
      }
    }
  }

  @Test(arguments: [
    ("5", HTTP.BodyLength.known(5), HTTP.BodyFraming.contentLength(5)),
    ("0", .known(0), .contentLength(0)), ("0", .none, .contentLength(0)),
    ("005", .known(5), .contentLength(5)),
  ])
  func `a Content-Length of the caller that equals the body length is written once`(
    _ length: String, body: HTTP.BodyLength, framing: HTTP.BodyFraming
  ) throws {
    let written = try write(fields: ["content-length": HTTP.FieldValue(length)], body: body)
    #expect(written.framing == framing)
    #expect(written.lines.dropFirst(2) == ["Content-Length: \(Int(length) ?? -1)"])
  }

  @Test(arguments: [
    ("4", HTTP.BodyLength.known(5)), ("", .known(5)), ("5,5", .known(5)), ("+5", .known(5)),
    (" 5", .known(5)), ("5", .none), ("5", .known(0)), ("5", .unknown), ("0", .unknown),
    ("9223372036854775808", .known(.max)), ("-5", .known(5)),
  ])
  func `a Content-Length of the caller that differs from the body length is rejected`(
    _ length: String, body: HTTP.BodyLength
  ) throws {
    let written = try write(.post, fields: ["Content-Length": HTTP.FieldValue(length)], body: body)
    #expect(written.error == .contentLengthDiffers(body: body) && written.isUntouched)
  }

  @Test func `two Content-Length fields of the caller are rejected even if they are equal`() throws
  {
    let written = try write(
      fields: ["Content-Length": "5", "content-length": "5"], body: .known(5))
    #expect(written.error == .repeatedField(.contentLength) && written.isUntouched)
  }

  @Test func `a body in a request whose method does not allow content is rejected`() throws {
    for body in [HTTP.BodyLength.known(1), .unknown] {
      #expect(try write(.trace, body: body).error == .bodyNotAllowed)
      #expect(try write(.connect, route: .connect, body: body).error == .bodyNotAllowed)
    }
    #expect(try write(.trace, body: .known(0)).framing == HTTP.BodyFraming.none)
  }

  @Test(arguments: ["100-continue", "100-Continue", " 100-continue ", "x, 100-continue"])
  func `a request without content but with Expect 100-continue is rejected`(_ value: String) throws
  {
    let fields: HTTP.Fields = ["expect": HTTP.FieldValue(value)]
    for body in [HTTP.BodyLength.none, .known(0)] {
      let written = try write(.post, fields: fields, body: body)
      #expect(written.error == .expectsContinueWithoutContent && written.isUntouched)
    }
    for body in [HTTP.BodyLength.known(1), .unknown] {
      let written = try write(.post, fields: fields, body: body)
      #expect(written.lines.contains("expect: \(value)") && written.error == nil)
    }
  }

  @Test func `the Connection field lists TE and Upgrade once if a request has these fields`() throws
  {
    let both: HTTP.Fields = ["TE": "trailers", "Upgrade": "x"]
    #expect(
      try write(fields: both).lines.dropFirst(2)
        == ["TE: trailers", "Upgrade: x", "Connection: TE", "Connection: Upgrade"])
    let named: HTTP.Fields = ["te": "t", "connection": "a, te", "Upgrade": "x"]
    #expect(
      try write(fields: named).lines.dropFirst(2)
        == ["te: t", "connection: a, te", "Upgrade: x", "Connection: Upgrade"])
    let like: HTTP.Fields = ["TE": "t", "Connection": "TEa"]
    #expect(try write(fields: like).lines.last == "Connection: TE")
  }

  @Test func `trailer fields in a request with a Content-Length are rejected`() throws {
    for body in [HTTP.BodyLength.none, .known(0), .known(5)] {
      let written = try write(.post, body: body, trailers: ["T": "u"])
      #expect(written.error == .trailersNeedChunks && written.isUntouched)
    }
    #expect(try write(.post, body: .unknown, trailers: ["T": "u"]).framing == .chunked)
  }

  @Test(arguments: [
    "Content-Length", "transfer-encoding", "Host", "Trailer", "Authorization", "Set-Cookie",
    "COOKIE",
    "Content-Type", "Content-Encoding", "Content-Range", "Connection", "TE", "Upgrade", "Expect",
    "Cache-Control", "Location", "WWW-Authenticate", "Proxy-Authorization", "Keep-Alive", "Range",
  ])
  func `a field such as Content-Length or Host in a trailer section is rejected`(_ text: String)
    throws
  {
    let name = HTTP.FieldName(text)
    let written = try write(.post, body: .unknown, trailers: ["T": "u", name: "v"])
    #expect(written.error == .forbiddenTrailer(name) && written.isUntouched)
  }
}
