import ApusBytes
import ApusCrypto
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The contents of a download's token, and the checks of digests. RFC 9530.
@Suite(.ownThread) struct ResumeTokenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/a" }

  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  private func token(
    _ session: HTTPSession, _ request: HTTP.Request = .get("f"),
    _ options: HTTPSession.DownloadOptions = .resume
  ) async -> HTTPSession.ResumeToken? {
    do {
      try await session.download(request, to: path, options: options)
      return nil
    } catch {
      let error = HTTPSessionError(of: error)
      return error.resumeToken
    }
  }

  @Test func `an encoded resume token contains no header field of the request`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      var request = HTTP.Request.get("f?key=hidden")
      request.headers[.authorization] = .sensitive("Bearer hunter2")
      request.headers["X-Key"] = "hunter3"
      let token = try #require(await token(fixture.session, request))
      let text = String(decoding: try JSONCoder().encode(token), as: UTF8.self)
      #expect(!text.contains("hunter") && !text.contains(folder.path))
      #expect("\(token)" == "400 of 1000 bytes of \(fixture.server.url)f?key=…")
      let again = try JSONCoder().decode(HTTPSession.ResumeToken.self, from: text)
      #expect(again == token)
      let download = try await fixture.session.download(
        resuming: again, to: path, headers: ["X-Key": "hunter4"])
      #expect(download.resumedFrom == 400)
      #expect(server.requests.last?["X-Key"] == "hunter4")
    }
  }

  @Test(arguments: [
    ("byteCount", "0"), ("byteCount", "-1"), ("byteCount", "1001"),
    ("partial", "\"../../../../../../../../etc/passwd\""), ("partial", "\"\""),
    ("partial", "\"00112233445566778899AABBCCDDEEFF\""), ("name", "\"../b\""), ("name", "\".b\""),
    ("name", "\"\""), ("validator", "\"W/\\\"a\\\"\""), ("validator", "\"\\\"a\\r\\nX: y\\\"\""),
    ("validator", "\"\\\"\""), ("validator", "\"\\\"a\\\"b\\\"\""), ("validator", "\"soon\""),
    ("url", "\"file:///etc/passwd\""),
  ])
  func `a resume token with an invalid value or a foreign file name is rejected`(
    _ key: String, _ value: String
  )
    async throws
  {
    let right: [String: String] = [
      "url": "\"http://a.test/f\"", "byteCount": "400", "total": "1000", "name": "\"b\"",
      "validator": "\"\\\"a\\\"\"", "partial": "\"00112233445566778899aabbccddeeff\"",
    ]
    func text(_ members: [String: String]) -> String {
      "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
    let token = try JSONCoder().decode(HTTPSession.ResumeToken.self, from: text(right))
    #expect(token.byteCount == 400 && token.total == 1_000 && token.name == "b")
    var wrong = right
    wrong[key] = value
    #expect(throws: (any Error).self) {
      try JSONCoder().decode(HTTPSession.ResumeToken.self, from: text(wrong))
    }
  }

  @Test func `a download with an unexpected SHA-256 digest leaves no file`()
    async throws
  {
    let server = RangeServer([])
    let whole = server.content.withLock(\.bytes)
    let right = Hex.encode(SHA256.digest(of: whole))
    try await SessionFixture.with(server.handler) { fixture in
      let session = fixture.session
      for (hex, code) in [
        (Hex.encode(SHA256.digest(of: [])), "digest"), ("00", "invalid-setting"),
        ("x" + right.dropFirst(), "invalid-setting"),
      ] {
        do {
          try await session.download("f", to: path, options: .resume, sha256: hex)
          Issue.record("downloaded")
        } catch let error as HTTPSessionError {
          #expect(error.code.name == code && error.resumeToken == nil)
        }
        #expect(try names == [])
      }
      try await session.download("f", to: path, sha256: right)
      #expect(try Files.contents(of: path) == whole)
      // A resumed download is checked as a whole.
      server.answerNext(.cut(afterByteCount: 400))
      let options: HTTPSession.DownloadOptions = [.resume, .overwrite]
      let token = try #require(await token(session, .get("f"), options))
      let download = try await session.download(
        resuming: token, to: path, options: options, sha256: right)
      #expect(download.resumedFrom == 400)
    }
  }

  @Test func `a download requests the server's SHA-256 digest and checks it`() async throws {
    let whole = RangeServer([]).content.withLock(\.bytes)
    let right = Base64.encode(SHA256.digest(of: whole))
    let wrong = Base64.encode(SHA256.digest(of: []))
    for (value, isRight) in [
      ("sha-256=:\(right):", true), ("sha-512=:AA==:, sha-256=:\(right):;a=b", true),
      ("sha-256=:\(wrong):, sha-256=:\(right):", true), ("sha-256=:\(wrong):", false),
      ("sha-256=:AAAA:", false), ("sha-256=\(right)", false), ("sha-256=:\(right)", false),
      ("md5=:\(right):", false), (nil, false),
    ] {
      var fields: HTTP.Fields = ["ETag": "\"one\""]
      if let value { fields["Repr-Digest"] = HTTP.FieldValue(value) }
      let server = RangeServer(1_000, fields, [])
      try await SessionFixture.with(server.handler) { fixture in
        do {
          try await fixture.session.download("f", to: path, options: [.verify, .overwrite])
          #expect(isRight)
        } catch let error as HTTPSessionError {
          #expect(!isRight && error.code.name == "digest", "\(value ?? "none"): \(error)")
        }
        #expect(server.requests.first?["Want-Repr-Digest"] == "sha-256=10")
        #expect(server.requests.first?[.acceptEncoding] == "identity")
        // The rest of a download states the digest of the whole.
        guard isRight else { return }
        server.answerNext(.cut(afterByteCount: 400))
        let options: HTTPSession.DownloadOptions = [.resume, .verify, .overwrite]
        let token = try #require(await token(fixture.session, .get("f"), options))
        let download = try await fixture.session.download(
          resuming: token, to: path, options: options)
        #expect(download.resumedFrom == 400)
      }
    }
  }

  @Test func `a resumed download also follows a redirect to another origin`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    let files = try await TestServer(server.handler)
    let target = files.url + "x"
    try await SessionFixture.with { _ in
      .response(HTTP.Response(302, headers: ["Location": HTTP.FieldValue(target)]))
    } _: { fixture in
      let token = try #require(await token(fixture.session))
      #expect("\(token.url)" == fixture.server.url + "f")
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
    await files.shutdown()
  }

  @Test func `a session can discard a partial file by its resume token`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture.session))
      #expect(try names.count == 2)
      try await fixture.session.discard(token, at: path)
      #expect(try names == [])
      try await fixture.session.discard(token, at: path)
    }
  }
}
