import ApusHTTP
import ApusNames
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Hosts that are kept in a file.
@Suite(.ownThread) struct StrictTransportFileTests {
  private typealias Hosts = HTTPSession.StrictTransport

  private func names(_ hosts: Hosts) -> [String] { hosts.hosts.map(\.name.description) }

  private func lines(_ path: String) throws -> [String] {
    String(decoding: try Files.contents(of: path), as: UTF8.self)
      .split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `saved HSTS hosts are read again without the expired and removed hosts`() async throws
  {
    let folder = try TemporaryFolder()
    let (path, clock) = ("\(folder.path)/hosts", ManualClock(wallMilliseconds: 0))
    let hosts = try Hosts(file: path, .manual(clock))
    #expect(hosts.hosts.isEmpty)
    try hosts.add("b.example", includingSubdomains: true, for: .seconds(90))
    try hosts.add("a.example", for: .seconds(5))
    try hosts.add("c.example", for: .seconds(70))
    try await hosts.save()
    #expect(
      try lines(path) == [
        "a.example\tFALSE\t5\tADDED", "b.example\tTRUE\t90\tADDED", "c.example\tFALSE\t70\tADDED",
      ])
    clock.advance(by: .seconds(6))
    let again = try Hosts(file: path, .manual(clock))
    #expect(names(again) == ["b.example", "c.example"])
    #expect(again.covers(try CanonicalHost("www.b.example")))
    try again.remove("c.example")
    try await again.save()
    #expect(try lines(path) == ["b.example\tTRUE\t90\tADDED"])
    #expect(try Files.names(in: folder.path) == ["hosts"])
  }

  @Test func `two stores that write one HSTS file keep the hosts of both`() async throws {
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
    // A later writer knows all hosts, and removes for all.
    try stores[0].remove("h0.s0.example")
    try await stores[0].save()
    #expect(names(stores[0]).count == 9)
    #expect(try lines(path).count == 9)
  }

