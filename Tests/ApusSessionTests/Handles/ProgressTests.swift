import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The progress of a request's and a response's content. PR rows.
@Suite(.ownThread) struct ProgressTests {
  private static let content = Array(String(repeating: "all work and no play ", count: 40_000).utf8)

  private static let handler: TestServer.Handler = { request in
    switch request.path {
    case "/gzip", "/gzip-chunked":
      guard let coded = try? HTTP.GzipEncoder.encode(content.span) else {
        return .response(HTTP.Response(500))
      }
      if request.path == "/gzip" {
        return .response(HTTP.Response(200, headers: ["Content-Encoding": "gzip"], body: coded))
      }
      let head = HTTP.ResponseHead(200, fields: ["Content-Encoding": "gzip"])
      return .stream(head) { try await $0.writeChunk(coded) }
    case "/none": return .response(HTTP.Response(200))
    case "/chunked": return .stream(HTTP.ResponseHead(200)) { try await $0.writeChunk(content) }
    case "/away": return .response(HTTP.Response(302, headers: ["Location": "/whole"]))
    default: return .response(HTTP.Response(200, body: content))
    }
  }

  /// Returns the progress of a response, which must end with the whole.
  private func told(
    _ fixture: SessionFixture, _ target: HTTP.Target, _ expected: [UInt8] = content
  ) async throws -> [TransferProgress] {
    var told: [TransferProgress] = []
    let response = try await fixture.session.get(target) { told.append($0) }
    #expect(response.body == expected)
    #expect(told.last?.decoded == expected.count)
    // Each piece is reported once: each report has a new value.
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 && $0.decoded <= $1.decoded })
    return told
  }

  @Test func `collecting a response reports progress up to a fraction of 1`()
    async throws
  {
    try await SessionFixture.with(Self.handler) { fixture in
      for target: HTTP.Target in ["whole", "away"] {
        let told = try await told(fixture, target)
        #expect(told.count > 1 && told.allSatisfy { $0.total == Self.content.count })
        #expect(told.allSatisfy { $0.completed == $0.decoded })
        #expect(told.map { $0.fraction == 1 } == told.indices.map { $0 == told.count - 1 })
      }
    }
  }

  @Test func `the progress of a response without Content-Length has no total`() async throws {
    try await SessionFixture.with(Self.handler) { fixture in
      let told = try await told(fixture, "chunked")
      #expect(told.allSatisfy { $0.total == nil && $0.fraction == nil })
      #expect(told.last?.completed == Self.content.count)
    }
  }

  @Test func `progress of compressed content counts both the encoded and decoded bytes`()
    async throws
  {
    let coded = try HTTP.GzipEncoder.encode(Self.content.span).count
    try await SessionFixture.with(Self.handler) { fixture in
      let known = try await told(fixture, "gzip")
      #expect(known.allSatisfy { $0.total == coded && $0.completed <= coded })
      #expect(known.last?.fraction == 1)
      let unknown = try await told(fixture, "gzip-chunked")
      #expect(unknown.allSatisfy { $0.total == nil })
      #expect(unknown.last?.completed == coded)
    }
  }

  @Test func `the progress of an empty request or response has the fraction 1`() async throws {
    try await SessionFixture.with(Self.handler) { fixture in
      let nothing = TransferProgress(completed: 0, total: 0)
      #expect(nothing.fraction == 1)
      #expect(try await told(fixture, "none", []) == [nothing])
      var sent: [TransferProgress] = []
      try await fixture.session.upload(.post("none", .empty)) { sent.append($0) }
      #expect(sent.last == nothing)
    }
  }

  @Test func `the progress of a compressed download counts encoded bytes`() async throws {
    let folder = try TemporaryFolder()
    let coded = try HTTP.GzipEncoder.encode(Self.content.span).count
    try await SessionFixture.with(Self.handler) { fixture in
      for (target, end): (HTTP.Target, TransferProgress) in [
        ("gzip", TransferProgress(completed: coded, total: coded, decoded: Self.content.count)),
        ("none", TransferProgress(completed: 0, total: 0)),
      ] {
        var told: [TransferProgress] = []
        let download = try await fixture.session.download(
          target, to: "\(folder.path)/a", options: .overwrite
        ) { told.append($0) }
        #expect(download.byteCount == end.decoded)
        #expect(told.last == end)
        #expect(Set(told).count == told.count)
      }
    }
  }

  @Test func `a stub reports progress in the same way as a server`() async throws {
    let coded = try HTTP.GzipEncoder.encode(Self.content.span)
    let stub = HTTPSession.stub("http://h/") { request in
      guard request.path == "/gzip" else { return HTTP.Response(200, body: [1, 2, 3]) }
      return HTTP.Response(200, headers: ["Content-Encoding": "gzip"], body: coded)
    }
    var told: [TransferProgress] = []
    try await stub.get("plain") { told.append($0) }
    #expect(told == [TransferProgress(completed: 3, total: 3)])
    try await stub.get("gzip") { told.append($0) }
    let end = TransferProgress(
      completed: coded.count, total: coded.count, decoded: Self.content.count)
    #expect(told.last == end)
    let number: Int = try await HTTPSession.stub("http://h/") { _ in try .json(7) }
      .get("x") { told.append($0) }
    #expect(number == 7 && told.last == TransferProgress(completed: 1, total: 1))
  }
}
