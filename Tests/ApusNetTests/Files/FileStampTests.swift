import ApusNet
import Testing

@Suite struct FileStampTests {
  @Test func `a new identity, length, content or time of a file changes its stamp`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "file")
    let first = try FileStamp(of: path)
    #expect(try FileStamp(of: path) == first)
    let link = try folder.link("link", to: path)
    #expect(try FileStamp(of: link) == first)
    let other = try folder.write([1], to: "other")
    #expect(try FileStamp(of: other) != first)
    let before = try FileStamp(of: folder.path)
    try folder.write([1], to: "third")
    #expect(try FileStamp(of: folder.path) != before)
    let error = #expect(throws: SystemError.self) { try FileStamp(of: folder.path + "/none") }
    #expect(error?.call == "stat")
    #expect(throws: SystemError.self) { try FileStamp(of: path + "\0") }
  }

  @Test func `a write to an open file changes the stamp of the file`() async throws {
    let folder = try TemporaryFolder()
    try await EventLoop.lend { loop in
      let files = FileAccess(on: loop)
      for change in 0..<4 {
        let path = try folder.write([1, 2, 3], to: "file\(change)")
        let file = try await files.open(path, until: .never)
        try await file.checkUnchanged(until: .never)
        // The kernel's file times have the resolution of its tick.
        try await loop.sleep(until: .after(.milliseconds(20)))
        switch change {
        case 0: try Files.append([4], to: path)
        case 1: try folder.rewrite([3, 2, 1], in: "file1")
        case 2: try folder.rewrite([1], in: "file2")
        default: try folder.setMode(0o400, of: path)
        }
        let error = await failure { try await file.checkUnchanged(until: .never) }
        // Permissions are not content.
        #expect(error == (change < 3 ? .fileChanged(FilePath(path)) : nil))
      }
    }
  }
}
