import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite(.ownThread) struct ContentDecodingTests {
  private static let content = Array(String(repeating: "all work and no play ", count: 20_000).utf8)

  /// Encoded content: complete, truncated, or much longer after decoding.
  private static let answer: TestServer.Handler = { request in
    guard var coded = try? HTTP.GzipEncoder.encode(content.span) else {
      return .response(HTTP.Response(500))
    }
    if request.path == "/cut" { coded.removeLast(4) }
    if request.path == "/bomb" {
      let zeros = [UInt8](repeating: 0, count: 16 << 20)
      coded = (try? HTTP.GzipEncoder.encode(zeros.span)) ?? []
    }
    let coding: HTTP.FieldValue =
      switch request.path {
      case "/unknown": "compress"
      case "/br": "br"
      case "/zstd", "/empty": "zstd"
      default: "gzip"
      }
    return .response(
      HTTP.Response(
        200, headers: ["Content-Encoding": coding], body: request.path == "/empty" ? [] : coded))
  }

  @Test func `content is decoded if the session requested its content coding`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let response = try await fixture.session.send(.get("whole"))
      #expect(response.body == Self.content)
      #expect(response.headers[.contentEncoding] == nil)
      let streamed = try await fixture.session.stream(.get("whole")) { _, content in
        try await content.collect()
      }
      #expect(streamed == Self.content)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a request with its own Accept-Encoding field gets the encoded content`() async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      var request = HTTP.Request.get("whole")
      request.headers[.acceptEncoding] = "gzip"
      let response = try await fixture.session.send(request)
      #expect(response.headers[.contentEncoding] == "gzip")
      #expect(response.body.count < 10_000)
      let unknown = try await fixture.session.send(.get("unknown"))
      #expect(unknown.headers[.contentEncoding] == "compress")
    }
  }

  @Test(arguments: [("br", "Brotli"), ("zstd", "Zstd")])
  func `the error for a coding that needs a package trait names the trait`(
    coding: String, trait: String
  ) async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let error = try #require(await fixture.failure(of: .get("\(coding)")))
      #expect(error.code.name == "invalid-content")
      let words = "\(error)"
      #expect(
        words.contains(
          "the content coding \(coding) is only supported with the trait \(trait) of the "
            + "package"))
      #expect(words.contains("decodesContent = false"))
      var request = HTTP.Request.get("\(coding)")
      request.headers[.acceptEncoding] = "\(coding)"
      let encoded = try await fixture.session.send(request)
      #expect(encoded.headers[.contentEncoding]?.text == coding && !encoded.body.isEmpty)
    }
    try await SessionFixture.with(Self.answer) {
      $0.decodesContent = false
    } _: { fixture in
      let encoded = try await fixture.session.send(.get("\(coding)"))
      #expect(encoded.headers[.contentEncoding]?.text == coding && !encoded.body.isEmpty)
    }
  }

  @Test func `an empty response with Content-Encoding needs no package trait`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let empty = try await fixture.session.send(.get("empty"))
      let head = try await fixture.session.send(HTTP.Request(.head, "zstd"))
      #expect(empty.body.isEmpty && head.status == 200)
    }
  }

  @Test func `encoded content that is truncated or expands endlessly is an error`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let cut = await fixture.failure(of: .get("cut"))
      #expect(cut?.code.name == "invalid-content")
      let bomb = await fixture.failure(of: .get("bomb"))
      guard case .content(.tooDense) = bomb?.reason else {
        Issue.record("\(String(describing: bomb))")
        return
      }
      #expect(bomb?.response?.body.count ?? 0 < 4 << 20)
      let words = try "\(#require(bomb))"
      #expect(words.contains("limits.decoding.ratio"))
    }
  }

  @Test func `the configuration can change the maximum expansion of encoded content`() async throws
  {
    try await SessionFixture.with(Self.answer) {
      $0.limits.decoding.ratio = nil
    } _: { fixture in
      let response = try await fixture.session.send(.get("bomb"))
      #expect(response.body.count == 16 << 20)
    }
    try await SessionFixture.with(Self.answer) {
      ($0.limits.decoding.ratio, $0.limits.decoding.ratioFreeByteCount) = (2, 1)
    } _: { fixture in
      let error = await fixture.failure(of: .get("whole"))
      #expect(error?.code.name == "invalid-content")
    }
  }

  @Test func `the limit of collected content counts decoded bytes`() async throws {
    try await SessionFixture.with(Self.answer) {
      $0.limits.collectedByteCount = Self.content.count - 1
    } _: { fixture in
      let error = await fixture.failure(of: .get("whole"))
      #expect(error?.reason == .bodyTooLong(limit: Self.content.count - 1))
    }
  }
}
