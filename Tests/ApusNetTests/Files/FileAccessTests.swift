import ApusNet
import Testing

@Suite(.timeLimit(.minutes(3))) struct FileAccessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
  }

  @Test func `a file is read from the given offset`() async throws {
    let path = try folder.write(pattern(1000), to: "file")
    try await EventLoop.lend { loop in
      let file = try await FileAccess(on: loop).open(path, until: .never)
      #expect(file.byteCount == 1000)
      #expect(try await file.read(at: 0, atMost: 10, until: .never) == Array(pattern(1000)[..<10]))
      #expect(
        try await file.read(at: 990, atMost: 20, until: .never) == Array(pattern(1000)[990...]))
      #expect(try await file.read(at: 1000, atMost: 1, until: .never) == [])
      #expect(try await file.read(at: 5000, atMost: 1, until: .never) == [])
    }
  }

  @Test func `opening a pipe, folder or device as a regular file fails without waiting`()
    async throws
  {
    let pipe = try folder.makePipe("pipe")
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      for (path, kind) in [(pipe, "a pipe"), (folder.path, "a folder"), ("/dev/null", "a device")] {
        let error = await failure { _ = try await files.open(path, until: .after(.seconds(10))) }
        #expect(
          error?.description
            == "open \(path): the path leads to \(kind), but only a regular file can be read")
      }
      let missing = folder.path + "/missing"
      let error = await failure { _ = try await files.open(missing, until: .never) }
      #expect(error?.description == "open \(missing): No such file or directory")
      let error2 = await failure { _ = try await files.open(pipe + "\0", until: .never) }
      #expect(error2?.description == #"open \#(pipe)\x00: Invalid argument"#)
    }
  }

  @Test(arguments: [0, 1, 4096, 262_144, 262_145, 2_000_000])
  func `a file is sent to a socket without a copy through the process`(count: Int) async throws {
    let bytes = pattern(count)
    let path = try folder.write(bytes, to: "file")
    var options = SocketOptions()
    options.sendBuffer = 32_768
    try await EventLoop.lend { loop in
      let file = try await FileAccess(on: loop).open(path, until: .never)
      let connection = try await Connection(on: loop, options: options)
      async let received = connection.server.receiveAll()
      try await connection.client.send(file, 0..<Int64(count), until: .after(.seconds(20)))
      if count > 10 { try await connection.client.send(file, 3..<10, until: .never) }
      connection.client.close()
      #expect(try await received == bytes + (count > 10 ? bytes[3..<10] : []))
      connection.server.close()
    }
  }

  @Test func `sending a file that was truncated after opening is an error`() async throws {
    let path = try folder.write(pattern(1000), to: "file")
    try await EventLoop.lend { loop in
      let file = try await FileAccess(on: loop).open(path, until: .never)
      let connection = try await Connection(on: loop)
      #expect(
        await failure { try await connection.client.send(file, 0..<1001, until: .never) }
          == .fileEndedEarly(at: 1000))
      connection.client.close()
      connection.server.close()
    }
  }
}
