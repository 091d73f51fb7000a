import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer

/// A reverse proxy on the server of the test kit, whose responses outlive its calls.
struct Proxying {
  /// Forwards requests to a server until `/end` is requested, and then checks the peak memory.
  static func serve(_ source: String, announcedAt path: String) async throws {
    let session = try HTTPSession(try Piping.url(source))
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let proxy = try await TestServer { received in
      guard received.path != "/end" else {
        end.finish()
        return .response(HTTP.Response(200))
      }
      var request = HTTP.Request(received.method, .reference(received.head.target.text))
      request.body = .bytes(received.body)
      let response = try await session.open(request, accepting: .any)
      return .stream(HTTP.ResponseHead(response.status)) { connection in
        for try await piece in response.body { try await connection.writeChunk(piece) }
      }
    }
    try await Peer.announce(proxy.port, at: path)
    for await _ in ended {}
    await proxy.drain()
    await session.shutdown()
    try Piping.checkMemory()
  }

  /// Reads a gibibyte through the proxy as fast as it comes, and another one slowly.
  static func read(through proxy: String) async throws {
    let session = try HTTPSession(try Piping.url(proxy))
    for isSlow in [false, true] {
      let start = ContinuousClock.now
      let request = HTTP.Request.get("content/\(1 << 30)/\(Int.max)")
      let count = try await session.stream(request) { _, body in
        var (count, rest) = (0, 0)
        for try await piece in body {
          count += piece.count
          rest += piece.count
          guard isSlow, rest > 8 << 20 else { continue }
          rest = 0
          try await Task.sleep(for: .milliseconds(25))
        }
        return count
      }
      guard count == 1 << 30 else { throw Gateway.Failure.unexpected("\(count)") }
      let way = isSlow ? "slowly" : "fast"
      print("1 GiB read \(way) through a reverse proxy in \(ContinuousClock.now - start)")
    }
    try await session.send(.get("end"))
    await session.shutdown()
  }
}
