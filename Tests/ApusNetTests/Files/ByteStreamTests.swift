import ApusNet
import Testing

/// A file of unknown length is read as its bytes arrive.
@Suite(.timeLimit(.minutes(3))) struct ByteStreamTests {
  @Test func `reading a pipe returns all bytes that another process writes`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.makePipe("pipe")
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 2)
      async let written: Result<Void, SystemError> = pool.run(until: .never, on: loop) {
        Result { () throws(SystemError) in
          try Files.append([UInt8](repeating: 7, count: 200_000), to: path)
        }
      }
      let stream = try await ByteStream(path, access: FileAccess(pool: pool, on: loop))
      var count = 0
      while true {
        let piece = try await stream.read(atMost: 1_000)
        guard !piece.isEmpty else { break }
        #expect(piece.count <= 1_000 && piece.allSatisfy { $0 == 7 })
        count += piece.count
      }
      #expect(count == 200_000)
      try await written.get()
    }
  }

  @Test(arguments: ["/none/file", "a\u{0}b"])
  func `the error of a file that cannot be opened contains the path`(_ path: String) async throws {
    try await EventLoop.lend { loop in
      let error = await #expect(throws: NetError.self) {
        _ = try await ByteStream(path, access: FileAccess(on: loop))
      }
      #expect(error?.description.contains("open") == true)
    }
  }

  @Test func `a folder can be opened as a ByteStream, but reading it is an error`() async throws {
    try await EventLoop.lend { loop in
      let stream = try await ByteStream("/", access: FileAccess(on: loop))
      await #expect(throws: NetError.self) { _ = try await stream.read(atMost: 10) }
    }
  }
}
