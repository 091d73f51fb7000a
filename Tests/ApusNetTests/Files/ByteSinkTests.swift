import ApusNet
import Testing

/// A file that is not regular is written directly, and never created, truncated or replaced.
@Suite(.timeLimit(.minutes(3))) struct ByteSinkTests {
  @Test func `bytes are written completely to a pipe through a symbolic link`() async throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.makePipe("pipe")
    let link = try folder.link("link", to: pipe)
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 2)
      let access = FileAccess(pool: pool, on: loop)
      #expect(ByteSink.isMeant(by: FilePath(link)))
      async let read = pool.run(until: .never, on: loop) {
        Result { () throws(SystemError) in try Files.contents(of: pipe, mayWait: true) }
      }
      let sink = try await ByteSink(FilePath(link), access: access, until: .never)
      for _ in 0..<3 { try await sink.write([UInt8](repeating: 7, count: 100_000), until: .never) }
      try await sink.finish(until: .never)
      #expect(try await read.get() == [UInt8](repeating: 7, count: 300_000))
      #expect(Files.kind(FilePath(pipe)) == .pipe)
    }
  }

  @Test func `opening a pipe for writing without a reader fails at the deadline`()
    async throws
  {
    let folder = try TemporaryFolder()
    let pipe = FilePath(try folder.makePipe("pipe"))
    try await EventLoop.lend { loop in
      let access = FileAccess(pool: BlockingPool(threadLimit: 1), on: loop)
      await #expect(throws: NetError.timedOut(.fileAccess, nil)) {
        _ = try await ByteSink(pipe, access: access, until: .after(.milliseconds(20)))
      }
    }
    // A reader releases the thread that still opens the pipe.
    _ = try Files.contents(of: pipe, mayWait: true)
  }

  @Test(.enabled(if: LinuxOnly.hasFullDevice, "there is no /dev/full"))
  func `writing to /dev/null succeeds, and writing to /dev/full is an error`() async throws {
    try await EventLoop.lend { loop in
      let null = try await ByteSink("/dev/null", access: FileAccess(on: loop), until: .never)
      try await null.write([1, 2, 3], until: .never)
      try await null.finish(until: .never)
      let full = try await ByteSink("/dev/full", access: FileAccess(on: loop), until: .never)
      let error = await #expect(throws: NetError.self) {
        try await full.write([1], until: .never)
      }
      #expect(error?.description == "write /dev/full: No space left on device")
    }
  }

  @Test func `a regular file, a folder and a missing file cannot be opened as a ByteSink`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write([1, 2, 3], to: "file")
    let link = try folder.link("link", to: file)
    try await EventLoop.lend { loop in
      let access = FileAccess(on: loop)
      for path in [file, link, folder.path, folder.path + "/none", "a\u{0}b"] {
        #expect(!ByteSink.isMeant(by: FilePath(path)))
        await #expect(throws: NetError.self) {
          _ = try await ByteSink(FilePath(path), access: access, until: .never)
        }
      }
    }
    #expect(try Files.contents(of: file) == [1, 2, 3])
    #expect(!Files.exists(folder.path + "/none"))
  }
}
