import Apus

struct User: Codable {
  var id: Int
  var name: String
}

// HTTPSession("https://api.example.com/v1/") sends the same requests over the network.
let api = HTTPSession.stub("https://api.example.com/v1/") { request in
  try .json(User(id: 1, name: "\(request.method) \(request.path)"))
}
let user = try await api.get("users/1", as: User.self)
let made: User = try await api.post("users", .json(user), query: ["notify": true])
print(user.name, made.name)
