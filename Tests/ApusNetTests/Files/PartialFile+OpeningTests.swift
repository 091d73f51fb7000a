import CApusTestSupport
import TestSupport
import Testing

@testable import ApusNet

/// Partial files that are kept, and found again by their tokens.
@Suite(.timeLimit(.minutes(3))) struct PartialFileOpeningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/file"
  }

  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  @Test func `a kept partial file is found by its token and continued at its end`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      do {
        let file = try await files.createPartial(for: path, token: token, until: .never)
        try await file.write([1, 2, 3], until: .never)
        try await file.keep(until: .never)
        #expect(await failure { try await file.write([4], until: .never) } == .closed)
        #expect(await file.discard())
      }
      #expect(try names == [".apus-\(token)"])
      #expect(TemporaryFolder.mode(of: "\(folder.path)/.apus-\(token)") == 0o100600)
      let kept = try #require(PartialFile.Token("\(token)"))
      let file = try #require(try await files.findPartial(kept, for: path, until: .never))
      #expect(file.token == token)
      #expect(file.byteCount == 3)
      try await file.write([4], until: .never)
      try await file.commit(until: .never)
      #expect(try Files.contents(of: path) == [1, 2, 3, 4])
      #expect(try names == ["file"])
      let again = try await files.findPartial(kept, for: folder.path + "/other", until: .never)
      #expect(again == nil)
    }
  }

  @Test func `a kept partial file is unlocked even if a child process has its descriptor`()
    async throws
  {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      let file = try await files.createPartial(for: path, token: token, until: .never)
      try await file.write([1], until: .never)
      // A child has the same copy between fork and exec.
      let copy = file.descriptor.use { apus_test_duplicate($0) }
      #expect(copy >= 0)
      try await file.keep(until: .never)
      let found = try await files.findPartial(token, for: path, until: .never)
      #expect(found != nil)
      await found?.discard()
      #expect(apus_test_close(Int32(copy)) == 0)
    }
  }

  @Test func `written bytes of an incomplete partial file can be read`()
    async throws
  {
    let token = try PartialFile.Token.random()
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let first = try await files.createPartial(for: path, token: token, until: .never)
      try await first.write([1, 2, 3, 4], until: .never)
      #expect(try await first.read(at: 1, atMost: 2, until: .never) == [2, 3])
      try await first.keep(until: .never)
      let found = try await files.findPartial(token, for: path, until: .never)
      let second = try #require(found)
      #expect(try await second.read(at: 0, atMost: 9, until: .never) == [1, 2, 3, 4])
      #expect(try await second.read(at: 4, atMost: 9, until: .never) == [])
      try await second.write([5], until: .never)
      #expect(try await second.read(at: 3, atMost: 9, until: .never) == [4, 5])
      await second.discard()
    }
  }

  @Test func `a cancelled task can still keep the written part of a partial file`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1)
      let files = FileAccess(pool: pool, on: loop)
      let token = try PartialFile.Token.random()
      let task = Task { [path] in
        let file = try await files.createPartial(for: path, token: token, until: .never)
        try await file.write([1, 2, 3], until: .never)
        while !Task.isCancelled { await Pause.brief() }
        #expect(await failure { try await file.write([4, 5], until: .never) } == .cancelled)
        try await file.keep(until: .never)
        return file.byteCount
      }
      task.cancel()
      let result = await task.result
      // A task that was cancelled before it began has not created a file.
      guard case .success(let count) = result else { return }
      let found = try await files.findPartial(token, for: path, until: .never)
      #expect(found?.byteCount == count)
      await found?.discard()
    }
  }

  /// The length of the found file must be correct, or the download would begin again.
  @Test func `keep waits for an abandoned write and includes its bytes`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      let file = try await files.createPartial(for: path, token: token, until: .never)
      let bytes = [UInt8](repeating: 7, count: 64 << 20)
      let write = Task { await failure { try await file.write(bytes, until: .never) } }
      let hidden = FilePath("\(folder.path)/.apus-\(token)")
      while try await files.open(hidden, until: .never).byteCount == 0 { await Pause.brief() }
      write.cancel()
      let error = await write.value
      #expect(error == nil || error == .cancelled)
      #expect(try await file.keep(until: .never) == Int64(bytes.count))
      let found = try await files.findPartial(token, for: path, until: .never)
      #expect(found?.byteCount == Int64(bytes.count))
      await found?.discard()
    }
  }

  @Test func `keep removes an empty partial file`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let file = try await files.createPartial(
        for: path, token: .random(), until: .never)
      #expect(try await file.keep(until: .never) == 0)
      #expect(try names == [])
    }
  }

  @Test func `keep truncates the bytes of a failed write from the partial file`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      let file = try await files.createPartial(for: path, token: token, until: .never)
      try await file.write([1, 2, 3], until: .never)
      // The same state as after an abandoned call that has written a part.
      try Files.append([9, 9], to: "\(folder.path)/.apus-\(token)")
      try await file.keep(until: .never)
      let found = try #require(try await files.findPartial(token, for: path, until: .never))
      #expect(found.byteCount == 3)
      await found.discard()
      #expect(try names == [])
    }
  }

  @Test func `opening a partial file that another writer has open throws fileInUse`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      let file = try await files.createPartial(for: path, token: token, until: .never)
      try await file.write([1], until: .never)
      #expect(
        await failure { _ = try await files.findPartial(token, for: path, until: .never) }
          == .fileInUse(FilePath(path)))
      try await file.keep(until: .never)
      let found = try #require(try await files.findPartial(token, for: path, until: .never))
      #expect(
        await failure { _ = try await files.findPartial(token, for: path, until: .never) }
          == .fileInUse(FilePath(path)))
      await found.discard()
    }
  }

  @Test func `a hidden file of another kind or owner is not opened as a partial file`() async throws
  {
    let victim = try folder.write([7], to: "victim")
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      for kind in 0..<5 {
        let token = try PartialFile.Token.random()
        let name = ".apus-\(token)"
        switch kind {
        case 0: _ = try folder.link(name, to: victim)
        case 1:
          _ = try folder.write([1], to: name)
          #expect(
            Kernel.Files.link(FilePath(name), to: "second", in: try descriptor(of: folder.path))
              == 0)
        case 2: guard folder.setOwner(1234, of: try folder.write([1], to: name)) else { continue }
        case 3: _ = try folder.makePipe(name)
        default: break
        }
        let error = await failure {
          let found = try await files.findPartial(token, for: path, until: .never)
          #expect(found == nil, "\(kind)")
        }
        let hidden = FilePath("\(folder.path)/\(name)")
        #expect(error == (kind == 4 ? nil : .notOwnPart(hidden)), "\(kind)")
      }
      #expect(try Files.contents(of: victim) == [7])
    }
  }

  @Test func `a partial file that other users can access is removed and not found`()
    async throws
  {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      for mode in [0o644, 0o620, 0o601] as [UInt32] {
        let token = try PartialFile.Token.random()
        let file = try await files.createPartial(
          for: FilePath(path), token: token, note: [1], until: .never)
        try await file.write([1], until: .never)
        try await file.keep(until: .never)
        #expect(try names.count == 2)
        try folder.setMode(mode, of: "\(folder.path)/.apus-\(token)")
        #expect(try await files.findPartial(token, for: path, until: .never) == nil)
        #expect(try names == [])
      }
    }
  }

  @Test func `a note is found and removed together with its partial file`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      for isCommitted in [true, false] {
        let token = try PartialFile.Token.random()
        let note: [UInt8] = Array("a note".utf8)
        let file = try await files.createPartial(
          for: FilePath(path), replacing: true, token: token, note: note, until: .never)
        #expect(TemporaryFolder.mode(of: "\(folder.path)/.apus-\(token)-note") == 0o100600)
        try await file.write([1], until: .never)
        try await file.keep(until: .never)
        #expect(
          try await files.partialNote(token, in: FilePath(folder.path), until: .never) == note)
        let found = try #require(
          try await files.findPartial(token, for: path, replacing: true, until: .never))
        #expect(found.note == note)
        if isCommitted { try await found.commit(until: .never) } else { await found.discard() }
        #expect(try names == ["file"])
      }
    }
  }

  @Test func `a note that other users can access is ignored`() async throws {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      let file = try await files.createPartial(
        for: FilePath(path), token: token, note: [1], until: .never)
      let folder = FilePath(folder.path)
      #expect(try await files.partialNote(token, in: folder, until: .never) == [1])
      try self.folder.setMode(0o660, of: "\(folder)/.apus-\(token)-note")
      #expect(try await files.partialNote(token, in: folder, until: .never) == [])
      await file.discard()
    }
  }

  @Test(arguments: [0o600, 0o640, 0o444] as [UInt32])
  func `only the owner can access a partial file before its commit`(permissions: UInt32)
    async throws
  {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      for isNamed in [true, false] {
        let path = "\(path)\(isNamed)"
        let token = try PartialFile.Token.random()
        let file = try await files.createPartial(
          for: FilePath(path), token: token, isNamed: isNamed, permissions: permissions,
          until: .never)
        #expect(try names.contains(".apus-\(token)") == isNamed)
        try await file.write([1], until: .never)
        try await file.keep(until: .never)
        #expect(TemporaryFolder.mode(of: "\(folder.path)/.apus-\(token)") == 0o100600)
        let found = try #require(
          try await files.findPartial(
            token, for: FilePath(path), permissions: permissions, until: .never))
        try await found.commit(until: .never)
        #expect(TemporaryFolder.mode(of: path) == 0o100000 | Int64(permissions))
      }
    }
  }

  private func descriptor(of folder: String) throws -> Int32 {
    Int32(truncatingIfNeeded: Kernel.Files.openFolder(FilePath(folder)))
  }

  @Test func `without replacement, an existing file is an error before the first write`()
    async throws
  {
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      let token = try PartialFile.Token.random()
      let file = try await files.createPartial(for: path, token: token, until: .never)
      try await file.write([1], until: .never)
      try await file.keep(until: .never)
      try folder.write([2], to: "file")
      #expect(
        await failure { _ = try await files.findPartial(token, for: path, until: .never) }
          == .fileExists(FilePath(path)))
      let found = try #require(
        try await files.findPartial(token, for: path, replacing: true, until: .never))
      try await found.commit(until: .never)
      #expect(try Files.contents(of: path) == [1])
    }
  }

  @Test(arguments: [
    "", "abc", String(repeating: "A", count: 32), "../../../../../../../etc/passwd/",
  ])
  func `a token that is not 32 lower-case hexadecimal digits is rejected`(text: String) {
    #expect(PartialFile.Token(text) == nil)
  }

  @Test func `parallel writers with the same token never commit an unfinished file`() async throws {
    let folder = try TemporaryFolder()
    let path = FilePath("\(folder.path)/f")
    let access = FileAccess(on: try EventLoop.shared())
    let token = PartialFile.Token(bytes: [UInt8](repeating: 7, count: 16))
    let content = [UInt8](repeating: 1, count: 1000)
    let deadline = Deadline.after(.seconds(180))
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var count = 0
          while count < 150 {
            do throws(NetError) {
              let left = try await access.findPartial(
                token, for: path, replacing: true, until: deadline)
              if let left { await left.discard() }
              let file = try await access.createPartial(
                for: path, replacing: true, token: token, until: deadline)
              try await file.write(content, until: deadline)
              try await file.commit(until: deadline)
              count += 1
            } catch {
              switch error {
              case .fileInUse: continue
              case .system(let error) where error.errno == 17: continue
              default: throw error
              }
            }
            let written = try Files.contents(of: path)
            #expect(written == content)
          }
          #expect(count == 150)
        }
      }
      try await group.waitForAll()
    }
  }
}
