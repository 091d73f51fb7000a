import ApusNet
import Testing

/// Files that are written in place, and removed.
@Suite struct FilesWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `bytes are appended to a new file that only its owner can access`() throws {
    let path = folder.path + "/new"
    try Files.append([], to: path)
    #expect(try Files.contents(of: path) == [])
    #expect(TemporaryFolder.mode(of: path) & 0o077 == 0)
    try Files.append([1, 2], to: path)
    try Files.append([UInt8](repeating: 3, count: 300_000), to: path)
    #expect(try Files.contents(of: path) == [1, 2] + [UInt8](repeating: 3, count: 300_000))
  }

  @Test func `removing a folder with the file function is an error`() throws {
    let path = try folder.write([1], to: "file")
    try Files.remove(path)
    #expect(!Files.exists(path))
    for path in [path, folder.path, folder.path + "/", "", "."] {
      #expect(throws: SystemError.self) { try Files.remove(path) }
    }
    #expect(Files.isFolder(folder.path))
  }

  @Test(arguments: ["/dev/full", "/none/file", "a\u{0}b"])
  func `the error of a failed append contains the path`(_ path: String) {
    let error = #expect(throws: SystemError.self) { try Files.append([1], to: path) }
    #expect(error?.subject == path)
  }

  @Test func `the error of a failed write to a descriptor contains the system call`() {
    let error = #expect(throws: SystemError.self) { try Files.write([1], toDescriptor: -1) }
    #expect(error?.call == "write")
  }
}
