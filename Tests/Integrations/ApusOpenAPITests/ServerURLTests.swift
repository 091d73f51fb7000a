import ApusHTTP
import ApusHTTPTypes
import ApusSession
import FoundationEssentials
import HTTPTypes
import OpenAPIRuntime
import Testing

@testable import ApusOpenAPI

/// The URL of a server, and the responses without content.
@Suite struct ServerURLTests {
  /// Sends a request to a server by a session with another base, and returns the target.
  private static func target(of server: String) async throws -> String? {
    let session = HTTPSession.stub("https://base.example/") { request in
      HTTP.Response(200, headers: ["X-Target": HTTP.FieldValue(request.target.text)])
    }
    let (response, _) = try await SessionTransport(session).send(
      HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/x"), body: nil,
      baseURL: try #require(URL(string: server)), operationID: "x")
    await session.shutdown()
    return response.headerFields[try #require(HTTPField.Name("X-Target"))]
  }

  @Test func `the URL of the server replaces the scheme, the host and the port of the base`()
    async throws
  {
    #expect(try await Self.target(of: "http://api.example:81/v1") == "http://api.example:81/v1/x")
    #expect(try await Self.target(of: "https://api.example/") == "https://api.example/x")
  }

  @Test(arguments: [
    ("https://api.example/?key=1", HTTPSessionError.Code.invalidRequest),
    ("https://user@api.example", .invalidURL), ("ftp://api.example", .invalidRequest),
    ("https://api.example:99999/", .invalidURL),
  ])
  func `an unsuitable server URL is an error with the code of its fault`(
    server: String, code: HTTPSessionError.Code
  ) async throws {
    let error = await #expect(throws: HTTPSessionError.self) { try await Self.target(of: server) }
    #expect(error?.code == code && error?.underlying is HTTPConversionError)
  }

  @Test(arguments: [
    ("GET", 200, true), ("GET", 206, true), ("POST", 404, true), ("GET", 203, true),
    ("GET", 205, true), ("GET", 303, true), ("GET", 305, true), ("HEAD", 200, false),
    ("CONNECT", 200, false), ("GET", 100, false), ("GET", 199, false), ("DELETE", 204, false),
    ("GET", 304, false),
  ])
  func `a response has content except for some methods and statuses`(
    method: String, status: Int, hasContent: Bool
  ) throws {
    let response = HTTPResponse(status: HTTPResponse.Status(code: status))
    let method = try #require(HTTPRequest.Method(method))
    #expect(response.mayHaveContent(for: method) == hasContent)
  }
}
