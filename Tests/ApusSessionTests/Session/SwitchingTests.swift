import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// RFC 9110 section 7.8.
@Suite(.ownThread) struct SwitchingTests {
  private func upgrade(_ target: String) -> HTTP.Request {
    var request = HTTP.Request.get(.reference(target))
    request.headers[.upgrade] = "echo"
    return request
  }

  /// Changes to a protocol that returns everything, if the path requests it.
  private static func echo(_ connection: TestConnection) async throws {
    guard let (head, _) = try await connection.readHead() else { return }
    switch (head.method, head.target.text) {
    case (.connect, _):
      try await connection.write("HTTP/1.1 200 OK\r\n\r\n")
    case (_, "/echo"):
      // The first bytes of the new protocol arrive with the head.
      try await connection.write(
        "HTTP/1.1 101 Go\r\nUpgrade: echo\r\nConnection: upgrade\r\n\r\nhello")
    default:
      return try await connection.write("HTTP/1.1 426 No\r\nContent-Length: 2\r\n\r\nno")
    }
    while let bytes = try await connection.readBytes() { try await connection.write(bytes) }
    try await connection.finish()
  }

  private func readAll(_ stream: HTTPSession.RawStream) async throws -> String {
    var bytes: [UInt8] = []
    while let piece = try await stream.read() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the raw connection is available after the server accepts an upgrade`() async throws {
    try await SessionFixture.withConnections(Self.echo) { fixture in
      let text = try await fixture.session.switchProtocol(upgrade("echo")) { head, stream in
        #expect(head.status == .switchingProtocols)
        try await stream.write(Array(" world".utf8))
        try stream.finishWriting()
        return try await readAll(stream)
      }
      #expect(text == "hello world")
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `the raw connection is available after the server accepts a CONNECT`() async throws {
    try await SessionFixture.withConnections(Self.echo) { fixture in
      let request = HTTP.Request(.connect, .reference(fixture.server.url))
      let text = try await fixture.session.switchProtocol(request) { head, stream in
        try await stream.write(Array("through".utf8))
        try stream.finishWriting()
        return try await readAll(stream)
      }
      #expect(text == "through")
    }
  }

  @Test func `the error for a rejected upgrade contains the server's response`() async throws {
    try await SessionFixture.withConnections(Self.echo) { fixture in
      do {
        _ = try await fixture.session.switchProtocol(upgrade("other")) { _, _ in
          Issue.record("switched")
        }
      } catch let error as HTTPSessionError {
        #expect(error.reason == .notSwitched(426))
        #expect(error.response?.text == "no")
      }
    }
  }

  @Test func `a 101 response that the client did not request is an error`() async throws {
    try await SessionFixture.withConnections(Self.echo) { fixture in
      let error = await fixture.failure(of: .get("echo"))
      #expect(error?.reason == .response(.unexpectedUpgrade))
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }
}
