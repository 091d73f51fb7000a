import ApusHTTP
import ApusSession
import Glibc

/// The client of Apus for the same work that `Peers/http_client.c` performs in C. Each process
/// performs one job.
struct SessionClient {
  let job: Job
  let path: String
  /// The path of the file that is uploaded.
  let file: String
  let isOnLoop: Bool
  private let session: HTTPSession

  init(
    _ base: String, _ job: Job, path: String, file: String, isOnLoop: Bool,
    tls: HTTPSession.TLSSettings? = nil
  ) throws {
    self.job = job
    self.path = path
    self.file = file
    self.isOnLoop = isOnLoop
    session = try HTTPSession(base) {
      $0.pool.connectionsPerHost = job.connections
      // The C client receives an address too, so neither client looks up a name.
      $0.dns.overrides["localhost"] = ["127.0.0.1"]
      if let tls { $0.tls = tls }
    }
  }

  /// Warms up, performs the job, and returns the processor time of the job in nanoseconds.
  func run() async throws -> Int {
    try await perform(max(1, job.count / 10))
    let start = ProcessUse.nanoseconds
    try await perform(job.count)
    return ProcessUse.nanoseconds - start
  }

  private func perform(_ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<job.connections {
        if isOnLoop {
          group.addTask(executorPreference: session.executor) { try await work(count) }
        } else {
          group.addTask { try await work(count) }
        }
      }
      try await group.waitForAll()
    }
  }

  private func work(_ count: Int) async throws {
    for _ in 0..<count {
      let (byteCount, expected) =
        switch job.kind {
        case .get: (try await session.send(.get(.reference(path))).body.count, 1024)
        case .fresh, .resumed: (try await session.send(closing).body.count, 1024)
        case .upload: (try await session.send(.put(.reference(path), .file(file))).body.count, 0)
        case .download: (try await download(), Workplace.largeByteCount)
        }
      precondition(byteCount == expected, "the response is incomplete")
    }
  }

  private var closing: HTTP.Request {
    HTTP.Request(.get, .reference(path), headers: [.connection: "close"])
  }

  private func download() async throws -> Int {
    try await session.stream(.get(.reference(path))) { _, content in
      var byteCount = 0
      for try await piece in content { byteCount += piece.count }
      return byteCount
    }
  }
}
