import ApusX509
import Testing

@testable import ApusCommand

/// What is found in files and folders, whatever else lies there.
@Suite struct CertificateInputTests {
  private func input(_ path: String) -> CertificateInput {
    CertificateInput([path], Console(now: X509.Moment(secondsSinceEpoch: 0)))
  }

  @Test func `what has no end is not read from a folder`() throws {
    let folder = try TrialFolder([:])
    try folder.link("endless", to: "/dev/zero")
    try folder.link("silent", to: "/dev/tty")
    let input = input(folder.path)
    #expect(input.certificates.isEmpty)
    #expect(input.notes.count == 2)
    #expect(input.notes.allSatisfy { $0.hasSuffix("is no regular file, and was not read") })
  }

  @Test func `a folder within itself is left at the limit of depth`() throws {
    let folder = try TrialFolder(["a.pem": []])
    try folder.link("b", to: ".")
    let input = input(folder.path)
    #expect(input.notes.count == CertificateInput.depthLimit + 1)
    let last = String(repeating: "/b", count: CertificateInput.depthLimit)
    #expect(input.notes.contains("\(folder.path)\(last) lies too deep, and was not looked into"))
  }

  @Test func `folders within themselves are left at the limit of files`() throws {
    let folder = try TrialFolder([:])
    for name in ["a", "b", "c", "d", "e", "f"] { try folder.link(name, to: ".") }
    let limit = "more than \(CertificateInput.fileLimit) files"
    #expect(input(folder.path).notes.count { $0.contains(limit) } == 1)
  }
}
