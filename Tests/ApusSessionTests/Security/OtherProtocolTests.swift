import ApusHTTP
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Servers that use another protocol than the request.
@Suite(.ownThread, .serialized) struct OtherProtocolTests {
  private func kind(_ error: HTTPSessionError?) -> HTTPSessionError.OtherProtocol.Kind? {
    guard case .otherProtocol(let other)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    #expect("\(other)".contains("127.0.0.1:"))
    return other.kind
  }

  @Test func `the server's TLS alert reveals a plain HTTP request to a TLS port`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      let url = "http://localhost:\(fixture.server.port)/get"
      #expect(kind(await fixture.failure(of: .get(.reference(url)))) == .tls)
    }
  }

  @Test func `an HTTP response to a TLS handshake reveals a plain HTTP port`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readBytes()
      try await connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
      try await connection.drain()
    } _: { fixture in
      let url = "https://localhost:\(fixture.server.port)/get"
      #expect(kind(await fixture.failure(of: .get(.reference(url)))) == .plainHTTP)
    }
  }

  @Test func `after a closed TLS handshake the session checks for a plain HTTP server`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readBytes()
      try await connection.finish()
      try await connection.drain()
    } _: { fixture in
      let url = "https://localhost:\(fixture.server.port)/get"
      guard case .tls(let fault)? = await fixture.failure(of: .get(.reference(url)))?.reason else {
        Issue.record("no error of TLS")
        return
      }
      #expect(fault.error == .truncated && fault.isHandshake && fault.hint != nil)
    }
  }

  @Test func `an HTTP/2-only server is detected by its alert or its first frame`()
    async throws
  {
    let strict = try TestServer.Security.local {
      $0.configuration.applicationProtocols = [Array("h2".utf8)]
    }
    try await SessionFixture.with(tls: strict, TestRoutes.answer) { fixture in
      #expect(kind(await fixture.failure(of: .get("get"))) == .http2)
      #expect(fixture.server.requestCount == 0)
    }
    let careless = try TestServer.Security.local { $0.configuration.applicationProtocols = [] }
    try await SessionFixture.withConnections(tls: careless) { connection in
      _ = try await connection.readBytes()
      try await connection.write([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])
      try await connection.finish()
      try await connection.drain()
    } _: { fixture in
      #expect(kind(await fixture.failure(of: .get("get"))) == .http2)
    }
  }
}
