import ApusNet
import Testing

@Suite struct FilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ body: () throws(SystemError) -> Void) -> String? {
    do throws(SystemError) { try body() } catch { return error.description }
    return nil
  }

  /// A file is read in pieces of 64 KiB.
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])
  func `a regular file is read completely`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let path = try folder.write(bytes, to: "file")
    #expect(try Files.contents(of: path) == bytes)
  }

  @Test(arguments: [0, 10, 65_536, 70_000])
  func `a file of the maximum length is read, and a longer file is rejected`(count: Int) throws {
    let path = try folder.write([UInt8](repeating: 1, count: count), to: "file")
    #expect(try Files.contents(of: path, limit: count).count == count)
    #expect(try Files.contents(of: path, limit: count + 1).count == count)
    #expect(try Files.contents(of: path, limit: .max).count == count)
    #expect(
      failure { () throws(SystemError) in _ = try Files.contents(of: path, limit: count - 1) }
        == "read \(path): File too large")
  }

  @Test func `reading an endless device stops at the limit with an error`() {
    #expect(
      failure { () throws(SystemError) in
        _ = try Files.contents(of: "/dev/zero", limit: 1_000_000, mayWait: true)
      } == "read /dev/zero: File too large")
  }

  @Test func `reading a pipe without a writer is an error and does not wait`() throws {
    let path = try folder.makePipe("pipe")
    let error = #expect(throws: SystemError.self) { try Files.contents(of: path) }
    #expect(error?.found == .pipe && error?.call == "open" && error?.subject == path)
    #expect(
      error?.description
        == "open \(path): the path leads to a pipe, but only a regular file can be read")
    #expect(throws: SystemError.self) { _ = try Files.secret(of: path) }
  }

  @Test func `reading a device is an error unless the caller permits waiting`() throws {
    for path in ["/dev/zero", "/dev/null"] {
      let error = #expect(throws: SystemError.self) { try Files.contents(of: path) }
      #expect(error?.found == .device, "\(path)")
    }
    #expect(try Files.contents(of: "/dev/null", mayWait: true) == [])
    #expect(try Files.secret(of: "/dev/null", mayWait: true).count == 0)
  }

  @Test func `with permission to wait, a pipe is read to its end`() async throws {
    let path = try folder.makePipe("pipe")
    let read = Task.detached { try Files.contents(of: path, mayWait: true) }
    let access = FileAccess(pool: BlockingPool(threadLimit: 1), on: try .shared())
    let sink = try await ByteSink(FilePath(path), access: access, until: .after(.seconds(60)))
    try await sink.write([1, 2, 3], until: .after(.seconds(60)))
    try await sink.finish(until: .after(.seconds(60)))
    #expect(try await read.value == [1, 2, 3])
  }

  @Test(.enabled(if: LinuxOnly.hasProc, "there is no /proc"))
  func `a /proc file of unknown size is read to its end`() throws {
    let status = String(decoding: try Files.contents(of: "/proc/self/status"), as: UTF8.self)
    #expect(status.utf8.starts(with: "Name:".utf8))
    #expect(status.utf8.last == 0x0a)
  }

  @Test func `the error for a missing file contains its path and the reason`() {
    let path = "\(folder.path)/missing"
    let error = #expect(throws: SystemError.self) { try Files.contents(of: path) }
    #expect(error?.call == "open")
    #expect(error?.subject == path)
    #expect(error?.errno == 2)
    #expect(error?.description == "open \(path): No such file or directory")
  }

  @Test func `reading a folder as a file, or a file as a folder, is an error`() throws {
    let file = try folder.write([], to: "file")
    #expect(
      failure { () throws(SystemError) in _ = try Files.contents(of: folder.path) }
        == "read \(folder.path): Is a directory")
    #expect(
      failure { () throws(SystemError) in _ = try Files.names(in: file) }
        == "opendir \(file): Not a directory")
    #expect(
      failure { () throws(SystemError) in _ = try Files.contents(of: file + "/x") }
        == "open \(file)/x: Not a directory")
  }

  @Test func `a path with a zero byte is an error`() throws {
    let path = try folder.write([1], to: "a") + "\0.txt"
    let inFolder = folder.path + "\0"
    #expect(
      failure { () throws(SystemError) in _ = try Files.contents(of: path) }
        == "open \(folder.path)/a\\x00.txt: Invalid argument")
    #expect(
      failure { () throws(SystemError) in _ = try Files.names(in: inFolder) }
        == "opendir \(folder.path)\\x00: Invalid argument")
    #expect(!Files.exists(path))
    #expect(!Files.isFolder(inFolder))
  }

  @Test func `the file names of a folder are sorted by their bytes`() throws {
    #expect(try Files.names(in: folder.path) == [])
    for name in ["b", "a", "Z", "é", "~", "a.b", "a-b", ".hidden", "10", "9"] {
      try folder.write([], to: name)
    }
    let sorted = [".hidden", "10", "9", "Z", "a", "a-b", "a.b", "b", "~", "é"]
    #expect(try Files.names(in: folder.path) == sorted)
  }

  @Test func `a folder with many files lists each file name once`() throws {
    let names = (0..<1500).map { "name-\($0 + 10_000)" }
    for name in names.reversed() { try folder.write([], to: name) }
    #expect(try Files.names(in: folder.path) == names)
  }

  @Test func `a folder with the maximum number of names is listed, a larger one is not`()
    throws
  {
    for name in ["a", "b", "c"] { try folder.write([], to: name) }
    #expect(try Files.names(in: folder.path, limit: 3) == ["a", "b", "c"])
    #expect(
      failure { () throws(SystemError) in _ = try Files.names(in: folder.path, limit: 2) }
        == "readdir \(folder.path): File too large")
    #expect(
      failure { () throws(SystemError) in _ = try Files.names(in: folder.path, limit: 0) }
        == "readdir \(folder.path): File too large")
    #expect(Files.nameLimit == 1_000_000)
  }

  @Test func `a file name that is invalid UTF-8 is listed and opened with the same bytes`() throws {
    let name: [UInt8] = [0x61, 0xff, 0x62]
    try folder.write([1], toBytes: name)
    // The repaired name would be another file's.
    try folder.write([2], to: "a\u{fffd}b")
    let entries = try Files.entries(in: FilePath(folder.path))
    #expect(entries.map(\.bytes) == [Array("a\u{fffd}b".utf8), name])
    let path = FilePath(folder.path).appending(FilePath(bytes: name))
    #expect(path.description == "\(folder.path)/a\\xffb")
    #expect(try Files.contents(of: path) == [1])
    #expect(Files.isRegularFile(path))
    #expect(try FileStamp(of: path) != FileStamp(of: folder.path + "/a\u{fffd}b"))
    let error = #expect(throws: SystemError.self) { try Files.names(in: folder.path) }
    #expect(error?.errno == 84)
    #expect(error?.subject == path.description)
    try Files.remove(path)
    #expect(try Files.names(in: folder.path) == ["a\u{fffd}b"])
  }

  @Test func `listing a missing folder returns no names`() {
    let path = "\(folder.path)/missing"
    let error = #expect(throws: SystemError.self) { try Files.names(in: path) }
    #expect(error?.call == "opendir")
    #expect(error?.subject == path)
    #expect(error?.errno == 2)
  }

  @Test func `files, folders and symbolic links have different kinds`() throws {
    let file = try folder.write([1], to: "file")
    let toFile = try folder.link("to-file", to: file)
    let toFolder = try folder.link("to-folder", to: ".")
    let toNothing = try folder.link("to-nothing", to: "nothing")
    for (path, exists, isFolder) in [
      (folder.path, true, true), (file, true, false), (toFile, true, false),
      (toFolder, true, true), (toNothing, false, false), (folder.path + "/missing", false, false),
      (file + "/x", false, false), ("", false, false), ("/", true, true),
    ] {
      #expect(Files.exists(path) == exists, "\(path)")
      #expect(Files.isFolder(path) == isFolder, "\(path)")
    }
    #expect(try Files.contents(of: toFile) == [1])
    let through = try Files.names(in: toFolder)
    #expect(through == ["file", "to-file", "to-folder", "to-nothing"])
  }

  @Test(.enabled(if: LinuxOnly.hasProc, "there is no /proc"))
  func `reading files and folders leaves no file descriptor open`() throws {
    let path = try folder.write([1], to: "file")
    for _ in 0..<4000 {
      _ = try Files.contents(of: path)
      _ = try Files.names(in: folder.path)
      _ = try? Files.contents(of: path, limit: 0)
      _ = try? Files.contents(of: folder.path)
    }
    // Other tests of the process have many open meanwhile, but fewer than one left of each round.
    #expect(try Files.names(in: "/proc/self/fd").count < 3000)
  }
}
