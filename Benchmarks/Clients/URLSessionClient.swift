import Foundation
import FoundationNetworking

/// Foundation's URLSession: client WORKLOAD URL CONNECTIONSxCOUNT
@main
struct URLSessionClient: Sendable {
  struct Failure: Error {}

  /// The documents of the mix.
  struct Document: Decodable {
    var id: Int
    var name: String
  }

  let workload: String
  let base: URL
  let session: URLSession

  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4, let base = URL(string: words[2]) else { throw Failure() }
    let size = words[3].split(separator: "x").compactMap { Int($0) }
    guard size.count == 2 else { throw Failure() }
    let settings = URLSessionConfiguration.ephemeral
    settings.httpMaximumConnectionsPerHost = size[0]
    settings.connectionProxyDictionary = [:]
    let client = URLSessionClient(
      workload: words[1], base: base, session: URLSession(configuration: settings))
    try await client.work(size[0], max(1, size[1] / 10))
    let (start, wall) = (use().nanoseconds, ContinuousClock.now)
    try await client.work(size[0], size[1])
    let passed = Int((ContinuousClock.now - wall) / .nanoseconds(1))
    let end = use()
    print(
      """
      {"requests":\(size[0] * size[1]),"nanoseconds":\(end.nanoseconds - start),\
      "wall":\(passed),"kibibytes":\(end.kibibytes)}
      """)
  }

  private func work(_ connections: Int, _ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<connections {
        group.addTask {
          for round in 0..<count { try await send(index + round * connections) }
        }
      }
      try await group.waitForAll()
    }
  }

  private func send(_ number: Int) async throws {
    let (data, response) = try await session.data(for: request(number))
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Failure() }
    if workload == "mix" || workload == "post" {
      _ = try JSONDecoder().decode(Document.self, from: data)
    }
  }

  private func request(_ number: Int) -> URLRequest {
    var url = base
    if workload == "mix" {
      let path = "/mix/users/\(number * 7919 % 10007)"
      let query = "?page=\(number % 40)&sort=name&fields=id,name,grams"
      let host = "\(base.scheme ?? "http")://127.0.0.\(1 + number % 8):\(base.port ?? 80)"
      url = URL(string: host + path + query) ?? base
    }
    var request = URLRequest(url: url)
    request.cachePolicy = .reloadIgnoringLocalCacheData
    switch workload {
    case "post":
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      let text = String(repeating: "x", count: 1000)
      request.httpBody = Data("{\"id\":7,\"name\":\"Ada\",\"text\":\"\(text)\"}".utf8)
    case "fresh": request.setValue("close", forHTTPHeaderField: "Connection")
    case "mix":
      for (name, value) in [
        ("Accept", "application/json"), ("Accept-Language", "en-GB,en;q=0.8"),
        ("X-Request-Id", "\(number)"), ("X-Tenant", "tenant-\(number % 20)"),
        ("Cache-Control", "no-cache"),
      ] { request.setValue(value, forHTTPHeaderField: name) }
    default: break
    }
    return request
  }

  private static func use() -> (nanoseconds: Int, kibibytes: Int) {
    var use = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
    let seconds = use.ru_utime.tv_sec + use.ru_stime.tv_sec
    let microseconds = Int(use.ru_utime.tv_usec + use.ru_stime.tv_usec)
    return (seconds * 1_000_000_000 + microseconds * 1000, use.ru_maxrss)
  }
}
