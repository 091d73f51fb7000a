import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusCaching

/// The room that a store takes on its disk.
@Suite struct DiskBudgetTests {
  private let disk: GivenDisk
  private let answer = Given.answer(200, [.cacheControl: "max-age=600"])

  init() throws { disk = try GivenDisk() }

  private func fill(_ given: Given, _ numbers: Range<Int>, byteCount: Int = 2) async throws {
    let content = String(repeating: "a", count: byteCount)
    for number in numbers {
      let request = Given.request(.get, "/\(number)")
      _ = try await given.ask(request, answer, content: content)
    }
  }

  /// The bytes of blocks and inodes of all files in the outer folder.
  private func used() throws -> Int {
    let list = disk.folder.path + "/list"
    try TemporaryFolder.run(
      "find '\(disk.folder.path)/cache' -mindepth 1 -printf '%b\\n' > '\(list)'")
    let lines = try Files.contents(of: FilePath(list)).split(separator: 0x0a)
    return lines.reduce(0) { $0 + (Int(String(decoding: $1, as: UTF8.self)) ?? 0) * 512 + 256 }
  }

  @Test func `the disk budget counts blocks and inodes instead of content bytes`()
    async throws
  {
    let budget = 2 << 20
    let given = try await disk.open(budget: budget)
    try await fill(given, 0..<800)
    let store = try #require(given.disk)
    await store.finishSweep()
    #expect(try used() <= budget / 8 * 9)
    #expect(try disk.files.count > 100)
    // Another store counts the same, and keeps the budget itself.
    let second = try #require(try await disk.open(budget: budget).disk)
    #expect(try used() <= budget)
    #expect(try abs(second.byteCount - used()) < budget / 8)
  }

  @Test func `the number of disk cache entries is limited, and entries share few folders`()
    async throws
  {
    let given = try await disk.open(budget: 1 << 28, entryLimit: 200)
    try await fill(given, 0..<500)
    let store = try #require(given.disk)
    await store.finishSweep()
    #expect(try disk.files.count <= 200 / 8 * 9 + 8)
    #expect(try disk.files.count >= 100 && store.entryCount >= disk.files.count)
    #expect(try disk.shards.count <= DiskNames.shardCount)
    _ = try await disk.open(budget: 1 << 28, entryLimit: 50)
    #expect(try disk.files.count <= 50 && disk.files.count >= 45)
  }

  @Test func `the least recently used disk entry is removed with its updated head`()
    async throws
  {
    var given = try await disk.open()
    let tagged = Given.answer(200, [.cacheControl: "max-age=60", .etag: "\"a\""])
    for number in 0..<40 {
      let request = Given.request(.get, "/\(number)")
      #expect(try await given.ask(request, tagged) == .stored)
    }
    for file in try disk.files { try TemporaryFolder.run("touch -d '2 hours ago' '\(file)'") }
    given.now = 61
    for number in 0..<10 {
      #expect(try await given.ask(Given.request(.get, "/\(number)"), Given.answer(304)) == .hit(0))
    }
    #expect(try disk.files.count == 50)
    let second = try await disk.open(entryLimit: 15)
    #expect(try second.disk?.entryCount == 14 && disk.files.count == 24)
    var later = second
    later.now = 62
    for number in 0..<10 {
      #expect(try await later.ask(Given.request(.get, "/\(number)")) == .hit(1))
    }
  }

  @Test func `disk cache operations do not wait for the background count of files`() async throws {
    let sweepPool = BlockingPool(threadLimit: 1)
    let given = try await disk.open(budget: 1 << 20, sweepPool: sweepPool)
    let gate = ThreadGate()
    _ = try sweepPool.begin { gate.pass() }
    try await fill(given, 0..<300)
    // The budget is kept while it cannot be counted: too much is not stored.
    let store = try #require(given.disk)
    #expect(store.byteCount > 1 << 20 && store.byteCount < (1 << 20) / 8 * 9)
    #expect(try await given.ask(Given.request(.get, "/0")) != .failed)
    gate.open()
    await store.finishSweep()
    #expect(store.byteCount <= 1 << 20)
    try await fill(given, 300..<301)
    #expect(try await given.ask(Given.request(.get, "/300")) != .failed)
  }

