import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusCaching

@Suite struct DiskStoreTests {
  private let disk: GivenDisk
  private let answer = Given.answer(200, [.cacheControl: "max-age=60", .etag: "\"a\""])

  init() throws { disk = try GivenDisk() }

  private func open(budget: Int = 1 << 24, entryLimit: Int? = nil) async throws -> Given {
    try await disk.open(budget: budget, entryByteLimit: entryLimit)
  }

  /// The paths of the entries' files.
  private var files: [String] { get throws { try disk.files } }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func `a second disk store reads content of any length from the same folder`(count: Int)
    async throws
  {
    let content = String(decoding: (0..<count).map { UInt8(0x30 + $0 % 64) }, as: UTF8.self)
    let first = try await open()
    #expect(try await first.ask(Given.request(), answer, content: content) == .stored)
    #expect(try await first.ask() == .hit(0, content))
    let second = try await open()
    #expect(try await second.ask() == .hit(0, content))
    let byteCount = try #require(second.disk).byteCount
    #expect(byteCount > count && byteCount < count + 20_000)
  }

  @Test func `two disk stores in the same folder read each other's entries`() async throws {
    let (first, second) = (try await open(), try await open())
    #expect(try await first.ask(Given.request(), answer) == .stored)
    #expect(try await second.ask() == .hit(0))
    _ = try await second.ask(Given.request(.delete), Given.answer(204))
    #expect(try await first.ask() == .failed)
    #expect(try files.isEmpty)
  }

  @Test func `a 304 response replaces only the response head of a disk entry`() async throws {
    var given = try await open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    for now in [60, 120] as [Int64] {
      given.now = now
      let validated = Given.answer(304, [.etag: "\"a\"", "X-A": HTTP.FieldValue("\(now)")])
      #expect(try await given.ask(Given.request(), validated) == .hit(0))
      guard case .serve(let response, nil) = await given.step(Given.request()) else {
        Issue.record("not served")
        return
      }
      #expect(response.head.fields["X-A"]?.text == "\(now)")
    }
    #expect(try files.count == 2)
    // A new answer takes the place of both.
    given.now = 180
    let next = Given.answer(200, [.cacheControl: "max-age=60"])
    #expect(try await given.ask(Given.request(), next, content: "new") == .stored)
    #expect(try await given.ask() == .hit(0, "new"))
    #expect(try files.count == 1)
  }

  @Test func `the updated head of a replaced disk entry does not apply to the new entry`()
    async throws
  {
    var given = try await open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    given.now = 60
    #expect(try await given.ask(Given.request(), Given.answer(304)) == .hit(0))
    let update = try #require(try files.first { $0.utf8.last == 0x75 })
    let bytes = try Files.contents(of: FilePath(update))
    given.now = 120
    let next = Given.answer(200, [.cacheControl: "max-age=0", .etag: "\"b\""])
    #expect(try await given.ask(Given.request(), next, content: "new") == .stored)
    try Files.append(bytes, to: FilePath(update))
    #expect(await given.fetch(Given.request())?.fields[.ifNoneMatch] == "\"b\"")
  }