  @Test func `an incomplete HSTS file of a killed process is replaced`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let hosts = try Hosts(file: path)
    try hosts.add("a.example")
    try await hosts.save()
    let access = FileAccess(on: try EventLoop.shared())
    let end = Deadline.after(.seconds(60))
    // The file of a killed process: named, unlocked, and longer than the next one.
    let left = try await access.createPartial(
      for: path, replacing: true, token: Hosts.token(of: FilePath(path)), until: end)
    try await left.write([UInt8](repeating: 0x61, count: 10_000), until: end)
    try await left.keep(until: end)
    try hosts.add("b.example")
    try await hosts.save()
    #expect(try lines(path).count == 2)
    #expect(try Files.names(in: folder.path) == ["hosts"])
  }

  @Test func `a writer of an HSTS file waits for another writer of the same file`() async throws {
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

  @Test func `a failed read or write of an HSTS file is an error and loses no hosts`()
    async throws
  {
    let folder = try TemporaryFolder()
    #expect(throws: HTTPSessionError.self) { try Hosts(file: folder.path) }
    let line = Array("a.example\tTRUE\t99999999999\n#".utf8)
    let long = line + [UInt8](repeating: 0x61, count: StrictHosts.fileByteLimit + 1 - line.count)
    let path = try folder.write(long)
    #expect(throws: HTTPSessionError.self) { try Hosts(file: path) }
    try folder.rewrite("content", with: Array(long.dropLast()))
    #expect(try names(Hosts(file: path)) == ["a.example"])
    let hosts = try Hosts(file: "\(folder.path)/none/hosts")
    #expect(hosts.failure == nil)
    try hosts.add("a.example")
    let error = await #expect(throws: HTTPSessionError.self) { try await hosts.save() }
    #expect(hosts.failure?.reason == error?.reason)
    #expect(names(hosts) == ["a.example"])
  }

  @Test func `a symbolic link in place of an HSTS file is rejected`() async throws {
    let folder = try TemporaryFolder()
    let target = try folder.write(Array("a.example\tTRUE\t99999999999\n".utf8), to: "target")
    try folder.link("whole", to: target)
    try folder.link("broken", to: "\(folder.path)/none")
    for name in ["whole", "broken"] {
      let error = #expect(throws: HTTPSessionError.self) {
        try Hosts(file: "\(folder.path)/\(name)")
      }
      #expect(error?.description.contains("is a symbolic link") == true, "\(name)")
    }
    // One that becomes a link later is not replaced, and the store has the reason.
    let path = "\(folder.path)/hosts"
    let hosts = try Hosts(file: path)
    try hosts.add("b.example")
    try folder.link("hosts", to: target)
    var configuration = HTTPSession.Configuration()
    configuration.strictTransport = hosts
    let session = HTTPSession.stub("https://a.example/", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    await session.shutdown()
    #expect(hosts.failure?.description.contains("is a symbolic link") == true)
    #expect(try Files.contents(of: target).starts(with: Array("a.example".utf8)))
  }

  @Test func `a damaged HSTS file is an error with its line number and is not replaced`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let hosts = try Hosts(file: path)
    try hosts.add("a.example")
    try hosts.add("b.example")
    try await hosts.save()
    let whole = try Files.contents(of: path)
    let cut = Array(whole.dropLast(3))
    try folder.rewrite("hosts", with: cut)
    let error = #expect(throws: HTTPSessionError.self) { try Hosts(file: path) }
    #expect(error?.description.contains("hosts is damaged") == true)
    // A process with the hosts in memory does not overwrite the remaining hosts of others.
    try hosts.add("c.example")
    await #expect(throws: HTTPSessionError.self) { try await hosts.save() }
    #expect(hosts.failure != nil)
    #expect(try Files.contents(of: path) == cut)
    try folder.rewrite("hosts", with: Array("a.example\tTRUE\t99999999999\nb.exa mple\n".utf8))
    let other = #expect(throws: HTTPSessionError.self) { try Hosts(file: path) }
    #expect(other?.description.contains("line 2") == true)
    try folder.rewrite("hosts", with: whole)
    try await hosts.save()
    #expect(try names(Hosts(file: path)) == ["a.example", "b.example", "c.example"])
    #expect(hosts.failure == nil)
  }

  @Test func `a named pipe in place of an HSTS file is rejected at once`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makePipe("hosts")
    #expect(throws: HTTPSessionError.self) { try Hosts(file: path) }
  }

  @Test func `a recently used HSTS host stays in the file and in memory`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let fields: HTTP.Fields = ["Strict-Transport-Security": "max-age=1000000"]
    let first = try Hosts(file: path)
    for number in 0..<StrictHosts.siteLimit {
      _ = first.receive(fields, from: try CanonicalHost("h\(number).shop.example"))
    }
    try await first.save()
    let second = try Hosts(file: path)
    let used = try HTTP.URL("http://h0.shop.example/")
    #expect(try second.upgraded(used).scheme.isSecure)
    _ = second.receive(fields, from: try CanonicalHost("new.shop.example"))
    try await second.save()
    for hosts in [second, try Hosts(file: path)] {
      #expect(try hosts.upgraded(used).scheme.isSecure)
      #expect(!hosts.covers(try CanonicalHost("h1.shop.example")))
      #expect(hosts.hosts.count == StrictHosts.siteLimit)
    }
    // A host from another process counts as unused until it is used.
    _ = first.receive(fields, from: try CanonicalHost("other.shop.example"))
    try await first.save()
    #expect(!first.covers(try CanonicalHost("h1.shop.example")))
    _ = second.receive(fields, from: try CanonicalHost("last.shop.example"))
    #expect(second.covers(try CanonicalHost("h0.shop.example")))
  }

  @Test func `an HSTS host that one process adds is an added host in all processes`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/hosts"
    let (first, second) = (try Hosts(file: path), try Hosts(file: path))
    try first.add("a.example", for: .seconds(1_000))
    try await first.save()
    let fields: HTTP.Fields = ["Strict-Transport-Security": "max-age=90000000"]
    #expect(second.receive(fields, from: try CanonicalHost("a.example")))
    try await second.save()
    let longest: HTTP.Fields = ["Strict-Transport-Security": "max-age=315360000"]
    #expect(first.receive(longest, from: try CanonicalHost("b.example")))
    try await first.save()
    // Only the flag of an added host is new.
    try first.add("b.example")
    try await first.save()
    try await second.save()
    try second.add("c.example")
    try await second.save()
    try first.add("d.example")
    try await first.save()
    for hosts in [first, second, try Hosts(file: path)] {
      #expect(hosts.withState { $0.hosts.entries.values.allSatisfy(\.isAdded) })
    }
    #expect(try lines(path).allSatisfy { $0.utf8.suffix(6).elementsEqual("\tADDED".utf8) })
  }

  @Test func `a session saves new HSTS rules at once and renewed rules rarely`() async throws {
    let folder = try TemporaryFolder()
    let (path, clock) = ("\(folder.path)/hosts", ManualClock(wallMilliseconds: 0))
    var configuration = HTTPSession.Configuration()
    let hosts = try Hosts(file: path, .manual(clock))
    configuration.strictTransport = hosts
    let session = HTTPSession.stub("https://a.example/", configuration: configuration) { _ in
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