  @Test(.timeLimit(.minutes(3)))
  func `a disk budget that cannot be met does not cause repeated file counts`() async throws {
    let given = try await disk.open(budget: 100_000)
    try await fill(given, 0..<1)
    let foreign = try #require(try disk.shards.first) + "/foreign"
    try Files.append([UInt8](repeating: 1, count: 200_000), to: FilePath(foreign))
    try await fill(given, 1..<6)
    let store = try #require(given.disk)
    await store.finishSweep()
    #expect(store.byteCount > 200_000 && store.entryCount == 0)
  }

  @Test func `a sweep holds its thread for a limited number of files at once`() async throws {
    let store = try #require(try await disk.open().disk)
    let sweep = DiskSweep(
      entries: store.entries, pool: .shared, byteBudget: 1 << 30, entryLimit: 100)
    let all = Array(0..<600)
    let slices = sweep.slices(all)
    #expect(slices.map(\.count) == [256, 256, 88] && slices.flatMap(\.self) == all)
    #expect(sweep.slices([Int]()).isEmpty)
  }

  @Test func `a paused disk store stops its cleanup and starts a new cleanup later`() async throws {
    let sweepPool = BlockingPool(threadLimit: 1)
    let given = try await disk.open(budget: 1 << 20, sweepPool: sweepPool)
    let gate = ThreadGate()
    _ = try sweepPool.begin { gate.pass() }
    try await fill(given, 0..<300)
    let store = try #require(given.disk)
    let pausing = Task { await store.pause() }
    #expect(await Pause.until { sweepPool.queuedCount == 1 })
    gate.open()
    await pausing.value
    #expect(await Pause.until { sweepPool.isAtRest })
    #expect(store.byteCount > 1 << 20)
    try await fill(given, 300..<301)
    await store.finishSweep()
    #expect(store.byteCount <= 1 << 20)
  }

  @Test func `a disk store works if its folder contains a file name that is not UTF-8`()
    async throws
  {
    let budget = 2 << 20
    let given = try await disk.open(budget: budget)
    try await fill(given, 0..<300)
    let entry = try #require(try disk.files.first)
    let shard = entry.utf8.prefix(entry.utf8.count - 68)
    let bytes = Array(shard) + [0x2f, 0xff, 0xfe]
    let beside = Array(entry.utf8) + [0xff]
    for path in [bytes, beside] {
      try Files.append([1], to: FilePath(bytes: path))
      #expect(Files.exists(FilePath(bytes: path)))
    }
    try await fill(given, 300..<900)
    await given.disk?.finishSweep()
    #expect(try used() <= budget / 8 * 9)
    for number in 0..<900 {
      _ = try await given.ask(Given.request(.delete, "/\(number)"), Given.answer(204))
    }
    // Their bytes alone lead to the foreign files, which stay for a while.
    #expect(Files.exists(FilePath(bytes: bytes)))
    #expect(try await given.ask(Given.request(.get, "/899")) == .failed)
  }

  @Test func `the disk cleanup empties a folder with too many file names`()
    async throws
  {
    let given = try await disk.open()
    try await fill(given, 0..<1)
    let shard = try #require(try disk.shards.first)
    for number in 0..<30 {
      let path = FilePath(bytes: Array(shard.utf8) + [0x2f, 0xff, 0x30 + UInt8(number)])
      try Files.append([1], to: path)
    }
    let store = try #require(given.disk)
    let sweep = DiskSweep(
      entries: store.entries, pool: .shared, byteBudget: 1 << 30, entryLimit: 100, nameLimit: 10)
    let total = try #require(try await sweep.run())
    #expect(total.entryCount <= 1)
    #expect(try Files.entries(in: FilePath(shard)).count <= 10)
    #expect(try await given.ask(Given.request(), answer) == .stored)
  }

  @Test func `the temporary file of a killed process is removed after an hour`() async throws {
    let given = try await disk.open()
    try await fill(given, 0..<1)
    let entry = try #require(try disk.files.first)
    let place = String(entry.dropLast(35))
    for end in ["-t" + String(repeating: "0", count: 32), "-t" + String(repeating: "1", count: 32)]
    {
      try Files.append([1], to: FilePath(place + end))
    }
    try TemporaryFolder.run("touch -d '2 hours ago' '\(place)-t'0*")
    #expect(try disk.files.count == 3)
    _ = try await disk.open()
    #expect(try disk.files.count == 2)
  }
}
