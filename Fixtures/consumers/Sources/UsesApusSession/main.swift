import ApusSession

struct User: Decodable { var name: String }

// With a URL as its argument, the program uses the network; without one, it uses a stub.
let base = CommandLine.arguments.dropFirst().first
let api =
  try base.map { try HTTPSession($0) }
  ?? HTTPSession.stub("https://h/") { _ in
    try .json(["name": "Ada"] as JSON.Value)
  }
let user = try await api.get("users/\(1)", as: User.self, within: .seconds(5))
print(user.name, TLS.Version.tls13, X509.Version.v3, HashAlgorithm.sha256, DomainName.limit)
