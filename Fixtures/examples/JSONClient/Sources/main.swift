// A client of a JSON service.
//
// It shows requests with Codable types, query parameters, and the error of a rejected request.
//
//     swift run JSONClient [URL]
//
// The URL is that of a service with the routes below. Without it, the program starts the service.

import Apus
import ApusTestServer

struct User: Codable {
  var id: Int
  var name: String
}

let server = try await TestServer { request in
  switch (request.method, request.path) {
  case (.get, "/users"): json(200, #"[{"id":1,"name":"Ada"}]"#)
  case (.post, "/users"): json(201, String(decoding: request.body, as: UTF8.self))
  default: json(404, #"{"error":"no such user"}"#)
  }
}
let base = CommandLine.arguments.dropFirst().first ?? server.url

// A program makes one session for each service and keeps it. The session owns the connections.
let api = try HTTPSession(base) { $0.timeouts.total = .seconds(30) }

let users = try await api.get("users", query: ["page": 1], as: [User].self)
print("found:", users.map(\.name))

let made = try await api.post("users", .json(User(id: 2, name: "Grace")), as: User.self)
print("created:", made.id, made.name)

do {
  let missing = try await api.get("users/7", as: User.self)
  print("found:", missing.name)
} catch let error as HTTPSessionError {
  // The error keeps the response of the server.
  guard let code = error.status else { throw error }
  print("rejected:", code, error.response?.text ?? "")
}

await api.shutdown(within: .seconds(5))
await server.shutdown()

/// Returns a response of the local server.
func json(_ status: HTTP.Status, _ text: String) -> TestAnswer {
  let type: HTTP.Fields = [.contentType: "application/json"]
  return .response(HTTP.Response(status, headers: type, body: Array(text.utf8)))
}
