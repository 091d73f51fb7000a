import ApusBytes
import ApusNet
import Testing

@Suite struct FilesSecretTests {
  @Test(arguments: [0, 1, 4096, 70_000])
  func `a secret file is read completely, and a file above the limit is rejected`(count: Int) throws
  {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try folder.write(bytes, to: "secret")
    let isWhole = try Files.secret(of: path, limit: count).withBytes { $0.copy() == bytes }
    #expect(isWhole)
    guard count > 0 else { return }
    let error = #expect(throws: SystemError.self) {
      _ = try Files.secret(of: path, limit: count - 1)
    }
    #expect(error?.description == "read \(path): File too large")
  }

  @Test func `reading a secret from a missing file, a folder or /dev/zero is an error`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SystemError.self) { _ = try Files.secret(of: folder.path + "/none") }
    #expect(throws: SystemError.self) { _ = try Files.secret(of: folder.path) }
    #expect(throws: SystemError.self) { _ = try Files.secret(of: "/dev/zero", mayWait: true) }
  }
}
