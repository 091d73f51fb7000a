import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusCaching

/// Folders and files that another user has created or may change.
@Suite struct DiskTrustTests {
  private let disk: GivenDisk
  private let answer = Given.answer(200, [.cacheControl: "max-age=60"])
  private static let isRoot = (try? TemporaryFolder.run("test $(id -u) = 0")) != nil

  init() throws { disk = try GivenDisk() }

  private func distrust() async -> Caching.StoreError.Distrust? {
    let error = await #expect(throws: Caching.StoreError.self) { _ = try await disk.open() }
    guard case .untrusted(_, let distrust) = error else { return nil }
    return distrust
  }

  @Test func `other users have no access to the disk store's own folder`()
    async throws
  {
    let outer = disk.folder.path + "/cache"
    try TemporaryFolder.run("mkdir '\(outer)' && chmod 2777 '\(outer)'")
    if Self.isRoot { try TemporaryFolder.run("chown 65534:65534 '\(outer)'") }
    let given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let (own, entry) = (try disk.own, try #require(try disk.files.first))
    try TemporaryFolder.run("test $(stat -c %u '\(own)') = $(id -u)")
    for (path, mode) in [(own, "*700"), ("\(own)/secret", "600"), (entry, "600")] {
      try TemporaryFolder.run("case $(stat -c %a '\(path)') in \(mode)) true;; *) false;; esac")
    }
    #expect(try await disk.open().ask() == .hit(0))
  }

  @Test(arguments: [0o777, 0o770, 0o701, 0o740])
  func `a disk store rejects a folder with permissions for other users`(mode: Int) async throws {
    _ = try await disk.open()
    try TemporaryFolder.run("chmod \(String(mode, radix: 8)) '\(try disk.own)'")
    #expect(await distrust() == .permissions(UInt32(mode)))
  }

  @Test(.enabled(if: isRoot, "this process may not give files away"))
  func `a disk store rejects a folder or a secret file of a different user`() async throws {
    let given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let own = try disk.own
    for path in ["\(own)/secret", own] {
      try TemporaryFolder.run("chown 65534 '\(path)'")
      #expect(await distrust() == .owner(65_534))
      try TemporaryFolder.run("chown 0 '\(path)'")
    }
    #expect(try await disk.open().ask() == .hit(0))
  }

  @Test func `a disk store rejects a symbolic link as its folder or its secret file`() async throws
  {
    _ = try await disk.open()
    let own = try disk.own
    try TemporaryFolder.run("cd '\(own)' && mv secret moved && ln -s moved secret")
    #expect(await distrust() == .kind)
    try TemporaryFolder.run("cd '\(own)' && ln -f moved secret")
    #expect(await distrust() == .links(2))
    try TemporaryFolder.run("cd '\(own)' && rm moved && chmod 640 secret")
    #expect(await distrust() == .permissions(0o640))
    try TemporaryFolder.run("chmod 600 '\(own)/secret'")
    _ = try await disk.open()
    try TemporaryFolder.run("mv '\(own)' '\(disk.folder.path)/moved'")
    try TemporaryFolder.run("ln -s '\(disk.folder.path)/moved' '\(own)'")
    #expect(await distrust() == .kind)
  }

  @Test func `an open disk store still uses its folder after the folder was renamed`()
    async throws
  {
    let given = try await disk.open()
    let (own, moved) = (try disk.own, disk.folder.path + "/moved")
    try TemporaryFolder.run("mv '\(own)' '\(moved)' && mkdir '\(own)'")
    #expect(try await given.ask(Given.request(), answer) == .stored)
    #expect(try await given.ask() == .hit(0))
    #expect(try Files.names(in: FilePath(own)).isEmpty)
  }

  @Test func `a disk entry that was forged without the secret causes a cache miss`() async throws {
    let given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    let path = try #require(try disk.files.first)
    let key = given.cache.keying.key(of: Given.request())
    let stored = try #require(await given.cache.store.entries(of: key).first)
    let secret = try Files.contents(of: FilePath(disk.own + "/secret"))
    for (secret, isOwn) in [(secret.map { $0 ^ 1 }, false), (secret, true)] {
      let format = DiskFormat(secret: secret.span)
      let content = Array("planted".utf8)
      let file =
        try #require(format.head(stored)) + format.chunk(content[...], place: 0, id: stored.id)
        + format.chunk([], place: 1, id: stored.id)
      try Files.append([], to: FilePath(path))
      try disk.folder.rewrite(file, in: path)
      #expect(try await given.ask() == (isOwn ? .hit(0, "planted") : .failed))
    }
  }

  @Test func `a disk store ignores cache files of an older layout`() async throws {
    let outer = disk.folder.path + "/cache"
    try TemporaryFolder.run("mkdir -p '\(outer)/e0123' && echo x > '\(outer)/e0123/a-b'")
    try TemporaryFolder.run("head -c 32 /dev/zero > '\(outer)/secret'")
    let given = try await disk.open()
    #expect(try await given.ask(Given.request(), answer) == .stored)
    #expect(try await disk.open().ask() == .hit(0))
  }
}
