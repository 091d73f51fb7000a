import AsyncHTTPClient
import Foundation
import NIOCore

/// async-http-client: client WORKLOAD URL CONNECTIONSxCOUNT
@main
struct AsyncClient: Sendable {
  struct Failure: Error {}

  struct Document: Decodable {
    var id: Int
    var name: String
  }

  let workload: String
  let base: URL
  let client: HTTPClient

  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4, let base = URL(string: words[2]) else { throw Failure() }
    let size = words[3].split(separator: "x").compactMap { Int($0) }
    guard size.count == 2 else { throw Failure() }
    var settings = HTTPClient.Configuration()
    settings.httpVersion = .http1Only
    settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = size[0]
    if let roots = ProcessInfo.processInfo.environment["APUS_ROOTS"] {
      settings.tlsConfiguration = .makeClientConfiguration()
      settings.tlsConfiguration?.trustRoots = .file(roots)
    }
    let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    let client = AsyncClient(workload: words[1], base: base, client: http)
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
    try await http.shutdown()
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
    let response = try await client.execute(request(number), timeout: .seconds(60))
    guard response.status == .ok else { throw Failure() }
    let body = try await response.body.collect(upTo: 1 << 27)
    guard workload == "mix" || workload == "post" else { return }
    _ = try JSONDecoder().decode(Document.self, from: Data(body.readableBytesView))
  }

  private func request(_ number: Int) -> HTTPClientRequest {
    var url = base.absoluteString
    if workload == "mix" {
      url = "\(base.scheme ?? "http")://127.0.0.\(1 + number % 8):\(base.port ?? 80)"
      url += "/mix/users/\(number * 7919 % 10007)?page=\(number % 40)"
      url += "&sort=name&fields=id,name,grams"
    }
    var request = HTTPClientRequest(url: url)
    switch workload {
    case "post":
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      let text = String(repeating: "x", count: 1000)
      request.body = .bytes(ByteBuffer(string: "{\"id\":7,\"name\":\"Ada\",\"text\":\"\(text)\"}"))
    case "fresh": request.headers.add(name: "Connection", value: "close")
    case "mix":
      for (name, value) in [
        ("Accept", "application/json"), ("Accept-Language", "en-GB,en;q=0.8"),
        ("X-Request-Id", "\(number)"), ("X-Tenant", "tenant-\(number % 20)"),
        ("Cache-Control", "no-cache"),
      ] { request.headers.add(name: name, value: value) }
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
