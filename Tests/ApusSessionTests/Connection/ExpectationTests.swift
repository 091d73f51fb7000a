import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Content that waits for the server's consent, by its size. RFC 9110 section 10.1.1.
@Suite(.ownThread) struct ExpectationTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  /// Returns the values of `Expect` in the requests of one call, the first of which has a given
  /// response.
  private func expectations(
    of request: HTTP.Request, from least: Int? = 10, _ first: String = ok
  ) async throws -> [String] {
    let found = Lock<[String]>([])
    let server = try MemoryServer { peer in
      guard let head = try await peer.readHead() else { return }
      let fields = head.split(separator: "\r\n").filter { $0.hasPrefix("Expect: ") }
      let count = found.withLock { found in
        found.append(fields.map { String($0.dropFirst(8)) }.joined(separator: ","))
        return found.count
      }
      try await peer.write(count == 1 ? first : Self.ok)
    }
    let session = try server.session(ManualClock()) { $0.expectContinueByteCount = least }
    _ = try await session.send(request)
    await session.shutdown()
    await server.shutdown()
    return found.withLock(\.self)
  }

  private func put(_ count: Int) -> HTTP.Request {
    .put("a", .bytes([UInt8](repeating: 7, count: count)))
  }

  @Test func `long content or content of unknown length waits for 100 Continue`()
    async throws
  {
    #expect(try await expectations(of: put(9)) == [""])
    #expect(try await expectations(of: put(10)) == ["100-continue"])
    #expect(try await expectations(of: put(10), from: nil) == [""])
    #expect(try await expectations(of: .get("a"), from: 1) == [""])
    let sequence = HTTP.Body.sequence(AsyncStream<[UInt8]> { $0.finish() })
    #expect(try await expectations(of: .put("a", sequence)) == ["100-continue"])
    var own = put(10)
    own.headers["Expect"] = "something"
    #expect(try await expectations(of: own) == ["something"])
  }

  @Test func `after a 417 response the request is repeated without an Expect field`() async throws {
    let no = "HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    #expect(try await expectations(of: put(10), no) == ["100-continue", ""])
    // The response to the caller's own expectation is the caller's.
    var own = put(10)
    own.headers["Expect"] = "100-continue"
    await #expect(throws: HTTPSessionError.self) {
      try await self.expectations(of: own, no)
    }
  }
}
