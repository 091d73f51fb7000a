import ApusNet
import Testing

@Suite(.timeLimit(.minutes(3))) struct SocketIdlingTests {
  @Test func `silence of an idle socket returns kept, data, ended or failed`()
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let (client, server) = (connection.client, connection.server)
      #expect(client.silence() == .kept)
      try await server.send([1, 2])
      try await client.wait(for: .input, .receive, until: .after(.seconds(10)))
      #expect(client.silence() == .data)
      #expect(try await client.receiveAll(2) == [1, 2])
      #expect(client.silence() == .kept)
      server.close()
      try await client.wait(for: .input, .receive, until: .after(.seconds(10)))
      #expect(client.silence() == .ended)
      client.close()
      let other = try await Connection(on: loop)
      other.server.reset()
      _ = await failure {
        try await other.client.wait(for: .input, .receive, until: .after(.seconds(10)))
      }
      #expect(other.client.silence() == .failed(.reset(by: other.client.peer)))
      other.client.close()
    }
  }

  /// The event that breaks the silence; otherwise the deadline passes.
  @Test(arguments: [0, 1, 2, 3])
  func `the closure of an idle socket is called when bytes or an end arrive`(how: Int) async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      // A read leaves a ring, which does not count as an event.
      try await connection.server.send([1])
      #expect(try await connection.client.receiveAll(1) == [1])
      let told = Doorbell(on: loop)
      let news = Shared<Doorbell.Wakeup?>(nil)
      let deadline = Deadline.after(how == 3 ? .milliseconds(5) : .seconds(100))
      let silence = connection.client.watchSilence(until: deadline) { wakeup in
        news.change { $0 = wakeup }
        told.ring()
      }
      #expect(silence == .kept)
      #expect(how == 3 || news.value == nil)
      switch how {
      case 0: try await connection.server.send([2])
      case 1: connection.server.close()
      case 2: connection.server.reset()
      default: break
      }
      #expect(await told.wait(until: .after(.seconds(100))) == .rung(.input))
      #expect((news.value == .timedOut) == (how == 3))
      #expect(!connection.client.endWatch())
      connection.client.close()
      connection.server.close()
    }
  }

  @Test func `an idle connection without received bytes is used again`() async throws {
    try await EventLoop.lend { loop in
      try await Echo.serve(on: loop) { address in
        let socket = try await Socket.connect(to: address, until: .after(.seconds(100)), on: loop)
        for round in 0..<300 {
          try await socket.send([UInt8(truncatingIfNeeded: round)])
          #expect(try await socket.receiveAll(1) == [UInt8(truncatingIfNeeded: round)])
          let silence = socket.watchSilence(until: .after(.seconds(100))) { _ in }
          #expect(silence == .kept)
          #expect(socket.endWatch())
        }
      }
    }
  }

  @Test func `after the event loop's shutdown, watching a socket fails`() async throws {
    let loop = try EventLoop()
    let connection = try await Connection(on: loop)
    await loop.shutdown()
    let silence = connection.client.watchSilence(until: .never) { _ in }
    #expect(silence == .failed(.shutDown))
    for socket in [connection.client, connection.server] { socket.close() }
  }
}
