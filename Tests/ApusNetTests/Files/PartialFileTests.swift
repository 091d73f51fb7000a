import ApusNet
import Testing

@Suite(.timeLimit(.minutes(3))) struct PartialFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lendFiles(_ body: (FileAccess) async throws -> Void) async throws {
    try await EventLoop.lend { loop in
      try await body(FileAccess(pool: BlockingPool(threadLimit: 1), on: loop))
    }
  }

  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  @Test func `a file appears when it is whole, and not before`() async throws {
    let path = folder.path + "/file"
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, until: .never)
      #expect(try names.count == 1)
      #expect(!Files.exists(path))
      try await file.write([1, 2, 3], until: .never)
      try await file.write([], until: .never)
      try await file.write([UInt8](repeating: 4, count: 100_000), until: .never)
      try await file.commit(replacing: false, until: .never)
      #expect(try names == ["file"])
      let bytes = try Files.contents(of: path)
      #expect(bytes == [1, 2, 3] + [UInt8](repeating: 4, count: 100_000))
      #expect(TemporaryFolder.mode(of: path) == 0o100600)
      #expect(await failure { try await file.write([5], until: .never) } == .closed)
      file.discard()
      #expect(try names == ["file"])
    }
  }

  @Test func `a file that is given up is removed`() async throws {
    try await lendFiles { files in
      for isDropped in [true, false] {
        let file = try await files.createPartial(for: folder.path + "/file", until: .never)
        try await file.write([1], until: .never)
        if !isDropped { file.discard() }
      }
      // The pool has one thread, which removes before it reads.
      _ = try await files.open(folder.write([], to: "other"), until: .never)
      #expect(try names == ["other"])
    }
  }

  @Test func `a file that is there is replaced only if that is asked for`() async throws {
    let path = try folder.write([1], to: "file")
    try await lendFiles { files in
      let second = try await files.createPartial(for: path, permissions: 0o640, until: .never)
      try await second.write([2], until: .never)
      let error = await failure { try await second.commit(replacing: false, until: .never) }
      #expect(error?.description == "rename \(path): File exists")
      #expect(try Files.contents(of: path) == [1])
      second.discard()
      let third = try await files.createPartial(for: path, permissions: 0o400, until: .never)
      try await third.write([3], until: .never)
      try await third.commit(replacing: true, until: .never)
      #expect(try Files.contents(of: path) == [3])
      #expect(try names == ["file"])
      #expect(TemporaryFolder.mode(of: path) == 0o100400)
    }
  }

  @Test(arguments: [true, false])
  func `a link in the place of the file is not followed`(replacing: Bool) async throws {
    let victim = try folder.write([7], to: "victim")
    let path = try folder.link("file", to: victim)
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, until: .never)
      try await file.write([1], until: .never)
      let error = await failure { try await file.commit(replacing: replacing, until: .never) }
      #expect((error == nil) == replacing)
      #expect(try Files.contents(of: victim) == [7])
      if replacing { #expect(try Files.contents(of: path) == [1]) }
    }
  }

  @Test func `a folder that is moved away takes the file with it`() async throws {
    let outside = try TemporaryFolder()
    let path = outside.path + "/file"
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, until: .never)
      try folder.take(outside.path, as: "moved")
      _ = try folder.link("away", to: "moved")
      try await file.commit(replacing: false, until: .never)
      #expect(try Files.names(in: folder.path + "/moved") == ["file"])
    }
  }

  @Test(arguments: ["", ".", "..", "/", "folder/", "folder/.", "folder/..", "a\0b"])
  func `a path that names no file is refused`(path: String) async throws {
    try await lendFiles { files in
      let whole = path.isEmpty || path == "/" ? path : folder.path + "/" + path
      let error = await failure { _ = try await files.createPartial(for: whole, until: .never) }
      let shown = ForeignText.escaped(whole.utf8)
      #expect(error?.description == "open \(shown): Invalid argument")
    }
  }

  @Test func `a name has up to 255 bytes`() async throws {
    try await lendFiles { files in
      let longest = folder.path + "/" + String(repeating: "é", count: 127) + "x"
      let file = try await files.createPartial(for: longest, until: .never)
      try await file.commit(replacing: false, until: .never)
      #expect(Files.exists(longest))
      let error = await failure {
        _ = try await files.createPartial(for: longest + "x", until: .never)
      }
      #expect(error?.description == "open \(longest)x: Invalid argument")
    }
  }

  @Test func `a folder that is not there is told`() async throws {
    try await lendFiles { files in
      let missing = folder.path + "/missing/file"
      let error = await failure { _ = try await files.createPartial(for: missing, until: .never) }
      #expect(error?.description == "open \(folder.path)/missing: No such file or directory")
    }
  }

  @Test func `a write that is given up spoils the file`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1)
      let files = FileAccess(pool: pool, on: loop)
      let file = try await files.createPartial(for: folder.path + "/file", until: .never)
      let gate = Gate()
      async let held: Void = pool.run(until: .never, on: loop) { gate.pass() }
      while loop.census.waiting == 0 { await Task.yield() }
      #expect(
        await failure { try await file.write([1], until: .after(.milliseconds(5))) }
          == .timedOut(.fileAccess, nil))
      gate.open()
      try await held
      #expect(await failure { try await file.write([2], until: .never) } == .closed)
      #expect(await failure { try await file.commit(replacing: true, until: .never) } == .closed)
      file.discard()
      _ = try await files.open(folder.write([], to: "other"), until: .never)
      #expect(try names == ["other"])
    }
  }
}
