import Apus
import Testing

/// The fragments of the front door, with inputs that are declared here: they compile, and those
/// without a network run.
struct FragmentTests {
  private struct User: Codable, Equatable {
    var id: Int
    var name: String
  }

  private struct NewUser: Codable { var name: String }

  private struct ServerResponse {
    var status: HTTP.Status
    var body: HTTPSession.ResponseContent
  }

  private struct Log: Sendable { var bytes: [UInt8] }

  private static func token() async throws -> String { "t" }

  private static func digest() -> String { "d" }

  private static let api = HTTPSession.stub("https://api.example.com/v1/") { request in
    let path = request.path
    switch path {
    case "/v1/dumps/today.tar": return HTTP.Response(200, body: [UInt8](repeating: 7, count: 1_000))
    case "/v1/users" where request.method == .get:
      let page = try HTTP.Response.json([User(id: 1, name: request.target.text)])
      var response = page
      response.headers["ETag"] = "\"1\""
      response.headers["Link"] = "</v1/users?page=3>; rel=\"next\""
      return response
    case "/v1/users/7": return HTTP.Response(404)
    case "/v1/events":
      let body = try await request.body.collect()
      return HTTP.Response(200, body: body)
    default: return try .json(User(id: 1, name: request.target.text))
    }
  }

  /// Reads files that do not exist; it is compiled only.
  private func configured(_ configuration: HTTPSession.Configuration) async throws {
    let api = try HTTPSession("https://api.example.com/v1/") {
      $0.timeouts.request = .seconds(10)
      $0.tls.pins = [
        .host(
          "*.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
          backup: "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=", expires: "2027-06-01")
      ]
      $0.tls.identities = [
        .host(
          "api.example.com", try .pem(chain: "/run/tls/tls.crt", key: "/run/tls/tls.key"))
      ]
      $0.tls.roots = try .only(pemFile: "/etc/internal-ca.pem")
      $0.proxies = .list(
        [try .http("proxy.internal:3128", .basic("svc", "secret"))], except: ["10.0.0.0/8", ".svc"])
      $0.retry = .idempotent(attempts: 3, budget: 0.2)
      $0.interceptors.append { request, next in
        var request = request
        if !request.isForeignOrigin {
          request.headers[.authorization] = .sensitive("Bearer \(try await Self.token())")
        }
        return try await next(request)
      }
    }
    let other = try HTTPSession(
      URL(string: "https://api.example.com/")!, configuration: configuration)
    let status = try await withHTTPSession("https://status.example.com/") {
      try await $0.get("health").status
    }
    let page = try await HTTPSession.shared.get("https://www.example.com/").text
    print(api, other, status, page)
  }

  @Test func `values in targets, queries and JSON compile without type annotations`() async throws {
    let (api, path) = (Self.api, "users/9")
    let (id, page, tags, note, isOpen): (String, Int, [String], String?, Bool) = (
      "a/b?c", 2, ["a", "b"], nil, true
    )
    let user = try await api.get("users/\(id)", as: User.self, within: .seconds(200))
    #expect(user.name == "https://api.example.com/v1/users/a%2Fb%3Fc")
    let users: [User] = try await api.get(
      "users", query: ["page": page, "tags": tags, "note": note])
    #expect(users[0].name.hasSuffix("?page=2&tags=a&tags=b"))
    let filtered: [User] = try await api.get(
      "users", query: ["filter": .object(["open": isOpen, "page": page])])
    #expect(filtered[0].name.hasSuffix("?filter%5Bopen%5D=true&filter%5Bpage%5D=2"))
    let searched: [User] = try await api.get("users", query: .encoding(NewUser(name: "Ada")))
    #expect(searched[0].name.hasSuffix("?name=Ada"))
    let made = try await api.post("users", .json(NewUser(name: "Ada")), as: User.self)
    #expect(made.id == 1)
    try await api.put("users/\(id)/tags", .json(["tags": tags, "page": page]))
    let response = try await api.get(.reference(path))
    #expect(response.status == .ok)
    let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
    #expect(result.value.count == 1 && result.headers["ETag"] ?? "" == "\"1\"")
    #expect("\(result.url)" == "https://api.example.com/v1/users")
  }

  @Test func `a body can outlive its call, and a closure can write a request body`() async throws {
    func dump() async throws -> ServerResponse {
      let dump = try await Self.api.open(.get("dumps/today.tar"), accepting: .any)
      return ServerResponse(status: dump.status, body: dump.body)
    }
    let response = try await dump()
    #expect(try await response.body.collect().count == 1_000 && response.status == .ok)
    let events = AsyncStream { continuation in
      for n: UInt8 in 1...3 { continuation.yield(Log(bytes: [n])) }
      continuation.finish()
    }
    let echo = try await Self.api.post(
      "events",
      .writing { writer in
        for await event in events { try await writer.write(event.bytes) }
        writer.finish(trailers: ["Digest": Self.digest()])
      })
    #expect(echo.body == [1, 2, 3])
  }

  @Test func `each documented catch clause for session errors compiles`() async throws {
    func user() async throws -> User? {
      do {
        return try await Self.api.get("users/7", as: User.self)
      } catch let error as HTTPSessionError where error.code == .status(404) {
        return nil
      } catch let error as HTTPSessionError where error.isTransient {
        try await Task.sleep(for: .seconds(1))
        throw error
      }
    }
    #expect(try await user() == nil)
  }

  /// Writes files outside of a folder of its own; it is compiled only.
  private func downloads(_ api: HTTPSession) async throws {
    try await api.download("dumps/today.tar", to: "/srv/dumps/", options: [.resume, .overwrite]) {
      print($0.fraction ?? 0)
    }
    let photo = try await api.post(
      "photos", .multipart([.field("album", "42"), .file("photo", at: "cat.jpg")]), as: User.self)
    let task = api.start(.download("dumps/today.tar", to: "/srv/dumps/"), priority: .low)
    for await progress in task.progress { print(progress.fraction ?? 0) }
    let token = await task.cancel(producingResumeData: true)
    print(photo, token as Any)
  }

  @Test func `a stub can be built from a table of routes`() async throws {
    let fake = HTTPSession.stub("https://api.example.com/") { routes in
      routes.get("users/:id") { request in try .json(User(id: 1, name: "Ada at \(request.path)")) }
    }
    #expect(try await fake.get("users/7", as: User.self).name == "Ada at /users/7")
    await fake.shutdown(within: .seconds(5))
  }
}
