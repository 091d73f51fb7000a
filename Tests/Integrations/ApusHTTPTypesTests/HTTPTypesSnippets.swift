import ApusHTTP
import ApusHTTPTypes
import ApusSession
import ApusTestServer
import HTTPTypes
import Testing

/// The code of the article on integrations.
@Suite(.timeLimit(.minutes(3))) struct HTTPTypesSnippets {
  @Test func `the documented HTTPTypes example sends and converts a request`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { request in
        .response(HTTP.Response(request.path == "/v1/users/7" ? 200 : 404, body: [1, 2]))
      }
      let api = try network.session("https://api.example.com/v1/")
      // Snippet:
      let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "users/7")
      let (response, body) = try await api.send(head)
      print(response.status.code, body.count)

      // A request of this package as a head of the other, and back.
      let request = HTTP.Request(.put, "users/7", headers: [.authorization: .sensitive("Bearer t")])
      let other = try HTTPRequest(request)
      let back = try HTTP.Request(other, body: .bytes([1, 2, 3]))
      // End.
      #expect(response.status == 200 && body == [1, 2])
      #expect(other.headerFields.first?.indexingStrategy == .disallow)
      #expect(back.headers == request.headers && back.target == request.target)
    }
  }
}
