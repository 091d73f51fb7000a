import ApusHTTP
import ApusNet
import ApusSession
import TestSupport
import Testing

/// Lines and values of a stream: their charset, their limits and their errors.
@Suite(.ownThread) struct TextLinesTests {
  private static let base = "https://api.example.com/"

  private func session(
    _ type: String, _ body: [UInt8],
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configure(&configuration)
    return .stub(Self.base, configuration: configuration) { _ in
      HTTP.Response(201, headers: ["Content-Type": HTTP.FieldValue(type)], body: body)
    }
  }

  private func lines(
    _ session: HTTPSession, limit: Int? = nil
  ) async throws -> [String] {
    try await session.stream(.get("a?token=secret")) { _, content in
      var lines: [String] = []
      for try await line in content.lines(limit: limit) { lines.append(line) }
      return lines
    }
  }

  @Test(arguments: [
    ("utf-8", "\u{feff}a\r\né\n\nlast"), ("iso-8859-1", "a\r\né\n\nlast"),
    ("windows-1252", "a\r\né\n\nlast"), ("utf-16", "\u{feff}a\r\né\n\nlast"),
    ("utf-16be", "a\r\né\n\nlast"), ("utf-16le", "\u{feff}a\r\né\n\nlast"),
  ])
  func `text lines are decoded in the charset of the response's media type`(
    _ charset: String, _ text: String
  )
    async throws
  {
    let bytes = try #require(TextCharset(name: charset)?.encode(text))
    let session = session("text/plain; charset=\(charset)", bytes)
    #expect(try await lines(session) == ["a", "é", "", "last"])
    // U+0A0D and U+0D0A hold the bytes of ends of lines, and are none.
    guard charset.hasPrefix("utf") else { return }
    let other = try #require(TextCharset(name: charset)?.encode("\u{a0d}\u{d0a}😀\nb"))
    let second = self.session("text/plain; charset=\(charset)", other)
    #expect(try await lines(second) == ["\u{a0d}\u{d0a}😀", "b"])
  }

  @Test func `responses and error responses are decoded in their declared charset`()
    async throws
  {
    let latin = Array("caf".utf8) + [0xe9]
    let type = "text/plain; charset=iso-8859-1"
    #expect(try await session(type, latin).get("a").text == "café")
    var rules = HTTPSession.Configuration()
    rules.limits.byteCountInErrors = 3
    let failing = HTTPSession.stub(Self.base, configuration: rules) { _ in
      HTTP.Response(
        500, headers: ["Content-Type": "text/plain; charset=utf-16le"],
        body: [0xe9, 0x00, 0x61, 0x00])
    }
    do {
      try await failing.get("a")
      Issue.record("no error")
    } catch let error as HTTPSessionError {
      // The content in an error is cut within a character.
      #expect(error.response?.text == "é\u{fffd}")
      #expect(error.explanation?.hasPrefix("é") == true)
    }
  }

  @Test func `a line limit of Int.max disables the limit`() async throws {
    let body = Array("[1]\n[2]\r\n".utf8)
    #expect(try await lines(session("text/plain", body), limit: .max) == ["[1]", "[2]"])
    let configured = session("text/plain", body) { $0.limits.lineByteCount = .max }
    #expect(try await lines(configured) == ["[1]", "[2]"])
    for session in [session("text/plain", body), configured] {
      let values = try await session.stream(.get("a")) { _, content in
        var values: [[Int]] = []
        for try await value in content.values(of: [Int].self, lineLimit: .max) {
          values.append(value)
        }
        return values
      }
      #expect(values == [[1], [2]])
      let all = try await session.stream(.get("a")) { _, content in
        try await content.collect(upTo: .max)
      }
      #expect(all == body)
    }
  }

  /// The error of reading a stream.
  private func error(
    _ type: String, _ body: String,
    _ read: (HTTPSession.ResponseContent) async throws -> Void
  ) async throws -> HTTPSessionError {
    do {
      try await session(type, Array(body.utf8)).stream(.get("a?token=secret")) { _, content in
        try await read(content)
      }
    } catch let error as HTTPSessionError {
      return error
    }
    throw Unexpected()
  }

  private struct Unexpected: Error {}

  /// Expects that an error has the URL and the status of the response, and shows the URL.
  private func expectPlace(
    of error: HTTPSessionError, location: SourceLocation = #_sourceLocation
  ) {
    #expect(error.request?.target.text == Self.base + "a?token=secret", sourceLocation: location)
    #expect(error.response?.status == 201, sourceLocation: location)
    #expect(
      "\(error)".hasPrefix("GET https://api.example.com/a?token=…: "), sourceLocation: location)
  }

  @Test func `a negative limit throws an error about the limit itself`()
    async throws
  {
    let errors = [
      ("upTo", try await error("text/plain", "a") { _ = try await $0.collect(upTo: -1) }),
      ("limit", try await error("text/plain", "a") { for try await _ in $0.lines(limit: -1) {} }),
      (
        "lineLimit",
        try await error("text/plain", "1") {
          for try await _ in $0.values(of: Int.self, lineLimit: 0) {}
        }
      ),
    ]
    for (name, error) in errors {
      guard case .setting(let setting) = error.reason else {
        Issue.record("\(error)")
        continue
      }
      #expect(setting.name == name)
      expectPlace(of: error)
    }
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append(
      HTTPSession.Interceptor { request, next in
        HTTPSession.InterceptedAnswer(try await next(request).response(upTo: -1))
      })
    let intercepted = HTTPSession.stub(Self.base, configuration: configuration) { _ in
      HTTP.Response(200, body: [1])
    }
    do {
      try await intercepted.get("a")
      Issue.record("no error")
    } catch let error as HTTPSessionError {
      #expect(error.code.name == "invalid-setting", "\(error)")
    }
  }

  @Test func `an error about response content contains the URL and the status code`() async throws {
    let errors = [
      try await error("text/plain", "no") { for try await _ in $0.values(of: [Int].self) {} },
      try await error("text/plain", "[1, 2]") {
        for try await _ in $0.values(of: [Int].self, lineLimit: 3) {}
      },
      try await error("text/plain", "abcd") { for try await _ in $0.lines(limit: 3) {} },
      try await error("text/plain", "abcd\n") { for try await _ in $0.lines(limit: 3) {} },
      try await error("text/plain", "abcd") { _ = try await $0.collect(upTo: 3) },
      try await error("text/event-stream", "data: no\n\n") {
        for try await _ in $0.events.values(of: [Int].self) {}
      },
      try await error("text/event-stream", "data: \(String(repeating: "x", count: 1 << 20))\n\n") {
        for try await _ in $0.events {}
      },
    ]
    let codes = [
      "serialization", "line-too-long", "line-too-long", "line-too-long", "body-too-long",
      "serialization", "line-too-long",
    ]
    #expect(errors.map(\.code.name) == codes)
    for error in errors { expectPlace(of: error) }
    #expect(errors[0].underlying != nil && errors[5].underlying != nil)
  }
}
