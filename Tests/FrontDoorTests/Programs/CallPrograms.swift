import Apus
import FoundationEssentials

/// Programs about calls, values and failures.
///
/// They are compiled, and not run: their services do not exist here.
enum CallPrograms {
  /// A GET with a query, headers and a deadline, and a POST of JSON.
  static func searchAndPlaceOrders() async throws {
    struct Item: Codable { var id: Int, name: String, tags: [String] }
    struct NewItem: Encodable { var name: String, tags: [String], isDraft: Bool }

    struct Shop {
      let api: HTTPSession

      func search(_ tags: [String], inStock: Bool, page: Int) async throws -> [Item] {
        try await api.get(
          "items", query: ["tag": tags, "in_stock": inStock, "page": page],
          headers: ["X-Tenant": "blue", "Accept-Language": "de"],
          as: [Item].self, within: .seconds(5))
      }

      func create(_ item: NewItem) async throws -> Item {
        try await api.post(
          "items", .json(item), headers: ["X-Tenant": "blue"], as: Item.self, within: .seconds(5))
      }
    }

    let shop = Shop(api: try HTTPSession("http://127.0.0.1:8080/v1/"))
    do {
      let found = try await shop.search(["red", "big & tall"], inStock: true, page: 2)
      print(found)
      let made = try await shop.create(NewItem(name: "hat", tags: ["new"], isDraft: false))
      print("created", made.id, made.name, made.tags)
    } catch let error as HTTPSessionError {
      print("failed: \(error)")
    }
  }

  /// A 404 becomes nil, and other errors become the caller's own.
  static func missingUserIsNil() async throws {
    struct User: Codable { var id: Int, name: String }

    enum DirectoryError: Error {
      case unavailable(retry: Bool)
      case forbidden
    }

    actor Directory {
      private let api: HTTPSession
      private var known: [Int: User] = [:]

      init(api: HTTPSession) { self.api = api }

      func user(_ id: Int) async throws -> User? {
        if let user = known[id] { return user }
        do {
          let user = try await api.get("users/\(id)", as: User.self)
          known[id] = user
          return user
        } catch let error as HTTPSessionError where error.code == .status(404) {
          return nil
        } catch let error as HTTPSessionError {
          switch error.status {
          case 401, 403: throw DirectoryError.forbidden
          case .some(500...599): throw DirectoryError.unavailable(retry: error.isTransient)
          default: throw error
          }
        }
      }
    }

    let directory = Directory(api: try HTTPSession("http://127.0.0.1:8080/v1/"))
    for id in [1, 404, 403, 503, 500, 418] {
      do {
        print(id, try await directory.user(id)?.name ?? "nil")
      } catch {
        print(id, "threw", error)
      }
    }
  }

  /// Timeouts of all kinds, told apart.
  static func tellTimeouts() async throws {
    func makeSession(_ base: String) throws -> HTTPSession {
      try HTTPSession(base) {
        $0.timeouts.queue = .seconds(2)
        $0.timeouts.resolve = .seconds(2)
        $0.timeouts.connect = .milliseconds(300)
        $0.timeouts.tls = .milliseconds(300)
        $0.timeouts.firstByte = .milliseconds(400)
        $0.timeouts.idle = .milliseconds(400)
        $0.timeouts.total = .seconds(3)
      }
    }

    func describe(_ base: String, _ target: HTTP.Target, within limit: Duration = .seconds(3)) async
    {
      do {
        print(target, try await makeSession(base).get(target, within: limit).status)
      } catch let error as HTTPSessionError {
        guard let timeout = error.timeout else { return print(target, "no timeout: \(error)") }
        switch timeout.phase {
        case .connect: print("cannot connect:", error)
        case .tls: print("no handshake:", error)
        case .firstByte: print("no response:", error)
        case .idle: print("stalled content:", error)
        case .total: print("too long in all:", error)
        default: print("\(timeout.phase):", error)
        }
      } catch {
        print("other", error)
      }
    }

    await describe("http://127.0.0.1:8080/v1/", "slow/100")
    await describe("http://127.0.0.1:8080/v1/", "slow/900")
    await describe("http://127.0.0.1:8080/v1/", "stall")
    await describe("http://127.0.0.1:8080/v1/", "slow/300", within: .milliseconds(100))
    await describe("http://127.0.0.1:8080/", "x")
    await describe("https://127.0.0.1:8080/", "x")
  }