  @Test func `a flipped bit in a disk entry causes a cache miss`() async throws {
    var given = try await open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    given.now = 60
    #expect(try await given.ask(Given.request(), Given.answer(304)) == .hit(0))
    given.now = 61
    let paths = try files
    let whole = try paths.map { try Files.contents(of: FilePath($0)) }
    for (path, bytes) in zip(paths, whole) {
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << UInt8(index % 8)
        try disk.folder.rewrite(changed, in: path)
        let outcome = try await given.ask()
        // If only the newer head is broken, the remaining entry is stale.
        #expect(outcome == .failed)
        for (path, bytes) in zip(paths, whole) {
          try? Files.remove(FilePath(path))
          try Files.append(bytes, to: FilePath(path))
        }
      }
    }
    #expect(try await given.ask() == .hit(1))
  }

  @Test func `a truncated disk entry causes a cache miss`() async throws {
    let given = try await open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let path = try #require(try files.first)
    let bytes = try Files.contents(of: FilePath(path))
    for count in bytes.indices {
      try? Files.remove(FilePath(path))
      try Files.append(Array(bytes.prefix(count)), to: FilePath(path))
      #expect(try await given.ask() == .failed)
    }
    try? Files.remove(FilePath(path))
    try Files.append(bytes + [0], to: FilePath(path))
    #expect(try await given.ask() == .failed)
    try? Files.remove(FilePath(path))
    try Files.append(bytes, to: FilePath(path))
    #expect(try await given.ask() == .hit(0))
  }

  @Test func `long broken content ends with an error before the first broken byte`() async throws {
    let given = try await open(budget: 1 << 28, entryLimit: 1 << 25)
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
      return
    }
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<17 { #expect(await recording.write(piece)) }
    #expect(await recording.finish())
    let path = try #require(try files.first)
    var bytes = try Files.contents(of: FilePath(path))
    bytes[12 << 20] ^= 1
    try disk.folder.rewrite(bytes, in: path)
    guard case .serve(let response, nil) = await given.step(Given.request()) else {
      Issue.record("not served")
      return
    }
    var count = 0
    await #expect(throws: Caching.StoreError.broken) {
      while let piece = try await response.content?.next() {
        #expect(piece.allSatisfy { $0 == 0x61 })
        count += piece.count
      }
    }
    #expect(count > 11 << 20 && count < 12 << 20)
    #expect(try await given.ask() == .failed)
  }

  @Test func `a disk entry that was copied to a different file name causes a cache miss`()
    async throws
  {
    let given = try await open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    #expect(try await given.ask(Given.request(.get, "/b"), answer, content: "b") == .stored)
    let paths = try files
    for (path, other) in [(paths[0], paths[1])] {
      let bytes = try Files.contents(of: FilePath(path))
      try Files.remove(FilePath(other))
      try Files.append(bytes, to: FilePath(other))
    }
    let outcomes = [
      try await given.ask(), try await given.ask(Given.request(.get, "/b")),
    ]
    #expect(outcomes.contains(.failed) && outcomes.count { $0 == .failed } == 1)
  }

  @Test func `uncommitted disk content is never visible and leaves no files`() async throws {
    let given = try await open()
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    for isAborted in [true, false] {
      let fetch = try #require(await given.fetch(Given.request()))
      guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
        Issue.record("not stored")
        return
      }
      #expect(await recording.write([UInt8](repeating: 1, count: 200_000)))
      #expect(try files.count == 1)
      #expect(try await given.ask() == .failed)
      if isAborted { await recording.discard() }
    }
    #expect(try files.isEmpty)
  }

  @Test func `a disk store rejects content above the entry limit`() async throws {
    let given = try await open(budget: 100_000, entryLimit: 1_000)
    let content = String(repeating: "a", count: 1_001)
    #expect(
      try await given.ask(Given.request(), answer, content: content)
        == .delivered(stored: false, nil))
    #expect(try files.isEmpty)
    #expect(
      try await given.ask(Given.request(), answer, content: String(content.dropLast())) == .stored)
  }

  @Test func `a disk store contains at most eight entries for one cache key`() async throws {
    let given = try await open()
    let varied = Given.answer(200, [.cacheControl: "max-age=60", .vary: "A"])
    for number in 0..<12 {
      let request = Given.request(.get, "/", ["A": HTTP.FieldValue("\(number)")])
      #expect(try await given.ask(request, varied) == .stored)
    }
    #expect(try files.count == Caching.variantLimit)
    #expect(try await given.ask(Given.request(.get, "/", ["A": "11"])) == .hit(0))
  }

  @Test func `disk file names contain only hexadecimal digits and separators`()
    async throws
  {
    let given = try await open()
    #expect(try await given.ask(Given.request(.get, "/..%2fsecret?a=b"), answer) == .stored)
    let path = try #require(try files.first)
    let name = path.utf8.dropFirst(try disk.own.utf8.count + 1)
    #expect(name.count == 2 + 1 + 67)
    let expected = Array("0123456789abcdef-/".utf8)
    #expect(name.allSatisfy { expected.contains($0) })
  }

  @Test func `a disk store replaces a broken secret and throws without a parent folder`()
    async throws
  {
    let given = try await open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    try disk.folder.rewrite([1, 2, 3], in: disk.own + "/secret")
    #expect(try await open().ask() == .failed)
    #expect(try Files.contents(of: FilePath(disk.own + "/secret")).count == 32)
    await #expect(throws: Caching.StoreError.self) {
      _ = try await Caching.DiskStore.open(folder: disk.folder.path + "/none/cache")
    }
  }

  @Test func `a response is not stored if its temporary file was removed`() async throws {
    let given = try await open()
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
      return
    }
    for path in try files { try Files.remove(FilePath(path)) }
    #expect(await recording.write([1]))
    #expect(await !recording.finish())
    #expect(try await given.ask() == .failed)
  }

  @Test(.enabled(if: SmallDisk.mayMount, "this process may not mount a disk of its own"))
  func `a full disk prevents storing, but stored entries are still served`() async throws {
    let small = try SmallDisk(at: disk.folder.path + "/cache", kibibytes: 512)
    defer { small.unmount() }
    let given = try await open()
    let short = String(repeating: "s", count: 100_000)
    let large = String(repeating: "l", count: 1_000_000)
    #expect(try await given.ask(Given.request(), answer, content: short) == .stored)
    for path in ["/a", "/b"] {
      let outcome = try await given.ask(Given.request(.get, path), answer, content: large)
      #expect(outcome == .delivered(stored: false, nil))
      #expect(try await given.ask(Given.request(.get, path)) == .failed)
    }
    #expect(try await given.ask() == .hit(0, short))
    // The large ones left no files.
    #expect(try await given.ask(Given.request(.get, "/c"), answer, content: short) == .stored)
    let second = try await open()
    #expect(try await second.ask() == .hit(0, short))
    #expect(try await second.ask(Given.request(.get, "/c")) == .hit(0, short))
    #expect(try files.count == 2)
  }

  @Test(.enabled(if: SmallDisk.mayMount, "this process may not mount a disk of its own"))
  func `rejected content frees its disk space before the recording is released`()
    async throws
  {
    let small = try SmallDisk(at: disk.folder.path + "/cache", kibibytes: 512)
    defer { small.unmount() }
    let given = try await open()
    let fetch = try #require(await given.fetch(Given.request()))
    let exchange = Caching.Exchange(requested: moment(0), received: moment(0))
    guard case .deliver(_, let recording?, _) = await fetch.received(answer, exchange) else {
      Issue.record("the response is not stored")
      return
    }
    #expect(await !recording.write(Array(repeating: 1, count: 1_000_000)))
    let short = String(repeating: "s", count: 300_000)
    #expect(try await given.ask(Given.request(.get, "/a"), answer, content: short) == .stored)
    #expect(await !recording.finish())
  }
}
