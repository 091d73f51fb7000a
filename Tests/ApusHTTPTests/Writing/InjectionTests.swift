import ApusBytes
import ApusHTTP
import Testing

/// Every octet, and the result of narrowing to an octet, at every place of a head that a caller can
/// fill: it is written unchanged, or rejected before any byte is written.
struct InjectionTests {
  /// All 256 octets as text, and two scalars whose low bytes are LF and CR.
  static let scalars = (UInt32(0)...0xff).compactMap(Unicode.Scalar.init) + ["\u{10a}", "\u{10d}"]
  private static let tokens = Set(
    "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
      .unicodeScalars)

  private func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7f
  }

  private func isTarget(_ scalar: Unicode.Scalar) -> Bool {
    0x21...0x7e ~= scalar.value && scalar != "#"
  }

  private func request(
    _ method: HTTP.Method = .get, path: String = "/", query: String? = nil,
    fields: HTTP.Fields = [:], body: HTTP.BodyLength = .none, trailers: HTTP.Fields = [:],
    route: HTTP.Route = .direct
  ) throws -> Written {
    let destination = try HTTP.Destination(scheme: .http, host: "h", path: path, query: query)
    return Written { output throws(HTTP.WriteError) in
      try HTTP.RequestWriter(route).writeHead(
        method, destination, fields: fields, body: body, trailers: trailers, to: &output)
    }
  }

  private func expect(
    _ written: Written, _ expected: String?, else error: HTTP.WriteError, _ scalar: Unicode.Scalar
  ) {
    if let expected {
      #expect(written.text == expected && written.error == nil, "\(scalar.value)")
      #expect(Array(written.text.utf8) == Array(expected.utf8))
    } else {
      #expect(written.error == error && written.isUntouched, "\(scalar.value)")
    }
  }

  @Test(arguments: scalars)
  func `a method with a character that is not allowed in a token is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let written = try request(HTTP.Method("G\(scalar)T"))
    let line = Self.tokens.contains(scalar) ? "G\(scalar)T / HTTP/1.1\r\nHost: h\r\n\r\n" : nil
    expect(written, line, else: .invalidMethod(at: 1), scalar)
  }

  @Test(arguments: scalars)
  func `a path with a character that its grammar does not allow is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let isPath = isTarget(scalar) && scalar != "?"
    let direct = isPath ? "GET /a\(scalar)b HTTP/1.1\r\nHost: h\r\n\r\n" : nil
    expect(try request(path: "/a\(scalar)b"), direct, else: .invalidTarget(at: 2), scalar)
    let proxy = isPath ? "GET http://h/a\(scalar)b HTTP/1.1\r\nHost: h\r\n\r\n" : nil
    expect(
      try request(path: "/a\(scalar)b", route: .proxy), proxy, else: .invalidTarget(at: 10),
      scalar)
  }

  @Test(arguments: scalars)
  func `a path that does not begin with a slash is rejected`(_ scalar: Unicode.Scalar)
    throws
  {
    let line = scalar == "/" ? "GET //a HTTP/1.1\r\nHost: h\r\n\r\n" : nil
    expect(try request(path: "\(scalar)/a"), line, else: .invalidTarget(at: 0), scalar)
  }

  @Test(arguments: scalars)
  func `a query with a character that its grammar does not allow is rejected`(
    _ scalar: Unicode.Scalar
  )
    throws
  {
    let line = isTarget(scalar) ? "GET /?a\(scalar)b HTTP/1.1\r\nHost: h\r\n\r\n" : nil
    expect(try request(query: "a\(scalar)b"), line, else: .invalidTarget(at: 3), scalar)
  }

  @Test(arguments: scalars)
  func `a field name with a character that is not allowed in a token is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let name = HTTP.FieldName("X\(scalar)y")
    let written = try request(fields: ["A": "1", name: "2"])
    let isToken = Self.tokens.contains(scalar)
    let lines = isToken ? "GET / HTTP/1.1\r\nHost: h\r\nA: 1\r\n\(name): 2\r\n\r\n" : nil
    expect(written, lines, else: .invalidFieldName(name, at: 1), scalar)
    let response = Written { output throws(HTTP.WriteError) in
      try HTTP.ResponseWriter(to: .head).writeHead(
        HTTP.ResponseHead(.ok, fields: [name: "2"]), to: &output)
    }
    expect(
      response, isToken ? "HTTP/1.1 200 OK\r\n\(name): 2\r\n\r\n" : nil,
      else: .invalidFieldName(name, at: 1), scalar)
  }

  @Test(arguments: scalars)
  func `a text field value with a control character other than a tab is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let value = HTTP.FieldValue("1\(scalar)2")
    let written = try request(fields: ["A": "1", "B": value])
    let lines = "GET / HTTP/1.1\r\nHost: h\r\nA: 1\r\nB: 1\(scalar)2\r\n\r\n"
    expect(written, isText(scalar) ? lines : nil, else: .invalidFieldValue("B", at: 1), scalar)
    let response = Written { output throws(HTTP.WriteError) in
      try HTTP.ResponseWriter(to: .head).writeHead(
        HTTP.ResponseHead(.ok, fields: ["B": value]), to: &output)
    }
    expect(
      response, isText(scalar) ? "HTTP/1.1 200 OK\r\nB: 1\(scalar)2\r\n\r\n" : nil,
      else: .invalidFieldValue("B", at: 1), scalar)
  }

  @Test(arguments: UInt8.min...UInt8.max)
  func `a byte field value with a control character other than a tab is rejected`(_ octet: UInt8)
    throws
  {
    // Long enough to be looked at sixteen bytes at a time as well as one by one.
    for length in [0, 20] {
      let bytes = Array(repeating: UInt8(ascii: "v"), count: length) + [octet, 0x77]
      let written = try request(fields: ["B": HTTP.FieldValue(bytes: bytes)])
      if octet == 0x09 || octet >= 0x20 && octet != 0x7f {
        let head = Array("GET / HTTP/1.1\r\nHost: h\r\nB: ".utf8)
        #expect(written.output == Written.before + head + bytes + Array("\r\n\r\n".utf8))
      } else {
        #expect(written.error == .invalidFieldValue("B", at: length) && written.isUntouched)
      }
    }
  }

  @Test(arguments: scalars)
  func `a reason phrase with a control character other than a tab is rejected`(
    _ scalar: Unicode.Scalar
  ) {
    let written = Written { output throws(HTTP.WriteError) in
      try HTTP.ResponseWriter(to: .head).writeHead(
        HTTP.ResponseHead(.ok, reason: "O\(scalar)K"), to: &output)
    }
    expect(
      written, isText(scalar) ? "HTTP/1.1 200 O\(scalar)K\r\n\r\n" : nil,
      else: .invalidReason(at: 1), scalar)
  }

  @Test(arguments: scalars)
  func `a host with a character that its grammar does not allow is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let host = "a\(scalar)b"
    do throws(HTTP.WriteError) {
      let destination = try HTTP.Destination(scheme: .http, host: host)
      // A canonical name has letters in lower case, digits and very few marks.
      let text = destination.origin.host.description
      #expect(text == host.lowercased(), "\(scalar.value)")
      #expect(
        text.utf8.allSatisfy { 0x61...0x7a ~= $0 || 0x30...0x39 ~= $0 || "-._".utf8.contains($0) })
    } catch {
      #expect(error == .invalidHost, "\(scalar.value)")
      #expect(!Self.tokens.contains(scalar) || !scalar.properties.isAlphabetic)
    }
  }

  @Test(arguments: scalars)
  func `a Host field of the caller with an invalid character is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let value = "a\(scalar)b"
    let written = try request(fields: ["Host": HTTP.FieldValue(value)])
    let marks = Set("-._~!$&'()*+,;=".unicodeScalars)
    let isName =
      scalar.isASCII
      && (marks.contains(scalar) || scalar.properties.isAlphabetic
        || 0x30...0x39 ~= scalar.value)
    let line = isName ? "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n" : nil
    expect(written, line, else: .invalidHost, scalar)
  }

  @Test(arguments: scalars)
  func `a trailer field of the head with an invalid character is rejected`(
    _ scalar: Unicode.Scalar
  ) throws {
    let name = HTTP.FieldName("X\(scalar)")
    let named = try request(.put, body: .unknown, trailers: [name: "v"])
    #expect((named.error == nil) == Self.tokens.contains(scalar))
    #expect(named.error == nil || named.error == .invalidFieldName(name, at: 1))
    let valued = try request(.put, body: .unknown, trailers: ["T": HTTP.FieldValue("\(scalar)")])
    #expect((valued.error == nil) == isText(scalar))
    #expect(valued.error == nil || valued.error == .invalidFieldValue("T", at: 0))
    for written in [named, valued] {
      #expect(written.isUntouched == (written.error != nil))
      #expect(written.error != nil || written.framing == .chunked)
    }
  }

  @Test(arguments: scalars)
  func `a trailer field added at the end with an invalid character is rejected`(
    _ scalar: Unicode.Scalar
  )
    throws
  {
    var output: [UInt8] = []
    let head = try HTTP.RequestWriter().writeHead(
      .put, try HTTP.Destination.known("http://h/"), body: .unknown, to: &output)
    let name = HTTP.FieldName("X\(scalar)")
    let value = HTTP.FieldValue("\(scalar)")
    for (trailers, error) in [
      ([name: "v"], Self.tokens.contains(scalar) ? nil : .invalidFieldName(name, at: 1)),
      (["T": value], isText(scalar) ? nil : .invalidFieldValue("T", at: 0)),
    ] as [(HTTP.Fields, HTTP.WriteError?)] {
      var body = head
      var written = Written.before
      do throws(HTTP.WriteError) {
        try body.finish(trailers: trailers, to: &written)
        let line = "\(trailers[0].name): \(trailers[0].value.text)"
        #expect(written == Written.before + Array("0\r\n\(line)\r\n\r\n".utf8) && error == nil)
      } catch let thrown {
        #expect(thrown == error && written == Written.before)
      }
    }
  }

  @Test(arguments: [
    "\r\n", "\r\nX: y", "\r\n\r\nGET /b HTTP/1.1", "\n", "\r", " ", "\u{85}", "\u{2028}",
  ])
  func `CRLF, which is one Swift character, is rejected in methods, paths and fields`(
    _ text: String
  ) throws {
    let name = HTTP.FieldName("A\(text)")
    #expect(try request(HTTP.Method("GET\(text)")).error == .invalidMethod(at: 3))
    #expect(try request(path: "/\(text)").error == .invalidTarget(at: 1))
    #expect(try request(query: text).error == .invalidTarget(at: 2))
    #expect(try request(fields: [name: "b"]).error == .invalidFieldName(name, at: 1))
    guard text.utf8.contains(where: { $0 == 0x0d || $0 == 0x0a }) else { return }
    #expect(
      try request(fields: ["A": HTTP.FieldValue(text)]).error == .invalidFieldValue("A", at: 0))
    #expect(try request(fields: ["Host": HTTP.FieldValue("h" + text)]).error == .invalidHost)
  }

  @Test func `a forbidden character with a combining accent is rejected`() throws {
    let name = HTTP.FieldName("A:\u{301}")
    #expect(try request(fields: [name: "b"]).error == .invalidFieldName(name, at: 1))
    #expect(try request(path: "/a \u{301}").error == .invalidTarget(at: 2))
    let value = HTTP.FieldValue("a\n\u{301}")
    #expect(try request(fields: ["A": value]).error == .invalidFieldValue("A", at: 1))
  }

  @Test func `an empty field name or method is rejected`() throws {
    #expect(try request("").error == .invalidMethod(at: 0))
    #expect(try request(fields: ["": "b"]).error == .invalidFieldName("", at: 0))
  }
}
