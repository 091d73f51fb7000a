import ApusHTTP
import ApusNames
import ApusNet
import TestSupport
import Testing

@testable import ApusSession

/// Hosts that are kept in a file.
@Suite(.ownThread) struct StrictTransportFileTests {
  private typealias Hosts = HTTPSession.StrictTransport

  private func names(_ hosts: Hosts) -> [String] { hosts.hosts.map(\.name.description) }

  private func lines(_ path: String) throws -> [String] {
    String(decoding: try Files.contents(of: path), as: UTF8.self)
      .split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `what is saved is read again, and what ended or was removed is gone`() async throws {
    let folder = try TemporaryFolder()
    let (path, clock) = ("\(folder.path)/hosts", ManualClock(wallMilliseconds: 0))
    let hosts = try Hosts(file: path, .manual(clock))
    #expect(hosts.hosts.isEmpty)
    try hosts.add("b.example", includingSubdomains: true, for: .seconds(90))
    try hosts.add("a.example", for: .seconds(5))
    try hosts.add("c.example", for: .seconds(70))
    try await hosts.save()
    #expect(
      try lines(path) == ["a.example\tFALSE\t5", "b.example\tTRUE\t90", "c.example\tFALSE\t70"])
    clock.advance(by: .seconds(6))
    let again = try Hosts(file: path, .manual(clock))
    #expect(names(again) == ["b.example", "c.example"])
    #expect(again.covers(try CanonicalHost("www.b.example")))
    try again.remove("c.example")
    try await again.save()
    #expect(try lines(path) == ["b.example\tTRUE\t90"])
    #expect(try Files.names(in: folder.path) == ["hosts"])
  }

  @Test func `two who write one file keep what the other has written`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let stores = try [Hosts(file: path), Hosts(file: path)]
    try await withThrowingTaskGroup { group in
      for (number, hosts) in stores.enumerated() {
        group.addTask {
          for name in 0..<5 {
            try hosts.add("h\(name).s\(number).example")
            try await hosts.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try lines(path).count == 10)
    #expect(try names(Hosts(file: path)).count == 10)
    #expect(try Files.names(in: folder.path) == ["hosts"])
    // Who writes once more knows of all, and forgets for all.
    try stores[0].remove("h0.s0.example")
    try await stores[0].save()
    #expect(names(stores[0]).count == 9)
    #expect(try lines(path).count == 9)
  }

  @Test func `what another has left half written is no obstacle`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let hosts = try Hosts(file: path)
    try hosts.add("a.example")
    try await hosts.save()
    let access = FileAccess(on: try EventLoop.shared())
    let end = Deadline.after(.seconds(60))
    // As a process leaves it that is killed: named, unlocked, and longer than what comes.
    let left = try await access.createPartial(
      for: path, replacing: true, token: Hosts.token(of: FilePath(path)), until: end)
    try await left.write([UInt8](repeating: 0x61, count: 10_000), until: end)
    try await left.keep(until: end)
    try hosts.add("b.example")
    try await hosts.save()
    #expect(try lines(path).count == 2)
    #expect(try Files.names(in: folder.path) == ["hosts"])
  }

  @Test func `who finds another writing waits`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let hosts = try Hosts(file: path)
    try hosts.add("a.example")
    let access = FileAccess(on: try EventLoop.shared())
    let end = Deadline.after(.seconds(60))
    let other = try await access.createPartial(
      for: path, replacing: true, token: Hosts.token(of: FilePath(path)), until: end)
    let task = Task { try await hosts.save() }
    // So long that it has found the other one.
    for _ in 0..<20 { await Pause.brief() }
    try await other.write(Array("b.example\tTRUE\t99999999999\n".utf8), until: end)
    try await other.commit(until: end)
    try await task.value
    #expect(names(hosts) == ["a.example", "b.example"])
    #expect(try lines(path).count == 2)
  }

  @Test func `a file that cannot be read or written is an error, and nothing is lost`() async throws
  {
    let folder = try TemporaryFolder()
    #expect(throws: HTTPSessionError.self) { try Hosts(file: folder.path) }
    let long = [UInt8](repeating: 0x61, count: StrictHosts.fileByteLimit + 1)
    let path = try folder.write(long)
    #expect(throws: HTTPSessionError.self) { try Hosts(file: path) }
    try folder.rewrite("content", with: Array(long.dropLast()))
    #expect(try Hosts(file: path).hosts.isEmpty)
    let hosts = try Hosts(file: "\(folder.path)/none/hosts")
    try hosts.add("a.example")
    await #expect(throws: HTTPSessionError.self) { try await hosts.save() }
    #expect(names(hosts) == ["a.example"])
  }

  @Test func `a session saves what it has learned, and rarely what it knew`() async throws {
    let folder = try TemporaryFolder()
    let (path, clock) = ("\(folder.path)/hosts", ManualClock(wallMilliseconds: 0))
    var configuration = HTTPSession.Configuration()
    let hosts = try Hosts(file: path, .manual(clock))
    configuration.strictTransport = hosts
    let session = HTTPSession.stub("https://a.example/", configuration) { _ in
      HTTP.Response(200, headers: ["Strict-Transport-Security": "max-age=1000"])
    }
    try await session.send(.get(""))
    #expect(await Pause.until { hosts.withState { $0.changed.isEmpty && !$0.isSaving } })
    #expect(try lines(path) == ["a.example\tFALSE\t1000"])
    clock.advance(by: .seconds(99))
    try await session.send(.get(""))
    try await hosts.save()
    #expect(try lines(path) == ["a.example\tFALSE\t1000"])
    clock.advance(by: .seconds(2))
    try await session.send(.get(""))
    await session.shutdown()
    #expect(try lines(path) == ["a.example\tFALSE\t1101"])
  }
}
