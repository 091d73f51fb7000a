import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession
import Testing

/// The text of a session's error.
struct HTTPSessionErrorTests {
  /// Returns the error of a call to a stub.
  private func error(
    _ response: HTTP.Response, to request: HTTP.Request = .get("a")
  ) async throws -> HTTPSessionError {
    let api = HTTPSession.stub("https://api.example.com/") { _ in response }
    do {
      try await api.send(request)
    } catch let error as HTTPSessionError {
      return error
    }
    throw Unexpected()
  }

  private struct Unexpected: Error {}

  @Test func `an error's description contains no query value, user or password`() async throws {
    let sent = try await error(HTTP.Response(404), to: .get("users?api_key=secret&page=2"))
    #expect(
      "\(sent)" == "GET https://api.example.com/users?api_key=…&page=…: "
        + "the server responded with status 404")
    let unsent = try await error(
      HTTP.Response(200), to: .get("https://ada:secret@h:x/?key=secret"))
    #expect("\(unsent)".hasPrefix("GET https://<redacted>@h:x/?key=…: "))
    #expect(sent.request?.target.text == "https://api.example.com/users?api_key=secret&page=2")
  }

  @Test func `a dump of an error shows no more than the error's description`() async throws {
    var request = HTTP.Request.post(
      "users?api_key=secret-query#secret-fragment", .bytes(Array("secret-body".utf8)))
    request.headers["X-Tenant"] = .sensitive("secret-field")
    let response = HTTP.Response(
      404, headers: ["Location": "/b?token=secret-location"], body: Array("secret-answer".utf8))
    let sent = try await error(response, to: request)
    let api = HTTPSession.stub("https://api.example.com/?key=secret-base") { _ in response }
    let task = api.start(.send(request))
    let redirect = HTTP.Redirect(
      302, from: try HTTP.URL("https://h/?a=secret-1"), to: try HTTP.URL("https://h/?a=secret-2"))
    let head = HTTP.RequestHead(.get, HTTP.RequestTarget(.origin, "/a?token=secret-target"))
    let setting = HTTPSession.InvalidSetting(
      "base", "https://ada:secret-user@h/?key=secret-value", expected: "a URL")
    let values: [Any] = [
      sent, Result<Int, HTTPSessionError>.failure(sent), [sent], sent.request as Any,
      sent.response as Any, redirect, api, task, setting, head,
      HTTPSession.Event.Kind.began(request),
      HTTPSessionError(.setting(setting)).reason,
    ]
    for value in values {
      var text = ""
      dump(value, to: &text)
      #expect(!text.contains("secret"), "\(text)")
      #expect(!"\(value)".contains("secret") && !String(reflecting: value).contains("secret"))
    }
    var text = ""
    dump(sent, to: &text)
    #expect(text.hasSuffix("\(sent)\n"), "\(text)")
  }

  @Test(arguments: [
    (302, "/b?token=secret", ", a redirect to /b?token=… that was not followed"),
    (300, "https://ada:pass@h/\r\nb", ", a redirect to https://<redacted>@h/\\x0d\\x0ab"),
    (304, nil, ""), (404, "/b", ""),
  ])
  func `the error for a redirect that was not followed names the redirect's target`(
    code: Int, location: String?, words: String
  ) async throws {
    var response = HTTP.Response(HTTP.Status(code))
    if let location { response.headers[.location] = HTTP.FieldValue(location) }
    var request = HTTP.Request.get("a")
    request.options.followsRedirects = false
    let text = "\(try await error(response, to: request))"
    let begin = "GET https://api.example.com/a: the server responded with status \(code)"
    #expect(text.hasPrefix(begin + words))
    #expect(text.contains("redirect") == !words.isEmpty)
  }

  @Test func `the explanation of an error is the response text in one line`() async throws {
    let page =
      "<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>\r\n"
    let html: HTTP.Fields = ["Content-Type": "text/html"]
    let explained = try await error(HTTP.Response(400, headers: html, body: Array(page.utf8)))
    #expect(
      explained.explanation
        == "<html> <head><title>400 No required SSL certificate was sent</title></head>")
    #expect(!"\(explained)".contains("certificate"))
    let long = String(repeating: "é", count: 300)
    for type in ["application/problem+json", "text/plain; charset=utf-8", "application/xml"] {
      let error = try await error(
        HTTP.Response(
          500, headers: ["Content-Type": HTTP.FieldValue(type)], body: Array(long.utf8)))
      #expect(error.explanation == String(repeating: "é", count: 200))
    }
    let latin = try await error(
      HTTP.Response(
        500, headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: [0xe9, 0x1b]))
    #expect(latin.explanation == "é\\x1b")
  }

  @Test(arguments: ["image/png", "application/octet-stream", "", "no type"])
  func `an error with a binary or empty response has no explanation`(type: String) async throws {
    let headers: HTTP.Fields = ["Content-Type": HTTP.FieldValue(type)]
    let error = try await error(HTTP.Response(500, headers: headers, body: [0x61]))
    #expect(error.explanation == nil && error.response?.body == [0x61])
    let empty = try await self.error(HTTP.Response(500, headers: ["Content-Type": "text/plain"]))
    #expect(empty.explanation == nil)
  }

  @Test(arguments: [
    (HTTPSessionError.Reason.cancelled, -999), (.url(.missingScheme), -1000),
    (.timedOut(.connect), -1001), (.timedOut(.total), -1001),
    (.url(.unsupportedScheme("ftp")), -1002), (.unknownHost("h"), -1003), (.noResponse, -1005),
    (.redirect(.tooMany(limit: 10)), -1007), (.status(404), -1011),
    (.authentication(.noCredential), -1013), (.noContent, -1014), (.mediaType("text/html"), -1016),
    (.bodySpent, -1021), (.bodyTooLong(limit: 1), -1103), (.hook, -1),
    (.response(.truncated(.head, at: 9)), -1005), (.response(.truncated(.body, at: 99)), -1005),
    (.response(.obsoleteFold(at: 9)), -1017),
  ])
  func `each error has the error number of URLSession for the same failure`(
    reason: HTTPSessionError.Reason, number: Int
  ) {
    let error = HTTPSessionError(reason)
    #expect(error.domain == "NSURLErrorDomain" && error.number == number)
    #expect(error.isCancellation == (reason == .cancelled))
  }

  @Test func `the error for an invalid line of JSON names the line number once`() async throws {
    struct Point: Decodable, Sendable { var x: Int }
    let session = HTTPSession.stub("https://h/") { _ in .text("{\"x\":1}\n{\"y\":2}\n") }
    let error = await #expect(throws: HTTPSessionError.self) {
      try await session.stream(.get("a")) { _, body in
        for try await _ in body.values(of: Point.self) {}
      }
    }
    let text = try #require(error.map { "\($0)" })
    #expect(text.hasSuffix("has no member \"x\" (line 2 of the stream)"), "\(text)")
  }

  @Test func `the error for JSON of another type contains the decoder's error`() async throws {
    struct OwnError: Error {}
    struct Point: Decodable { var x: Int }
    struct OddCoder: JSONCoding {
      func encode(_ value: some Encodable) throws -> [UInt8] { throw OwnError() }
      func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        throw OwnError()
      }
    }
    let session = HTTPSession.stub("https://h/") { _ in
      HTTP.Response(200, headers: [.contentType: "application/json"], body: Array("[]".utf8))
    }
    let error = await #expect(throws: HTTPSessionError.self) {
      try await session.get("a", as: Point.self)
    }
    #expect(error?.underlying is JSON.DecodingError && error?.code == .serialization)
    let own = await #expect(throws: HTTPSessionError.self) {
      try await session.send(.get("a"), as: Point.self, coder: OddCoder())
    }
    #expect(own?.underlying is OwnError && own?.code == .serialization)
    let text = try #require(own.map { "\($0)" })
    #expect(text.split(separator: "OwnError").count == 2, "\(text)")
  }

  @Test func `an error description is at most 64 KiB long and shortens long names`()
    async throws
  {
    let long = String(repeating: "x", count: 60_000)
    let headers: HTTP.Fields = [
      "Content-Type": HTTP.FieldValue("text/\(long)"), "Location": HTTP.FieldValue("\(long):/"),
    ]
    for code in [302, 404, 500] {
      let error = try await error(HTTP.Response(HTTP.Status(code), headers: headers))
      #expect("\(error)".utf8.count < 2_500)
    }
    for reason: HTTPSessionError.Reason in [
      .mediaType("a/\(long)"), .url(.unsupportedScheme(long)), .unknownHost(long),
      .redirect(.location(.unsupportedScheme(long))), .content(.unknownCoding(long)),
    ] {
      #expect("\(HTTPSessionError(reason))".utf8.count < 500)
    }
    // An error of the caller's function may have any length.
    struct Wordy: Error, CustomStringConvertible {
      var description: String { String(repeating: "word ", count: 100_000) }
    }
    let wordy = "\(HTTPSessionError(.hook, underlying: Wordy()))"
    #expect(wordy.utf8.count <= 65_536 && wordy.hasSuffix("… and more, which is left out"))
  }
}
