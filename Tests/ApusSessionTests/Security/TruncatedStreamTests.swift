import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Streams of TLS that end before their time. RFC 9112 section 9.8.
@Suite(.ownThread, .serialized) struct TruncatedStreamTests {
  /// The framing that ends the content of a response.
  enum Framing: String, CaseIterable, Sendable {
    case length
    case close

    var answer: String {
      switch self {
      case .length: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello"
      case .close: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nHello"
      }
    }
  }

  @Test func `content that ends with the connection requires close_notify over TLS`()
    async throws
  {
    for isCut in [false, true] {
      try await SessionFixture.withConnections(tls: try .local()) { connection in
        guard try await connection.readHead() != nil else { return }
        try await connection.write(Framing.close.answer)
        if isCut { try connection.cut() } else { try await connection.finish() }
        try await connection.drain()
      } _: { fixture in
        let error = await fixture.failure(of: .get(""))
        guard isCut else {
          #expect(error == nil)
          return
        }
        #expect(error?.reason == .response(.truncated(.body, at: Framing.close.answer.utf8.count)))
        #expect(error?.response?.text == "Hello")
      }
    }
  }

  @Test(arguments: Relay.Ending.allCases, Framing.allCases)
  func `a TLS response that is truncated at any byte throws one error`(
    ending: Relay.Ending, framing: Framing
  ) async throws {
    // The signatures of this key all have the same length, and so have the streams.
    let security = try TestServer.Security(TestAuthority(), key: .ed25519)
    try await SessionFixture.withConnections(tls: security) { connection in
      guard try await connection.readHead() != nil else { return }
      try await connection.write(framing.answer)
      try await connection.finish()
      try await connection.drain()
    } configure: {
      $0.tls.resumption = .off
    } _: { fixture in
      let relay = try Relay(to: fixture.server.port)
      let request = HTTP.Request.get("https://localhost:\(relay.port)/")
      relay.cut(after: .max, .finish)
      #expect(try await fixture.session.send(request).text == "Hello")
      try await fixture.expectNothingLeft()
      let total = relay.passedCount
      // The last record is the close_notify.
      let closing = 24
      let ends = [25, 24, 23, 5, 1].map { total - $0 }
      for count in Array(stride(from: 0, to: total - 30, by: 211)) + ends {
        relay.cut(after: count, ending)
        let error = await fixture.failure(of: request)
        try await fixture.expectNothingLeft()
        let mayBeWhole = framing == .length && count >= total - closing
        guard let error else {
          #expect(mayBeWhole, "\(count) of \(total)")
          continue
        }
        #expect(!mayBeWhole || ending == .reset, "\(count) of \(total): \(error)")
        let codes = ["connection-lost", "cannot-connect", "tls"]
        #expect(codes.contains(error.code.name), "\(count) of \(total): \(error)")
      }
      await relay.shutdown()
    }
  }
}
