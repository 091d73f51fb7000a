import ApusHTTP
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The coder that a response uses to decode JSON.
@Suite(.ownThread) struct ResponseCoderTests {
  private struct Problem: Codable, Equatable { var errorCode: Int }

  private static let body = Array(#"{"error_code":7}"#.utf8)

  private static var snakeCase: JSONCoder {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    return coder
  }

  private func stub(
    _ status: HTTP.Status, _ configure: (inout HTTPSession.Configuration) -> Void
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configure(&configuration)
    return .stub("https://h/", configuration: configuration) { _ in
      HTTP.Response(status, body: Self.body)
    }
  }

  @Test func `responses and error responses are decoded by the JSON coder of their session`()
    async throws
  {
    let session = stub(200) { $0.json = Self.snakeCase }
    let response = try await session.get("a")
    #expect(try response.json(as: Problem.self) == Problem(errorCode: 7))
    #expect(throws: JSON.DecodingError.self) {
      try response.json(as: Problem.self, using: JSONCoder())
    }
    let failing = stub(404) { $0.json = Self.snakeCase }
    let error = try #require(await failing.failure())
    #expect(try error.response?.json(as: Problem.self) == Problem(errorCode: 7))
  }

  @Test func `a response with a custom JSON coder keeps its timeline and redirects`()
    async throws
  {
    let session = try HTTPSession(copying: stub(200) { $0.json = Self.snakeCase }) {
      $0.monitors.append(HTTPSession.EventLog())
    }
    let response = try await session.get("a")
    #expect(response.timeline != nil && response.redirects.isEmpty)
    #expect(try response.json(as: Problem.self).errorCode == 7)
  }

  @Test func `a response of a session with the default JSON coder stores no coder`() async throws {
    let response = try await stub(200) { _ in }.get("a")
    #expect(response.head.carrier.coder == nil)
    #expect(throws: JSON.DecodingError.self) { try response.json(as: Problem.self) }
    #expect(JSONCoder().isUsual && !Self.snakeCase.isUsual)
    var dates = JSONCoder()
    dates.dates = .secondsSince1970
    #expect(!dates.isUsual)
  }
}
