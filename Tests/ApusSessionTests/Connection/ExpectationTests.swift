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

  /// The server's treatment of a request that announces its content.
  enum Consent: CaseIterable, Sendable {
    case given, refused, unnecessary, silent
  }

  @Test(arguments: Consent.allCases)
  func `a closure that writes content runs once, after the server's consent or a timeout`(
    consent: Consent
  ) async throws {
    let runs = Lock(0)
    let early = Lock<[Int]>([])
    let (clock, done) = (ManualClock(), Gate())
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        guard head.contains("Expect: 100-continue\r\n") else {
          #expect(consent == .refused)
          await done.pass()
          return try await peer.write(Self.ok)
        }
        // A closure that did not wait would have begun by then.
        for _ in 0..<20 { await Pause.brief() }
        early.withLock { $0.append(runs.withLock(\.self)) }
        switch consent {
        case .given: try await peer.write("HTTP/1.1 100 Continue\r\n\r\n")
        case .refused: try await peer.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n")
        case .unnecessary: return try await peer.write(Self.ok)
        case .silent: clock.advance(by: .seconds(2))
        }
        guard consent != .refused else { return }
        await done.pass()
        return try await peer.write(Self.ok)
      }
    }
    let session = try server.session(clock) { $0.expectContinueByteCount = 10 }
    let body = HTTP.Body.writing { writer in
      runs.withLock { $0 += 1 }
      try await writer.write("content")
      writer.finish()
      done.open()
    }
    #expect(try await session.put("a", body).status == .ok)
    #expect(early.withLock(\.self) == [0])
    #expect(runs.withLock(\.self) == (consent == .unnecessary ? 0 : 1))
    await session.shutdown()
    await server.shutdown()
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
