import CApusTestSupport
import TestSupport
import Testing

@testable import ApusNet

@Suite(.timeLimit(.minutes(3))) struct PartialFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lendFiles(_ body: (FileAccess) async throws -> Void) async throws {
    try await EventLoop.lend { loop in
      try await body(FileAccess(pool: BlockingPool(threadLimit: 1), on: loop))
    }
  }

  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  @Test func `a partial file appears at its path only after the commit`() async throws {
    let path = folder.path + "/file"
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, until: .never)
      #expect(try names == [])
      try await file.write([1, 2, 3], until: .never)
      try await file.write([], until: .never)
      try await file.write([UInt8](repeating: 4, count: 100_000), until: .never)
      #expect(file.byteCount == 100_003)
      try await file.commit(until: .never)
      #expect(try names == ["file"])
      let bytes = try Files.contents(of: path)
      #expect(bytes == [1, 2, 3] + [UInt8](repeating: 4, count: 100_000))
      #expect(TemporaryFolder.mode(of: path) == 0o100600)
      #expect(await failure { try await file.write([5], until: .never) } == .closed)
      #expect(await file.discard())
      #expect(try names == ["file"])
    }
  }

  /// The file has a name until then, or has a token, or neither.
  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func `a discarded file is removed at once, and a released file soon after`(
    replacing: Bool, isResumable: Bool
  ) async throws {
    try await lendFiles { files in
      for isDropped in [true, false] {
        let token = isResumable ? try PartialFile.Token.random() : nil
        do {
          let file = try await files.createPartial(
            for: folder.path + "/file", replacing: replacing, token: token, until: .never)
          #expect(try names.isEmpty == !isResumable)
          try await file.write([1], until: .never)
          if !isDropped { #expect(await file.discard()) }
        }
        // The writing thread may release the file a moment after its owner.
        if isDropped { _ = try await Pause.until { try names.isEmpty } }
        #expect(try names == [])
      }
    }
  }

  @Test func `a cancelled task removes its partial file and waits for the removal`()
    async throws
  {
    try await lendFiles { files in
      let file = try await files.createPartial(
        for: folder.path + "/file", replacing: true, token: .random(), until: .never)
      #expect(try names.count == 1)
      let task = Task {
        while !Task.isCancelled { await Pause.brief() }
        let isGone = await file.discard()
        return isGone
      }
      task.cancel()
      #expect(await task.value)
      #expect(try names == [])
    }
  }

  /// No handler sees this end: only a file without a name goes with its process.
  @Test func `a killed process leaves no partial file, even during a replacement`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      _ = try folder.write([7], to: "old")
      for name in ["new", "old"] {
        let child = apus_test_fork()
        if child == 0 {
          let path = FilePath("\(folder.path)/\(name)")
          let file = try PartialFile.make(PartialFile.Plan(path: path, replaces: name == "old"))
          guard file.descriptor.use({ Kernel.Files.write($0, [1, 2, 3].span, at: 0) }) == 3 else {
            apus_test_leave(1)
          }
          apus_test_kill()
        }
        #expect(apus_test_await(child) == 128 + 9)
      }
      #expect(try Files.names(in: folder.path) == ["old"])
    }
  }

  @Test(arguments: [false, true])
  func `without support for unnamed files, a partial file has a hidden name`(replacing: Bool)
    async throws
  {
    let path = FilePath(folder.path + "/file")
    if replacing { _ = try folder.write([7], to: "file") }
    try await lendFiles { files in
      let plan = PartialFile.Plan(path: path, replaces: replacing, triesNameless: false)
      for isCommitted in [false, true] {
        let file = PartialFile(try PartialFile.make(plan), access: files)
        #expect(try names.count { $0.hasPrefix(".apus-") } == 1)
        try await file.write([1], until: .never)
        if isCommitted { try await file.commit(until: .never) } else { await file.discard() }
        #expect(try names == (replacing || isCommitted ? ["file"] : []))
      }
      #expect(try Files.contents(of: path) == [1])
    }
  }

  @Test func `bytes are written at a given offset or at the end of the partial file`() async throws
  {
    let path = folder.path + "/file"
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, until: .never)
      try await file.write([1, 2, 3, 4], until: .never)
      try await file.write([7, 8], at: 1, until: .never)
      #expect(file.byteCount == 4)
      try await file.write([5], until: .never)
      try await file.write([9], at: 6, until: .never)
      #expect(file.byteCount == 7)
      try await file.commit(until: .never)
      #expect(try Files.contents(of: path) == [1, 7, 8, 4, 5, 0, 9])
    }
  }

  @Test func `a commit replaces an existing file only if replacing is true`()
    async throws
  {
    let path = try folder.write([1], to: "file")
    try await lendFiles { files in
      #expect(
        await failure { _ = try await files.createPartial(for: path, until: .never) }
          == .fileExists(FilePath(path)))
      let second = try await files.createPartial(for: path, replacing: true, until: .never)
      try await second.write([2], until: .never)
      #expect(try Files.contents(of: path) == [1])
      try await second.commit(until: .never)
      #expect(try Files.contents(of: path) == [2])
      #expect(try names == ["file"])
    }
  }

  @Test(arguments: [true, false])
  func `without replacement, a file that appears before the commit is not replaced`(
    isResumable: Bool
  )
    async throws
  {
    let path = folder.path + "/file"
    try await lendFiles { files in
      let token = isResumable ? try PartialFile.Token.random() : nil
      let file = try await files.createPartial(for: path, token: token, until: .never)
      try await file.write([2], until: .never)
      try folder.write([1], to: "file")
      #expect(await failure { try await file.commit(until: .never) } == .fileExists(FilePath(path)))
      #expect(file.link() != 0)
      #expect(try Files.contents(of: path) == [1])
      await file.discard()
      #expect(try names == ["file"])
    }
  }

  @Test(arguments: [0o640, 0o600, 0o4755, 0o2711, 0o1666] as [UInt32])
  func
    `a file that is replaced keeps its permissions, but for those of other users`(
      mode: UInt32
    ) async throws
  {
    let path = try folder.write([1], to: "file")
    try folder.setMode(mode, of: path)
    let isForeign = folder.setOwner(1234, of: path)
    // A new owner has removed some of them.
    try folder.setMode(mode, of: path)
    try await lendFiles { files in
      let file = try await files.createPartial(
        for: path, replacing: true, permissions: 0o666, until: .never)
      #expect(try names == ["file"])
      try await file.write([2], until: .never)
      try await file.commit(until: .never)
      #expect(TemporaryFolder.mode(of: path) == 0o100000 | Int64(mode & 0o777))
      if isForeign { #expect(TemporaryFolder.owner(of: path) == 1234) }
      #expect(try Files.contents(of: path) == [2])
    }
  }

  @Test func `a new file has the given permissions without the bits of the umask`() async throws {
    try await lendFiles { files in
      for (index, permissions) in ([0o600, 0o640, 0o400] as [UInt32]).enumerated() {
        for replacing in [true, false] {
          let path = "\(folder.path)/file\(index)\(replacing)"
          let file = try await files.createPartial(
            for: path, replacing: replacing, permissions: permissions, until: .never)
          try await file.write([1], until: .never)
          try await file.commit(until: .never)
          #expect(TemporaryFolder.mode(of: path) == 0o100000 | Int64(permissions))
        }
      }
    }
  }

  @Test func `a commit replaces a regular file, but no link, pipe, device or folder`() async throws
  {
    let victim = try folder.write([7], to: "victim")
    let link = try folder.link("link", to: victim)
    let dangling = try folder.link("dangling", to: folder.path + "/missing")
    let pipe = try folder.makePipe("pipe")
    let before = try names
    try await lendFiles { files in
      for (path, kind) in [
        (link, FileKind.link), (dangling, .link), (pipe, .pipe), ("/dev/null", .device),
        (folder.path, .folder),
      ] {
        let expected = NetError.notReplaceable(FilePath(path), kind)
        let error = await failure {
          _ = try await files.createPartial(for: path, replacing: true, until: .never)
        }
        #expect(error == expected)
        let isFolder = kind == .folder
        #expect(
          try await files.destination(path, until: .never) == (isFolder ? .folder : .other(kind)))
      }
      #expect(try await files.destination(victim, until: .never) == .file(byteCount: 1))
      let vacant = try await files.destination(folder.path + "/new", until: .never)
      #expect(vacant == .vacant)
    }
    #expect(try names == before)
    #expect(try Files.contents(of: victim) == [7])
  }

  @Test func `a commit never replaces a link or folder that appears after the creation`()
    async throws
  {
    let path = try folder.write([1], to: "file")
    let victim = try folder.write([7], to: "victim")
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, replacing: true, until: .never)
      try await file.write([2], until: .never)
      try Files.remove(path)
      _ = try folder.link("file", to: victim)
      #expect(
        await failure { try await file.commit(until: .never) }
          == .notReplaceable(FilePath(path), .link))
      await file.discard()
      #expect(try names == ["file", "victim"])
      #expect(try Files.contents(of: victim) == [7])
    }
  }

  @Test func `a file name that is invalid UTF-8 is committed with the same bytes`() async throws {
    let path = FilePath(folder.path).appending(FilePath(bytes: [0x61, 0xff]))
    try await lendFiles { files in
      for replacing in [false, true] {
        let file = try await files.createPartial(for: path, replacing: replacing, until: .never)
        try await file.write([1], until: .never)
        try await file.commit(until: .never)
        #expect(try Files.entries(in: FilePath(folder.path)).map(\.bytes) == [[0x61, 0xff]])
      }
    }
  }

  @Test func `a partial file is committed inside its folder after the folder is renamed`()
    async throws
  {
    let outside = try TemporaryFolder()
    let path = outside.path + "/file"
    try await lendFiles { files in
      let file = try await files.createPartial(for: path, until: .never)
      let second = try await files.createPartial(for: path + "2", replacing: true, until: .never)
      try folder.take(outside.path, as: "moved")
      _ = try folder.link("away", to: "moved")
      try await file.commit(until: .never)
      try await second.commit(until: .never)
      #expect(try Files.names(in: folder.path + "/moved") == ["file", "file2"])
    }
  }

  @Test(arguments: ["", ".", "..", "/", "folder/", "folder/.", "folder/..", "a\0b"])
  func `a partial file at a path without a file name is rejected`(path: String) async throws {
    try await lendFiles { files in
      let whole = path.isEmpty || path == "/" ? path : folder.path + "/" + path
      let error = await failure { _ = try await files.createPartial(for: whole, until: .never) }
      let shown = ForeignText.escaped(whole.utf8)
      #expect(error?.description == "open \(shown): Invalid argument")
    }
  }

  @Test func `a partial file can be committed under a file name of 255 bytes`() async throws {
    try await lendFiles { files in
      let longest = folder.path + "/" + String(repeating: "é", count: 127) + "x"
      let file = try await files.createPartial(for: longest, until: .never)
      try await file.commit(until: .never)
      #expect(Files.exists(longest))
      let error = await failure {
        _ = try await files.createPartial(for: longest + "x", until: .never)
      }
      #expect(error?.description == "open \(longest)x: Invalid argument")
    }
  }

  @Test func `creating a partial file in a missing folder is an error`() async throws {
    try await lendFiles { files in
      let missing = folder.path + "/missing/file"
      let error = await failure { _ = try await files.createPartial(for: missing, until: .never) }
      #expect(error?.description == "open \(folder.path)/missing: No such file or directory")
    }
  }

  @Test func `after an abandoned write, a partial file rejects further calls`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1)
      let files = FileAccess(pool: pool, on: loop)
      let file = try await files.createPartial(
        for: folder.path + "/file", replacing: true, until: .never)
      let gate = Gate()
      async let held: Void = pool.run(until: .never, on: loop) { gate.pass() }
      while loop.census.waiting == 0 { await Pause.brief() }
      #expect(
        await failure { try await file.write([1], until: .after(.milliseconds(5))) }
          == .timedOut(.fileAccess, nil))
      gate.open()
      try await held
      #expect(await failure { try await file.write([2], until: .never) } == .closed)
      #expect(await failure { try await file.commit(until: .never) } == .closed)
      #expect(await file.discard())
      #expect(try names == [])
    }
  }

  @Test func `if the disk does not respond, file calls end at their deadline`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1)
      let file = try await FileAccess(pool: pool, on: loop).createPartial(
        for: folder.path + "/file", replacing: true, token: .random(), until: .never)
      let gate = Gate()
      async let held: Void = pool.run(until: .never, on: loop) { gate.pass() }
      while loop.census.waiting == 0 { await Pause.brief() }
      #expect(await !file.discard(until: .after(.milliseconds(5))))
      #expect(try names.count == 1)
      gate.open()
      try await held
      _ = try await pool.run(until: .never, on: loop) {}
      #expect(try names == [])
    }
  }
}
