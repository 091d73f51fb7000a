import ApusHTTP
import ApusSerialization
import ApusSession

/// Uploads a large file in a form and compressed, and measures the memory.
struct Uploading {
  private let sink: String
  private let path: String
  private let session: HTTPSession

  /// Creates a client of a server whose port is in a file.
  init(to sink: String, _ path: String) throws {
    self.sink = try Piping.url(sink)
    self.path = path
    session = try HTTPSession()
  }

  func run() async throws {
    let start = ContinuousClock.now
    let form = try Multipart([.field("a", "b"), .file("file", at: path), .field("c", "d")])
    try await send(try form.body()) { count in
      guard count > 2 << 30 else { throw Gateway.Failure.unexpected("\(count)") }
    }
    print("2 GiB in a form in \(ContinuousClock.now - start)")
    try Piping.checkMemory()
    try await send(try HTTP.Body.file(path).gzipped(.fastest)) { count in
      guard 1 << 20..<1 << 28 ~= count else { throw Gateway.Failure.unexpected("\(count)") }
    }
    print("and compressed in \(ContinuousClock.now - start)")
    try Piping.checkMemory()
    await session.shutdown()
  }

  /// Sends a body, and checks the number of bytes that the server has counted.
  private func send(_ body: HTTP.Body, _ judge: (Int) throws -> Void) async throws {
    var request = HTTP.Request.put("\(raw: sink)slow/\(Int.max)", body)
    request.options.idle = .seconds(120)
    let text = try await session.send(request).text
    guard let count = Int(text) else { throw Gateway.Failure.unexpected(text) }
    try judge(count)
  }
}
