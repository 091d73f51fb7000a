import ApusHTTP
import ApusTestServer
import Glibc

/// A server of the test kit in a separate process, for the parts of the suite that need no other
/// program.
struct LoopbackServer {
  let port: UInt16
  private let child: pid_t

  /// Starts the server process and waits until the server accepts connections.
  init() throws {
    let free = try Loopback()
    port = free.port
    // The server process opens the port itself.
    free.close()
    child = try Command.start([Party.ourselves, "loopback-server", "\(port)"], with: [])
    for _ in 0..<200 {
      if Self.accepts(port) { return }
      usleep(50_000)
    }
    throw Peer.Failure.command("loopback-server", status: ETIMEDOUT)
  }

  func close() { Command.stop(child) }

  /// The URL of the server, which ends in a slash.
  var url: String { "http://127.0.0.1:\(port)/" }

  /// Serves requests in the server process. The path determines the number of content bytes. The
  /// path `/value` yields a value, and a path such as `/redirect/3` yields that number of
  /// redirects. A path that begins with `/late` yields its response after three milliseconds, so
  /// that each call of a client waits for the response.
  static func serve(port: UInt16) throws {
    let bodies = Dictionary(
      uniqueKeysWithValues: (0...22).map { (1 << $0, [UInt8](repeating: 0x78, count: 1 << $0)) })
    try Completion.wait {
      let server = try await TestServer(port: port) { request in
        let words = request.segments
        let number = words.last.flatMap { Int($0) } ?? 0
        if words.first == "late" { try await Task.sleep(for: .milliseconds(3)) }
        if words.last == "value" { return try .json(["id": 7]) }
        guard words.first == "redirect", number > 0 else {
          return .response(HTTP.Response(200, body: bodies[number] ?? []))
        }
        return .response(
          HTTP.Response(302, headers: [.location: "/redirect/\(number - 1)"]))
      }
      // The server runs until its process is ended.
      try await Task.sleep(for: .seconds(86_400))
      await server.shutdown()
    }
  }

  private static func accepts(_ port: UInt16) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    // SAFETY: the structure has the given length, and outlives the call.
    return unsafe withUnsafeBytes(of: &address) { bytes in
      guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return unsafe connect(socket, base, socklen_t(bytes.count)) == 0
    }
  }
}
