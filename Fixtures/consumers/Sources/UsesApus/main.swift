import Apus

struct User: Codable { var id: Int, name: String }

// With HTTPSession("https://api.example.com/v1/") in its place, all of it goes over the network.
let api = HTTPSession.stub("https://api.example.com/v1/") { request in
  try .json(User(id: 1, name: "\(request.method) \(request.path)"))
}
let user = try await api.get("users/1", as: User.self)
let made: User = try await api.post("users", .json(user), query: ["notify": true])
print(user.name, made.name)