  /// Own errors for the phases of a timeout.
  static func guardTimeouts() async throws {
    enum Slow: Error { case server, network, overall, cancelled }

    nonisolated(nonsending) func guarded<T: Sendable>(
      _ body: nonisolated(nonsending) () async throws -> T
    ) async throws -> T {
      do {
        return try await body()
      } catch is CancellationError {
        throw Slow.cancelled
      } catch let error as HTTPSessionError where error.code == .timedOut {
        print(error)
        switch error.timeout?.phase {
        case .connect, .resolve, .tls: throw Slow.network
        case .firstByte, .idle: throw Slow.server
        default: throw Slow.overall
        }
      }
    }

    let api = try HTTPSession("http://127.0.0.1:8080/") {
      $0.timeouts.connect = .milliseconds(300)
      $0.timeouts.firstByte = .milliseconds(300)
      $0.timeouts.idle = .milliseconds(300)
    }
    let targets: [HTTP.Target] = ["slow", "drip", "http://10.255.255.1/"]
    for target in targets {
      do {
        print(try await guarded { try await api.get(target).body.count })
      } catch {
        print("->", error)
      }
    }
    do {
      _ = try await guarded { try await api.get("drip2", within: .milliseconds(700)).body.count }
    } catch { print("->", error) }

    let task = Task { try await guarded { try await api.get("drip2").text } }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    do { print(try await task.value) } catch { print("->", error) }
  }

  /// Retries with Retry-After and an idempotency key.
  static func retryPayments() async throws {
    struct Order: Codable { var item: String, count: Int }
    struct Confirmation: Decodable { var number: Int, attempts: Int, key: String }

    struct Orders {
      let api: HTTPSession

      init(_ base: String) throws {
        var policy = HTTP.RetryPolicy.idempotent(attempts: 4)
        policy.statuses = [429, 503]
        policy.delay = .milliseconds(50)
        policy.delayLimit = .seconds(1)
        policy.retryAfterLimit = .seconds(5)
        api = try HTTPSession(base) { $0.retry = policy }
      }

      func place(_ order: Order, number: Int) async throws -> Confirmation {
        let request = HTTP.Request.post("orders", .json(order)).withIdempotencyKey(
          "order-\(number)")
        return try await api.send(request, as: Confirmation.self, within: .seconds(20))
      }
    }

    let orders = try Orders("http://127.0.0.1:8080/v1/")
    let begin = ContinuousClock.now
    do {
      let done = try await orders.place(Order(item: "hat", count: 2), number: 7)
      print(done, ContinuousClock.now - begin >= .seconds(1))
      _ = try await orders.api.get("always/503")
    } catch let error as HTTPSessionError {
      print(error, "attempts:", error.attempts, "transient:", error.isTransient)
    }
  }

  /// A thousand GETs over fifty connections.
  static func loadMany() async throws {
    struct Number: Decodable { var n: Int }

    func sum(_ api: HTTPSession, of count: Int) async throws -> Int {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for n in 1...count {
          group.addTask(executorPreference: api.executor) {
            try await api.get("numbers/\(n)", as: Number.self).n
          }
        }
        var sum = 0
        for try await n in group { sum += n }
        return sum
      }
    }

