import ApusNet
import Testing

@Suite struct FileStampTests {
  @Test func `a stamp is another one for another file, length, content or time`() throws {
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
}
