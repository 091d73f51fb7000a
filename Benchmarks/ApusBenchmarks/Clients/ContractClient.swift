import ApusHTTP
import ApusSerialization
import ApusSession
import ApusTLS
import Glibc

/// The client of Apus for the contract of the suite. Its arguments are a workload, a URL, and
/// `CONNECTIONSxCOUNT`.
///
/// The client prints one line of JSON, as the clients in other languages do.
struct ContractClient {
  /// A JSON document of the workload `mix`.
  struct Document: Codable {
    var id: Int
    var name: String
    var mail: String
    var tags: [String]
    var grams: Double
    var facts: [String: String]
  }

  enum Failure: Error {
    case usage
    case status(Int)
  }

  private let workload: String
  private let base: HTTP.URL
  private let size: (connections: Int, count: Int)
  private let isOnLoop: Bool
  private let session: HTTPSession

  /// Creates a client from the words after the name of the worker.
  init(_ words: [String], isOnLoop: Bool) throws {
    let numbers = (words.last ?? "").split(separator: "x").compactMap { Int($0) }
    guard words.count == 3, numbers.count == 2 else { throw Failure.usage }
    workload = words[0]
    base = try HTTP.URL(words[1])
    size = (numbers[0], numbers[1])
    self.isOnLoop = isOnLoop
    session = try HTTPSession("\(words[1])") {
      $0.pool.connectionsPerHost = numbers[0]
      $0.pool.connectionsInAll = 8 * numbers[0] + 8
      $0.dns.overrides["localhost"] = ["127.0.0.1"]
      guard let roots = unsafe getenv("APUS_ROOTS") else { return }
      $0.tls.roots = try .only(pemFile: unsafe String(cString: roots))
      if words[0] == "fresh" { $0.tls.resumption = .off }
    }
  }

  /// Warms up, performs the workload, and prints the JSON line.
  func run() throws {
    let line = try Completion.wait {
      try await perform(max(1, size.count / 10))
      let (start, wall) = (ProcessUse.nanoseconds, ContinuousClock.now)
      try await perform(size.count)
      let passed = Int((ContinuousClock.now - wall) / .nanoseconds(1))
      let use = ClientUse(
        requests: size.connections * size.count, nanoseconds: ProcessUse.nanoseconds - start,
        wall: passed, kibibytes: try ProcessUse.peak())
      return String(decoding: try JSONCoder().encode(use), as: UTF8.self)
    }
    print(line)
  }

  private func perform(_ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<size.connections {
        if isOnLoop {
          group.addTask(executorPreference: session.executor) { try await work(index, count) }
        } else {
          group.addTask { try await work(index, count) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sends the requests whose numbers have the same remainder modulo eight, so each task has a
  /// single host.
  private func work(_ index: Int, _ count: Int) async throws {
    for turn in 0..<count {
      let response = try await session.send(try request(index + turn * size.connections))
      guard response.status == .ok else { throw Failure.status(response.status.code) }
      guard workload == "mix" || workload == "post" else { continue }
      _ = try JSONCoder().decode(Document.self, from: response.body)
    }
  }

  private func request(_ n: Int) throws -> HTTP.Request {
    switch workload {
    case "mix":
      let host = "\(base.scheme)://127.0.0.\(1 + n % 8):\(base.port)"
      let path = "/mix/users/\(n * 7919 % 10_007)?page=\(n % 40)&sort=name&fields=id,name,grams"
      return HTTP.Request(
        .get, .reference(host + path),
        headers: [
          .accept: "application/json", .acceptLanguage: "en-GB,en;q=0.8",
          "X-Request-Id": "\(n)", "X-Tenant": "tenant-\(n % 20)", .cacheControl: "no-cache",
        ])
    case "post":
      let text = String(repeating: "x", count: 1_000)
      return HTTP.Request(
        .post, .url(base), headers: [.contentType: "application/json"],
        body: .bytes(Array("{\"id\":7,\"name\":\"Ada\",\"text\":\"\(text)\"}".utf8)))
    case "fresh": return HTTP.Request(.get, .url(base), headers: [.connection: "close"])
    default: return HTTP.Request(.get, .url(base))
    }
  }
}
