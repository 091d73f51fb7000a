import ApusNet

/// The comparison of the event loop and its sockets with plain C and epoll, using the same server.
///
/// The server runs alone on one core, and both clients run in turn on the other core.
enum NetBenchmarks {
  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let peer = try Peer(source: "ping_pong.c")
    let server = try PingPongServer()
    defer { server.stop() }
    try peer.pin()(1)
    var allHold = true
    for (connections, exchanges) in [(64, 1000), (1, 5000)] {
      let onLoop = try measure(peer, server, connections, exchanges, isOnLoop: true)
      let byCaller = try measure(peer, server, connections, exchanges, isOnLoop: false)
      print(
        """
        exchange of 1 KB over loopback, \(connections) connections, microseconds of processor:
          on the loop \(microseconds(onLoop.ours, connections * exchanges)), in the caller's \
        task \(microseconds(byCaller.ours, connections * exchanges)), plain C \
        \(microseconds(onLoop.theirs, connections * exchanges))
        """)
      let name = "exchange on the loop, \(connections) connections"
      allHold = Bar(name, over: onLoop.ratios, peer: "plain C", atMost: 1.3).report() && allHold
      let name2 = "exchange in the caller's task, \(connections) connections"
      allHold = Bar(name2, over: byCaller.ratios, peer: "plain C", atMost: 2).report() && allHold
    }
    return allHold
  }

  /// Performs the work of a process whose instructions valgrind counts.
  static func loop(connections: Int, exchanges: Int) throws {
    let server = try PingPongServer()
    defer { server.stop() }
    PingPong(port: server.port).run(connections, exchanges, isOnLoop: true)
  }

  private static func measure(
    _ peer: Peer, _ server: PingPongServer, _ connections: Int, _ exchanges: Int, isOnLoop: Bool
  ) throws -> Measurement {
    let client = try peer.client()
    let ours = PingPong(port: server.port)
    var failures: Int32 = 0
    let measurement = Measurement(
      rounds: 11, limit: isOnLoop ? 1.3 : 2,
      ours: { ours.run(connections, exchanges, isOnLoop: isOnLoop) },
      // SAFETY: three numbers, and no memory of ours.
      theirs: {
        failures += client(Int32(server.port), Int32(connections), exchanges)
      })
    guard failures == 0 else { throw Peer.Failure.command("ping_pong_client", status: failures) }
    return measurement
  }

  private static func microseconds(_ times: [Double], _ exchanges: Int) -> Double {
    (Measurement.median(times) / Double(exchanges) / 10).rounded() / 100
  }
}
