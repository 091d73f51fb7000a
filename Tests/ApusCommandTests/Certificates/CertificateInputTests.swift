import ApusNet
import ApusX509
import Testing

@testable import ApusCommand

/// The certificates in files and folders, among other files.
@Suite struct CertificateInputTests {
  private func input(_ path: String) -> CertificateInput {
    CertificateInput([FilePath(path)], Console(now: UnixTime(secondsSinceEpoch: 0)))
  }

  @Test func `an endless file in a folder is not read as a certificate`() throws {
    let folder = try TrialFolder([:])
    try folder.link("endless", to: "/dev/zero")
    try folder.link("silent", to: "/dev/tty")
    let input = input(folder.path)
    #expect(input.certificates.isEmpty)
    #expect(input.notes.count == 2)
    #expect(input.notes.allSatisfy { $0.hasSuffix("is not a regular file, and was skipped") })
  }

  @Test func `a folder that contains a symbolic link to itself is read once`() throws {
    let folder = try TrialFolder(["a.pem": []])
    for name in ["b", "c", "d", "e"] { try folder.link(name, to: ".") }
    let input = input(folder.path)
    #expect(input.notes.count == 1 && input.problems.isEmpty)
  }

  @Test func `a folder at the depth limit or with the maximum file count is accepted`() throws {
    let folder = try TrialFolder(["a.pem": [], "b.pem": [], "c.pem": []])
    let path = folder.path
    func codes(depth: Int, files: Int) -> [CertificateInput.Problem.Code] {
      let reading = CertificateInput.Reading(depthLimit: depth, fileLimit: files)
      let console = Console(now: UnixTime(secondsSinceEpoch: 0))
      return CertificateInput([FilePath(path)], console, reading).problems.map(\.code)
    }
    // The folder counts too.
    #expect(codes(depth: 1, files: 4) == [])
    #expect(codes(depth: 1, files: 3) == [.tooManyFiles])
    #expect(codes(depth: 1, files: 1) == [.tooManyFiles])
    #expect(codes(depth: 0, files: 4) == [.tooDeep])
  }
}
