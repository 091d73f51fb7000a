import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import ApusX509Files
import TestSupport
import Testing

@testable import ApusConnections

/// Files that trust depends on, while they change and while they are unreadable.
@Suite(.ownThread) struct WatchedFilesTests {
  private typealias Failure = Connections.TrustSourceError

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first byte of a file, and the number of its readings.
  private func watched(
    _ path: String, _ during: @escaping @Sendable () -> Void = {}
  ) -> (files: WatchedFiles<UInt8>, count: @Sendable () -> Int) {
    let count = Shared(0)
    // This is long enough that a busy machine is not mistaken for a broken disk.
    let files = WatchedFiles<UInt8>(patience: .seconds(600)) { (_, watch) throws(Failure) in
      watch.add(path)
      count.value.withLock { $0 += 1 }
      during()
      let bytes = try Failure.rethrowing { () throws(X509.FileError) in
        try CertificateFiles.contents(of: path)
      }
      guard let first = bytes.first else { throw .noCertificate(path) }
      return first
    }
    return (files, { count.value.withLock { $0 } })
  }

  private final class Shared<Value: Sendable>: Sendable {
    let value: Lock<Value>

    init(_ first: Value) { value = Lock(first) }
  }

  @Test func `concurrent callers share one check of the trust files without a lock`() async throws {
    let path = try folder.write([1], to: "file")
    let (isOpen, isReading) = (Shared(true), Shared(false))
    let (files, count) = watched(path) {
      isReading.value.withLock { $0 = true }
      while !isOpen.value.withLock({ $0 }) {}
    }
    await files.refresh()
    #expect(try files.latest() == 1 && count() == 1)
    await files.refresh()
    #expect(count() == 1)
    isOpen.value.withLock { $0 = false }
    isReading.value.withLock { $0 = false }
    try folder.replace("file", with: [2])
    let first = Task { await files.refresh() }
    while !isReading.value.withLock({ $0 }) { await Task.yield() }
    let others = (1...20).map { _ in Task { await files.refresh() } }
    // The previous content is available while the disk is awaited.
    #expect(try files.latest() == 1 && files.failure == nil)
    isOpen.value.withLock { $0 = true }
    for task in others + [first] { await task.value }
    #expect(try files.latest() == 2 && count() == 2)
  }

  @Test func `trust files that were just read are not read again`() async throws {
    let path = try folder.write([0], to: "file")
    let (files, count) = watched(path)
    await files.refresh()
    for round in 1...100 {
      try folder.replace("file", with: [UInt8(round)])
      await withTaskGroup { group in
        for _ in 0..<8 {
          // The calls are repeated, so that some arrive just while a reading ends.
          group.addTask { for _ in 0..<20 { await files.refresh() } }
        }
      }
      #expect(try files.latest() == UInt8(round))
      try #require(count() == round + 1)
    }
  }

  @Test func `trust files are checked on a pool thread, not on the caller's thread`()
    async throws
  {
    let (pool, gate) = (BlockingPool(threadLimit: 1), Shared(false))
    let path = try folder.write([1], to: "file")
    let files = WatchedFiles<Int>(patience: .seconds(600), pool: pool) {
      (_, watch) throws(Failure) in
      watch.add(path)
      return 1
    }
    await files.refresh()
    _ = try pool.begin { while !gate.value.withLock({ $0 }) {} }
    // No file has changed, but the check waits for the thread.
    let refresh = Task { await files.refresh() }
    #expect(await Pause.until { pool.queuedCount == 1 })
    gate.value.withLock { $0 = true }
    await refresh.value
    #expect(try files.latest() == 1)
  }

  @Test func `a caller that arrives during a file check sees a change during the check`()
    async throws
  {
    let path = try folder.write([1], to: "file")
    let (isOpen, isReading) = (Shared(false), Shared(false))
    let (files, count) = watched(path) {
      isReading.value.withLock { $0 = true }
      while !isOpen.value.withLock({ $0 }) {}
    }
    let first = Task { await files.refresh() }
    while !isReading.value.withLock({ $0 }) { await Pause.brief() }
    try folder.replace("file", with: [2])
    let second = Task { await files.refresh() }
    isOpen.value.withLock { $0 = true }
    await first.value
    await second.value
    #expect(try files.latest() == 2 && 1...2 ~= count())
  }

  @Test func `if the disk does not respond, the caller stops waiting at its deadline`() async throws
  {
    let gate = Shared(true)
    let files = WatchedFiles<UInt8>(patience: .milliseconds(50)) { (_, _) throws(Failure) in
      while gate.value.withLock({ $0 }) {}
      return 1
    }
    await files.refresh()
    #expect(throws: Failure.slow(.milliseconds(50))) { try files.latest() }
    // The next calls do not wait.
    for _ in 0..<100 { await files.refresh() }
    gate.value.withLock { $0 = false }
    while files.failure != nil { await Pause.brief() }
    #expect(try files.latest() == 1)
  }

  @Test
  func `after a failed read of a trust file, its old content remains in use`()
    throws
  {
    let path = try folder.write([1], to: "file")
    let (files, count) = watched(path)
    #expect(try files.current() == 1)
    try folder.replace("file", with: [])
    #expect(try files.current() == 1)
    #expect(files.failure == .noCertificate(path) && count() == 2)
    try folder.replace("file", with: [3])
    #expect(try files.current() == 3)
    #expect(files.failure == nil && count() == 3)
  }

  @Test func `a trust file that could never be read is an error`() async throws {
    let (files, _) = watched(folder.path + "/none")
    await files.refresh()
    #expect(throws: Failure.self) { try files.latest() }
    #expect("\(try #require(files.failure))".contains("/none"))
  }

  /// The roots of a session after their file breaks.
  @Test func `old roots are used for the set time after a failure, reported once`()
    async throws
  {
    let authority = try TestAuthority(keys: .ed25519)
    let path = try folder.write(Array(authority.rootPEM.utf8), to: "roots.pem")
    let (clock, told) = (ManualClock(), Shared<[Failure]>([]))
    var settings = Connections.TLSSettings()
    settings.roots = try .only(pemFile: path)
    settings.brokenFilesLifetime = .seconds(600)
    settings.onBrokenFile = { error in told.value.withLock { $0.append(error) } }
    let sources = try TrustSources(
      settings, Environment(time: .manual(clock)), Nursery(), [])
    let origin = try HTTP.URL("https://a.test/").origin
    func trust() async throws(ConnectionError) -> HandshakeTrust {
      await sources.refresh(for: origin)
      return try sources.trust(of: origin)
    }
    let whole = try await trust()
    try folder.replace("roots.pem", with: Array("half".utf8))
    for step in 0..<3 {
      #expect(try await trust().security == whole.security)
      if step < 2 { clock.advance(by: .seconds(299)) }
    }
    #expect(told.value.withLock { $0 } == [.noCertificate(path)])
    clock.advance(by: .seconds(2))
    await #expect(throws: ConnectionError.trustSource(.noCertificate(path))) {
      try await trust()
    }
    // Another reason is reported, but does not extend the time.
    try folder.remove("roots.pem")
    _ = try? await trust()
    #expect(told.value.withLock { $0 }.count == 2)
    try folder.replace("roots.pem", with: Array(authority.rootPEM.utf8))
    #expect(try await trust().security == whole.security)
    try folder.replace("roots.pem", with: [])
    #expect(try await trust().security == whole.security)
    #expect(told.value.withLock { $0 }.count == 3)
  }
}
