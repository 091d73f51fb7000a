import ApusHTTP
import ApusSession
import ApusTestServer
import Testing

/// Sessions of a build with the traits.
@Suite struct SessionCodingsTests {
  /// The codings of this build, and their compressors.
  private static let compressors: [(coding: HTTP.ContentCoding, command: String)] = {
    var all: [(HTTP.ContentCoding, String)] = [(.gzip, "gzip -c")]
    #if Brotli
      all.append((.brotli, "brotli -c -"))
    #endif
    #if Zstd
      all.append((.zstd, "zstd -c -"))
    #endif
    return all
  }()

  @Test func `a session requests and decodes the content codings of the build`() async throws {
    #expect(Self.compressors.count > 1)
    #expect(Self.compressors.allSatisfy { $0.coding.isSupported })
    var expected = "gzip, deflate"
    for compressor in Self.compressors.dropFirst() {
      expected += ", \(compressor.coding.rawValue)"
    }
    let content = CodingTrial.contents[3]
    for (coding, command) in Self.compressors {
      let body = try CodingTrial().output(of: command, for: content)
      let server = try await TestServer { request in
        var body = body
        if request.path == "/cut" { body.removeLast() }
        let codings = request.head.fields[.acceptEncoding]?.text ?? "none"
        return .response(
          HTTP.Response(
            200,
            headers: [
              "Content-Encoding": HTTP.FieldValue(coding.rawValue), "X-Got": .init(codings),
            ],
            body: body))
      }
      let session = try HTTPSession(server.url)
      let response = try await session.send(.get("/"))
      #expect(response.headers["X-Got"]?.text == expected)
      #expect(response.headers[.contentEncoding] == nil && response.body == content)
      let error = await #expect(throws: HTTPSessionError.self) {
        try await session.send(.get("/cut"))
      }
      #expect(error?.code.name == "invalid-content")
      var request = HTTP.Request.get("/")
      request.headers[.acceptEncoding] = "br, zstd, gzip"
      let raw = try await session.send(request)
      #expect(raw.headers[.contentEncoding]?.text == coding.rawValue && raw.body == body)
      await session.shutdown(within: .zero)
      await server.shutdown()
    }
  }
}
