import Apus
import Testing

// Snippet:
/// Returns the value of a closure, or nil if a time limit of its calls has expired.
nonisolated(nonsending) func unlessLate<Value>(
  _ body: nonisolated(nonsending) () async throws -> Value
) async throws -> Value? {
  do {
    return try await body()
  } catch let error as HTTPSessionError where error.isTimeout {
    return nil
  }
}
// End.

/// Call sites in a module whose default isolation is the main actor: models are `nonisolated`.
struct MainActorTests {
  // Snippet:
  nonisolated struct User: Codable, Equatable {
    var id: Int
    var name: String
  }
  // End.

  private let api = HTTPSession.stub("https://api.example.com/v1/") { request in
    try .json(User(id: try await request.body.collect().count, name: request.target.text))
  }

  // Snippet:
  /// What a view shows, which belongs to the main actor.
  private final class View {
    var user: User?
    var byteCount = 0

    func load(_ id: String, from api: HTTPSession) async throws {
      user = try await api.get("users/\(id)", as: User.self, within: .seconds(60))
      try await api.stream(.get("users/\(id)")) { _, body in
        for try await chunk in body { byteCount += chunk.count }
      }
    }
  }
  // End.

  @Test func `a view on the main actor loads a value and a stream`() async throws {
    let view = View()
    try await view.load("a/b", from: api)
    #expect(view.user == User(id: 0, name: "https://api.example.com/v1/users/a%2Fb"))
    #expect(view.byteCount > 0)
  }

  @Test func `a function around session calls runs its closure on the caller's actor`() async throws
  {
    let slow = HTTPSession.stub("https://api.example.com/") { _ in
      throw HTTPSessionError(.timedOut)
    }
    let view = View()
    #expect(try await unlessLate { try await view.load("a", from: api) } != nil)
    #expect(try await unlessLate { try await view.load("a", from: slow) } == nil)
    #expect(view.byteCount > 0)
  }

  @Test func `content and queries can be passed as variables on the main actor`() async throws {
    let (page, tags, note): (Int, [String], String?) = (2, ["a"], nil)
    let made: User = try await api.post(
      "users", .json(User(id: 1, name: "Ada")), query: ["page": page, "note": note])
    #expect(made.id == 21 && made.name.utf8.suffix(7).elementsEqual("?page=2".utf8))
    let sent = try await api.put("tags", .json(["tags": tags, "page": page]), as: User.self)
    #expect(sent.id == 23)
    let query = ["a": 1]
    #expect(try await api.get("x", query: .encoding(query), as: User.self).name.contains("?a=1"))
    let result = try await api.get("x", as: HTTPSession.Response<User>.self)
    #expect(result.value.id == 0 && result.status == .ok)
    #expect(try await api.send(.post("x", .form(["a": page])), as: User.self).id == 3)
  }
}
