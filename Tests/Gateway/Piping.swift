import ApusHTTP
import ApusNet
import ApusSession

/// Passes one server's content to another one, and measures the memory.
struct Piping {
  private static let gibibyte = 1 << 30
  private static let never = Int.max
  /// The maximum of the process's peak memory, which is mostly pages of code.
  private static let memoryLimit = 20 << 20
  /// The maximum of the memory that the process has by itself: its heap, stacks and buffers.
  private static let privateLimit = 4_000_000

  private let source: String
  private let sink: String
  private let session: HTTPSession

  /// Creates a gateway between two servers; their ports are in files.
  init(from source: String, to sink: String) throws {
    self.source = try Self.url(source)
    self.sink = try Self.url(sink)
    session = try HTTPSession()
  }

  /// Returns the URL of a server whose port is in a file.
  static func url(_ path: String) throws -> String {
    "http://127.0.0.1:\(String(decoding: try Files.contents(of: path), as: UTF8.self))/"
  }

  func run() async throws {
    let start = ContinuousClock.now
    let text = try await watchingMemory { try await pipe(stoppingAt: Self.never, Self.never).text }
    guard text == "\(Self.gibibyte)" else { throw Gateway.Failure.unexpected(text) }
    try await expect("sent \(Self.gibibyte)", "whole \(Self.gibibyte)")
    print("1 GiB through a slow receiver in \(ContinuousClock.now - start)")
    // The kernel records the peak over the whole life of the process.
    try Self.checkMemory()

    let half = Self.gibibyte / 2
    try await expectFailure(.requestBody, "reset", "cut") {
      try await pipe(stoppingAt: half, Self.never)
    }
    try await expectFailure(nil, "left", "reset") {
      try await pipe(stoppingAt: Self.never, half)
    }
    try await expectFailure(.cancelled, "left", "cut") {
      let piping = Task { try await pipe(stoppingAt: Self.never, Self.never) }
      for _ in 0..<1000 where session.gauges.leased < 2 {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await Task.sleep(for: .milliseconds(500))
      guard session.gauges.leased == 2 else { throw Gateway.Failure.unexpected("no two sides") }
      piping.cancel()
      return try await piping.value
    }
    try Self.checkMemory()
    print("the end of either side, and of the task between, ends both")
    await session.shutdown()
  }

  /// A fault that must be detected: content that is kept before it is sent.
  func hoard() async throws {
    let request = HTTP.Request.get("\(raw: source)content/\(64 << 20)/\(Self.never)")
    let content = try await session.send(request).body
    try await session.send(.put("\(raw: sink)slow/\(Self.never)", .bytes(content)))
    try Self.checkMemory()
  }

  private func pipe(stoppingAt sent: Int, _ taken: Int) async throws -> HTTP.Response {
    let target = "\(sink)slow/\(taken)"
    return try await session.stream(.get("\(raw: source)content/\(Self.gibibyte)/\(sent)")) {
      [session] _, content in
      try await session.send(.put(.reference(target), .sequence(content)))
    }
  }

  /// Requires that a transfer fails with a reason, or by the network, and that both sides notice.
  private func expectFailure(
    _ reason: HTTPSessionError.Reason?, _ sourceSaid: String, _ sinkSaid: String,
    _ body: () async throws -> HTTP.Response
  ) async throws {
    do {
      let response = try await body()
      throw Gateway.Failure.unexpected("\(response.status)")
    } catch is CancellationError where reason == .cancelled {
      // Its own task was cancelled.
    } catch let error as HTTPSessionError {
      let isLost = [.connectionLost, .cannotConnect].contains(error.code)
      guard reason.map({ $0 == error.reason }) ?? isLost else { throw error }
    }
    try await expectNoneHeld()
    try await expect(sourceSaid, sinkSaid)
  }

  /// Requires that no connection remains in use.
  ///
  /// The task that reads the request body returns its connection by itself when it is cancelled,
  /// possibly a moment after the call has failed. Five seconds suffice on any machine.
  private func expectNoneHeld() async throws {
    for _ in 0..<500 where session.gauges.leased > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    let held = session.gauges.leased
    guard held == 0 else { throw Gateway.Failure.unexpected("\(held) connections are held") }
  }

  /// Requires the results that both servers report.
  private func expect(_ sourceSays: String, _ sinkSays: String) async throws {
    for (server, line) in [(source, sourceSays), (sink, sinkSays)] {
      var report = ""
      for _ in 0..<500 where report.isEmpty {
        report = try await session.send(.get("\(raw: server)report")).text
        if report.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
      }
      guard report == line else { throw Gateway.Failure.unexpected("\(line): \(report)") }
    }
  }

  /// Runs a transfer, and requires that the process needs little memory of its own meanwhile.
  ///
  /// The peak that the kernel records has the pages of code too, which all processes share and
  /// which grow with the program: buffers of a transfer are hidden behind them.
  private func watchingMemory<Value: Sendable>(
    _ transfer: () async throws -> Value
  ) async throws -> Value {
    let watch = Task {
      var most = 0
      while !Task.isCancelled {
        most = max(most, try Self.byteCount("RssAnon:"))
        try? await Task.sleep(for: .milliseconds(10))
      }
      return most
    }
    defer { watch.cancel() }
    let value = try await transfer()
    watch.cancel()
    let byteCount = try await watch.value
    print("at most \(byteCount) bytes of memory were the process's own")
    guard byteCount < Self.privateLimit, byteCount > 0 else {
      throw Gateway.Failure.tooMuchMemory(byteCount: byteCount)
    }
    return value
  }

  /// Requires that the process has never exceeded its memory limit.
  static func checkMemory() throws {
    let byteCount = try byteCount("VmHWM:")
    print("at most \(byteCount) bytes of memory were held")
    guard byteCount < memoryLimit else {
      throw Gateway.Failure.tooMuchMemory(byteCount: byteCount)
    }
  }

  /// Returns a number of the process's status in the file system of processes.
  private static func byteCount(_ name: String) throws -> Int {
    let status = String(decoding: try Files.contents(of: "/proc/self/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.utf8.starts(with: name.utf8) }
    let digits = (line ?? "").utf8.filter { (0x30...0x39).contains($0) }
    guard let kibibytes = Int(String(decoding: digits, as: UTF8.self)) else {
      throw Gateway.Failure.unexpected(status)
    }
    return kibibytes * 1024
  }
}
