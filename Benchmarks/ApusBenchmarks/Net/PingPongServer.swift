import Glibc

/// The server of `Peers/ping_pong.c` in a separate process on the first core.
struct PingPongServer {
  let port: UInt16
  private let child: pid_t

  init() throws {
    let program = try Command.temporaryFolder() + "/ping-pong"
    defer { Command.removeTemporaryFolder(of: program) }
    try Peer.compile("ping_pong.c", to: program, isLibrary: false)
    let loopback = try Loopback()
    defer { loopback.close() }
    port = loopback.port
    child = try Command.start([program, "0"], with: [loopback.descriptor])
  }

  func stop() { Command.stop(child) }
}