    let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
      $0.pool.connectionsPerHost = 50
      $0.timeouts.queue = .seconds(60)
    }
    do {
      let total = try await sum(api, of: 1_000)
      print(total == 500_500, total)
      print(try await api.get("peak").text)
    } catch let error as HTTPSessionError where error.code == .queueFull {
      print("too many at once: \(error)")
    }
    let left = await api.shutdown(within: .seconds(5))
    print("left:", left)
  }

  /// HEAD, OPTIONS and trailers.
  static func askHead() async throws {
    func size(_ api: HTTPSession, _ name: String) async throws -> Int? {
      let response = try await api.head("dumps/\(name)")
      return response.headers[.contentLength].flatMap { Int($0.text) }
    }

    func allowedMethods(_ api: HTTPSession, _ target: HTTP.Target) async throws -> [String] {
      let response = try await api.send(HTTP.Request(.options, target))
      let text = response.headers["Allow"]?.text ?? ""
      return text.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    }

    func sendRows(_ api: HTTPSession) async throws -> String? {
      let rows = AsyncStream<[UInt8]> { continuation in
        for row in 1...3 { continuation.yield(Array("\(row)\n".utf8)) }
        continuation.finish()
      }
      var request = HTTP.Request.post("trailers")
      request.body = .sequence(rows)
      request.body.trailers = ["X-Sum": "6"]
      let response = try await api.send(request)
      print("body:", response.text)
      return response.trailers["X-Echo-Sum"]?.text
    }

    let api = try HTTPSession("http://127.0.0.1:8080/v1/")
    print("size:", try await size(api, "plain.bin") ?? -1)
    print("methods:", try await allowedMethods(api, "items"))
    print("trailer:", try await sendRows(api) ?? "none")
  }

  /// Redirects that are limited, keep POST, and stay with one host.
  static func limitRedirects() async throws {
    struct ForeignRedirect: Error { var url: String }

    func session() throws -> HTTPSession {
      var configuration = HTTPSession.Configuration()
      configuration.redirects.limit = 3
      configuration.redirects.onRedirect = { redirect in
        var next = redirect.request
        guard next.target.text.hasPrefix("http://127.0.0.1:8080/") else {
          throw ForeignRedirect(url: next.target.text)
        }
        if redirect.redirected.method == .post {
          next.method = redirect.redirected.method
          next.body = redirect.redirected.body
        }
        return next
      }
      return try HTTPSession("http://127.0.0.1:8080/v1/", configuration: configuration)
    }

    let api = try session()
    do {
      let response = try await api.post("moved/302", .json(["name": "Ada"]))
      print(response.text, response.redirects.map { "\($0.status.code) to \($0.destination)" })
    } catch { print("post: \(error)") }
    for target: HTTP.Target in ["chain/3", "chain/4", "foreign"] {
      do {
        print(try await api.get(target).text)
      } catch let error as HTTPSessionError where error.code == .redirect {
        print("too many: \(error), \(error.redirects.count)")
      } catch let error as HTTPSessionError where error.code == .hook {
        print("refused: \(error.underlying.map { "\($0)" } ?? "")")
      }
    }
  }

  /// JSON in both directions, with names in snake case and dates.
  static func closeTicket() async throws {
    enum State: String, Codable { case open, closed }
    struct Ticket: Codable {
      var ticketId: Int
      var state: State
      var createdAt: Date
      var page: URL?
      var price: Decimal
      var labels: [String: Int]
    }

    let api = try HTTPSession("http://127.0.0.1:8080/") {
      var coder = JSONCoder()
      coder.keys = .snakeCase
      $0.json = coder
    }

    func close(_ id: Int, reason: String?) async throws -> Ticket {
      var ticket = try await api.get("tickets/\(id)", as: Ticket.self)
      print(ticket.createdAt, ticket.page?.host() ?? "-", ticket.price)
      ticket.state = .closed
      ticket.labels["done"] = 1
      let saved: Ticket = try await api.put("tickets/\(id)", .json(ticket))
      try await api.patch("tickets/\(id)", .json(["reason": reason, "who": "ada"]))
      try await api.patch(
        "tickets/\(id)", .json(["audit": .object(["id": id, "reason": reason, "at": Date()])]))
      return saved
    }

    print(try await close(7, reason: nil))
    do {
      _ = try await api.get("tickets/broken", as: Ticket.self)
    } catch let error as HTTPSessionError where error.code == .serialization {
      print(error)
    }
    let raw = try await api.get("tickets/7", as: JSON.Value.self)
    print(raw["labels"]?["urgent"]?.int ?? -1)
  }
}
