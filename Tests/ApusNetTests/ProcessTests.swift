import CApusTestSupport
import Testing

@testable import ApusNet

/// Effects of connections that must not leave a process; each test has a process of its own.
@Suite(.timeLimit(.minutes(3))) struct ProcessTests {
  @Test func `a write to a broken connection throws an error and raises no SIGPIPE`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let folder = try TemporaryFolder()
      let path = try folder.write([UInt8](repeating: 1, count: 100_000), to: "file")
      let file = try await FileAccess(on: loop).open(path, until: .never)
      for way in 0..<4 {
        let connection = try await Connection(on: loop)
        connection.server.reset()
        var error: NetError?
        while error == nil {
          error = await failure {
            switch way {
            case 0: try await connection.client.send([1, 2, 3])
            case 1: try await connection.client.send([1].span, [2].span, [3].span, until: .never)
            case 2: try await connection.client.send(file, 0..<100_000, until: .never)
            default: try connection.client.finishSending()
            }
          }
        }
        _ = await failure { try await connection.client.send(file, 0..<10, until: .never) }
        _ = await failure { try await connection.client.send([1], until: .never) }
        connection.client.close()
      }
      #expect(apus_test_signal_waits() == 0)
    }
  }

  /// A reset may meet a call that has already sent some pages: it succeeds, and raises the signal.
  ///
  /// The call waits in the kernel for room, so that it is in progress whenever the peer leaves. The
  /// peer ends its side first: data after a reset is then a broken pipe.
  @Test func `a connection that breaks during a file transfer raises no SIGPIPE`() async {
    await #expect(processExitsWith: .success) {
      apus_test_restore_pipe_signal()
      let loop = try EventLoop()
      let folder = try TemporaryFolder()
      let count = 64 << 20
      let path = try folder.write([1], to: "file")
      try folder.stretch("file", to: Int64(count))
      let file = try await FileAccess(on: loop).open(path, until: .never)
      var broken = 0
      for _ in 0..<200 {
        let connection = try await Connection(on: loop)
        let (client, server) = (connection.client, connection.server)
        #expect(client.descriptor.use { apus_test_set_blocking($0) } == 0)
        async let ending: Void = {
          _ = try? await server.receiveAll(100_000)
          try? server.finishSending()
          server.close()
        }()
        let result = client.descriptor.use { socket in
          file.descriptor.use { Kernel.Sockets.sendFile(socket, $0, offset: 0, count: count) }
        }
        // The result is the number of sent bytes, not the failure.
        if 1..<Int64(count) ~= result { broken += 1 }
        await ending
        client.close()
      }
      #expect(broken == 200)
      #expect(apus_test_signal_waits() == 0)
    }
  }

  @Test func `a child process inherits no file descriptor`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let folder = try TemporaryFolder()
      let before = apus_test_inherited_descriptors()
      let connection = try await Connection(on: loop)
      let path = SocketAddress.unix(path: folder.path + "/socket")
      let listener = try Listener(at: path, on: loop)
      let client = try await Socket.connect(to: path, until: .after(.seconds(10)), on: loop)
      let server = try await listener.accept()
      let files = FileAccess(on: loop)
      let partial = try await files.createPartial(for: folder.path + "/file", until: .never)
      let file = try await files.open(folder.write([1], to: "other"), until: .never)
      #expect(apus_test_inherited_descriptors() == before)
      #expect(apus_test_descriptors() >= 11)
      for socket in [connection.client, connection.server, client, server] { socket.close() }
      await partial.discard()
      #expect(file.byteCount == 1)
    }
  }
}
