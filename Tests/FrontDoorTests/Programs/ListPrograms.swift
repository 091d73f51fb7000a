import Apus

/// Programs about pages, caches and queries of graphs.
///
/// They are compiled, and not run: their services do not exist here.
enum ListPrograms {
  /// All pages of a list, by its links.
  static func allPages() async throws {
    struct Commit: Decodable { var sha: String }

    func allCommits(_ api: HTTPSession, limit: Int = 50) async throws -> [Commit] {
      var commits: [Commit] = []
      var response = try await api.get("commits", query: ["per_page": 2])
      for _ in 0..<limit {
        commits += try response.json(as: [Commit].self)
        guard let next = response.links[.next] else { return commits }
        response = try await api.get(.url(next))
      }
      return commits
    }

    let api = try HTTPSession("http://127.0.0.1:8080/v1/")
    do {
      let commits = try await allCommits(api)
      print(commits.count, commits.map(\.sha))
    } catch let error as HTTPSessionError where error.isTransient {
      print("try later: \(error)")
    }
  }

  /// The pages of a generic list.
  static func allRepositories() async throws {
    struct Repository: Decodable, Sendable { var id: Int, name: String }

    func all<Item: Decodable & Sendable & SendableMetatype>(
      _ type: Item.Type, _ first: HTTP.Target, _ api: HTTPSession
    ) async throws -> [Item] {
      var items: [Item] = []
      var next: HTTP.Target? = first
      while let target = next {
        let page = try await api.get(target)
        items += try page.json(as: [Item].self)
        next = page.links[.next].map { .url($0) }
      }
      return items
    }

    let api = try HTTPSession("http://127.0.0.1:8080/")
    let repositories = try await all(Repository.self, "repos?per_page=2", api)
    print(repositories.count, repositories.map(\.name))
  }

  /// A cache in memory, and a conditional GET by hand.
  static func askConditionally() async throws {
    func page(_ api: HTTPSession, unless tag: HTTP.FieldValue?) async throws -> (
      String, HTTP.FieldValue?
    )? {
      var request = HTTP.Request.get("page")
      request.headers[.ifNoneMatch] = tag
      let response = try await api.send(request, accepting: .success.adding(304))
      if response.status == 304 { return nil }
      return (response.text, response.headers[.etag])
    }

    let api = try HTTPSession("http://127.0.0.1:8080/v1/")
    if let (text, tag) = try await page(api, unless: nil) {
      print("first:", text, tag?.text ?? "no tag")
      let second = try await page(api, unless: tag)
      print("second:", second?.0 ?? "not modified")
    }

    let cached = try HTTPSession("http://127.0.0.1:8080/v1/") {
      $0.cache = try .inMemory(byteCount: 8 << 20)
    }
    for _ in 1...2 {
      let response = try await cached.get("page")
      print(response.status, response.text, response.headers["Cache-Status"]?.text ?? "none")
    }
    var request = HTTP.Request.get("page")
    request.options.cachePolicy = .storedOnly
    print(try await cached.send(request, accepting: .any).status)
  }

  /// A conditional GET in an actor, and one by the cache.
  static func poll() async throws {
    struct Feed: Decodable { var version: Int }

    actor Poller {
      private let api: HTTPSession
      private var tag: String?

      init(api: HTTPSession) { self.api = api }

      func poll() async throws -> Feed? {
        var request = HTTP.Request.get("feed")
        if let tag { request.headers["If-None-Match"] = HTTP.FieldValue(tag) }
        let (response, _) = try await api.result(of: request, using: RawResponseSerializer())
        if response.status == 304 { return nil }
        tag = response.headers["ETag"]?.text
        return try response.json(as: Feed.self)
      }
    }

    let cached = try HTTPSession("http://127.0.0.1:8080/") {
      $0.cache = try .inMemory(byteCount: 8 << 20)
    }
    for _ in 1...3 {
      let response = try await cached.get("feed")
      print(
        response.status, response.headers["Cache-Status"] ?? "-", try response.json(as: Feed.self))
    }

    let poller = Poller(api: try HTTPSession("http://127.0.0.1:8080/"))
    for _ in 1...3 { print(try await poller.poll().map { "version \($0.version)" } ?? "unchanged") }
  }

  /// GraphQL, with variables of several types.
  static func queryGraph() async throws {
    struct GraphQLError: Error, Decodable { var message: String }
    struct Answer<Data: Decodable>: Decodable {
      var data: Data?
      var errors: [GraphQLError]?
    }

    struct GraphQL: Sendable {
      let api: HTTPSession

      func query<Data: Decodable & SendableMetatype>(
        _ text: String, _ variables: KeyValuePairs<String, (any Encodable & Sendable)?> = [:],
        as type: Data.Type
      ) async throws -> Data {
        let answer = try await api.post(
          "graphql", .json(["query": text, "variables": .object(variables)]), as: Answer<Data>.self)
        if let error = answer.errors?.first { throw error }
        guard let data = answer.data else { throw GraphQLError(message: "no data") }
        return data
      }
    }

    struct Viewer: Decodable {
      struct Repository: Decodable { var name: String, stars: Int }
      var repositories: [Repository]
    }

    let github = GraphQL(api: try HTTPSession("http://127.0.0.1:8080/"))
    let text =
      "query($first: Int!, $login: String!) { repositories(first: $first, login: $login) { name } }"
    let viewer = try await github.query(text, ["first": 2, "login": "ada"], as: Viewer.self)
    print(viewer.repositories)
    do {
      _ = try await github.query("{ broken }", as: Viewer.self)
    } catch let error as GraphQLError {
      print("GraphQL:", error.message)
    }
  }

  /// A service at a Unix socket.
  static func askSocket() async throws {
    struct Version: Decodable { var version: String, apiVersion: String }
    struct Container: Decodable { var id: String, names: [String] }

    struct Engine {
      let api: HTTPSession

      init(socket path: String) throws {
        api = try HTTPSession("http://engine/v1.47/") { $0.sockets.path = path }
      }

      func version() async throws -> Version { try await api.get("version", as: Version.self) }

      func containers(all: Bool) async throws -> [Container] {
        try await api.get("containers/json", query: ["all": all], as: [Container].self)
      }
    }

    do {
      let engine = try Engine(socket: "/var/lib/example.sock")
      print(try await engine.version())
      print(try await engine.containers(all: true))
      let gone = try Engine(socket: "/var/lib/example.sock")
      _ = try await gone.version()
    } catch let error as HTTPSessionError where error.code == .cannotConnect {
      print("is the engine running? \(error)")
    }
  }
}
