import ApusHTTP
import ApusOpenAPI
import ApusSession
import ApusTestServer
import FoundationEssentials
import HTTPTypes
import OpenAPIRuntime
import Testing

/// A client in the shape of a generated one.
private struct Client {
  let serverURL: URL
  let transport: any ClientTransport

  func greet(name: String) async throws -> String {
    let head = HTTPRequest(
      method: .get, scheme: nil, authority: nil, path: "/greetings/\(name)")
    let (_, body) = try await transport.send(
      head, body: nil, baseURL: serverURL, operationID: "greet")
    let bytes = try await [UInt8](collecting: try #require(body), upTo: 1_000)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The code of the article on integrations.
@Suite(.timeLimit(.minutes(3))) struct OpenAPISnippets {
  @Test func `the documented example sends a generated OpenAPI client's call`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { request in
        .response(HTTP.Response(200, body: Array("Hello at \(request.path)".utf8)))
      }
      let api = try network.session("https://api.example.com/")
      let server = try #require(URL(string: "https://api.example.com/v1"))
      // Snippet:
      let client = Client(serverURL: server, transport: SessionTransport(api))
      let greeting = try await client.greet(name: "Ada")
      // End.
      #expect(greeting == "Hello at /v1/greetings/Ada")
    }
  }
}
