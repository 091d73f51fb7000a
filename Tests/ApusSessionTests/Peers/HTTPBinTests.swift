import ApusHTTP
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A server that others wrote, and that many clients are tried on.
@Suite(.ownThread, .enabled(if: HTTPBin.isExpected, "there is no gunicorn with httpbin"))
struct HTTPBinTests {
  @Test func `a session exchanges all kinds of content with an httpbin server`() async throws {
    let server = try await HTTPBin()
    let session = try HTTPSession(server.url) { $0.acceptedStatuses = .any }
    try await exchangeContent(session)
    try await decodeContent(session)
    try await readStatuses(session)
    try await readPieces(session)
    try await keepTime(server)
    await session.shutdown()
  }

  private func exchangeContent(_ session: HTTPSession) async throws {
    for (method, path) in [
      (HTTP.Method.post, "post"), (.put, "put"), (.patch, "patch"), (.delete, "delete"),
    ] {
      let request = HTTP.Request(
        method, .reference(path + "?a=b"), body: .bytes(Array("hällo".utf8)))
      let response = try await session.send(request)
      #expect(response.status == .ok)
      #expect(response.body.contains(Array(#""data": "h\u00e4llo""#.utf8)), "\(response.text)")
      #expect(response.body.contains(Array(#""a": "b""#.utf8)))
    }
    let pieces = AsyncStream<[UInt8]> { continuation in
      for byte in UInt8(0x61)...0x65 { continuation.yield([byte]) }
      continuation.finish()
    }
    let chunked = try await session.send(.post("post", .sequence(pieces)))
    #expect(chunked.body.contains(Array(#""data": "abcde""#.utf8)), "\(chunked.text)")
    var request = HTTP.Request.get("headers")
    request.headers["X-Own"] = "seven"
    let headers = try await session.send(request)
    #expect(headers.body.contains(Array(#""X-Own": "seven""#.utf8)))
    let head = try await session.send(.head("bytes/100"))
    #expect(head.headers[.contentLength] == "100")
    #expect(head.body.isEmpty)
  }

  private func decodeContent(_ session: HTTPSession) async throws {
    for (path, word) in [("gzip", "gzipped"), ("deflate", "deflated")] {
      let response = try await session.send(.get(.reference(path)))
      #expect(response.headers[.contentEncoding] == nil)
      #expect(response.body.contains(Array("\"\(word)\": true".utf8)), "\(response.text)")
    }
  }

  private func readStatuses(_ session: HTTPSession) async throws {
    for code in [200, 201, 204, 304, 400, 404, 418, 500, 503] {
      let response = try await session.send(.get("status/\(code)"))
      #expect(response.status.code == code)
    }
    let redirect = try await session.send(.get("redirect/2"))
    #expect(redirect.status == .ok)
    #expect(redirect.redirects.map(\.destination.path) == ["/relative-redirect/1", "/get"])
  }

  private func readPieces(_ session: HTTPSession) async throws {
    let bytes = try await session.send(.get("bytes/70000?seed=1"))
    let streamed = try await session.stream(.get("stream-bytes/70000?seed=1&chunk_size=999")) {
      try await $1.collect()
    }
    #expect(bytes.body.count == 70_000)
    #expect(streamed.count == 70_000)
    let lines = try await session.stream(.get("stream/7")) { _, content in
      var count = 0
      for try await line in content.lines() {
        #expect(line.utf8.contains(Array("\"id\": \(count)".utf8)))
        count += 1
      }
      return count
    }
    #expect(lines == 7)
    let drip = try await session.send(.get("drip?numbytes=5&duration=0.2&delay=0"))
    #expect(drip.text == "*****")
    let range = try await session.send(.get("range/26"))
    #expect(range.text == "abcdefghijklmnopqrstuvwxyz")
  }

  private func keepTime(_ server: HTTPBin) async throws {
    let session = try HTTPSession(server.url) { $0.timeouts.firstByte = .milliseconds(300) }
    do {
      try await session.send(.get("delay/3"))
      Issue.record("answered")
    } catch let error as HTTPSessionError {
      #expect(error.reason == .timedOut(.firstByte))
    }
    await session.shutdown()
  }
}

extension String.UTF8View {
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { Array(self).contains(bytes) }
}
