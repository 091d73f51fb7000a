import ApusASN1
import ApusNet
import TestSupport
import Testing

@testable import ApusX509
@testable import ApusX509Files

/// Certificates in the files of a folder, and the roots of the system.
@Suite struct FolderScanTests {
  private let folder: TemporaryFolder
  private let pem: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    pem = try Files.contents(of: "Fixtures/chains/private-ca.pem")
  }

  @Test func `a folder scan finds certificates, problems and files without certificates`() throws {
    let path = try folder.write(pem, to: "a.pem")
    _ = try folder.write(pem + pem, to: "b.pem")
    let other = try folder.write(Array("no certificate".utf8), to: "c.txt")
    let broken = try folder.write([0x30, 0x03, 0x02, 0x01, 0x00], to: "d.der")
    _ = try folder.write(pem, to: ".hidden")
    let scan = try X509.FolderScan(of: folder.path)
    #expect(scan.files.map(\.bundle.entries.count) == [1, 2])
    #expect(scan.files.first?.path == path && scan.otherPaths == [other])
    #expect(scan.certificates.map(\.path).count == 3)
    #expect(scan.problems.count == 1)
    guard case .malformed(broken, _, line: nil)? = scan.problems.first else {
      Issue.record("\(scan.problems)")
      return
    }
  }

  @Test func `an expiry report has the path and the line of each certificate`() throws {
    let path = try folder.write(Array("text\n".utf8) + pem + pem, to: "a.pem")
    let scan = try X509.FolderScan(of: folder.path)
    let end = try #require(scan.certificates.first).certificate.validity.notAfter
    let moment = UnixTime(secondsSinceEpoch: end.secondsSinceEpoch - 86_400)
    let report = scan.expiryReport(at: moment, within: .seconds(86_400))
    let lines = pem.count { $0 == 0x0a }
    #expect(
      report.expiring.map(\.source) == [
        .file(path: path, line: 2), .file(path: path, line: 2 + lines),
      ])
    #expect(scan.expiryReport(at: moment, within: .seconds(86_399)).expiring.isEmpty)
  }

  @Test func `a folder scan does not wait for a pipe in the folder`() throws {
    _ = try folder.makePipe("pipe")
    let scan = try X509.FolderScan(of: folder.path)
    #expect(scan.files.isEmpty && scan.problems.isEmpty && scan.otherPaths.isEmpty)
  }

  @Test func `a missing file, a missing folder and a pipe cause errors with their path`() throws {
    let missing = folder.path + "/missing"
    for path in [missing, try folder.makePipe("pipe")] {
      let error = #expect(throws: X509.FileError.self) {
        _ = try X509.Bundle(contentsOf: path)
      }
      #expect(error?.description.contains("\(path) cannot be read: open \(path)") == true)
    }
    #expect(throws: X509.FileError.self) { _ = try X509.FolderScan(of: missing) }
  }

  @Test func `the first location with root certificates is used, or an error lists all`() throws {
    let path = try folder.write(pem, to: "roots.pem")
    let empty = try folder.write([], to: "empty")
    let missing = folder.path + "/missing"
    let places: [RootPlaces.Place] = [.file(missing), .file(empty)]
    let certificate = try #require(X509.Bundle(contentsOf: path).certificates().certificates.first)
    let anchors = try X509.Anchors(
      of: RootPlaces(places: places + [.file(path)], count: .first, isStrict: false))
    #expect(anchors.contains(certificate, for: .serverAuthentication))
    let error = #expect(throws: X509.FileError.self) {
      _ = try X509.Anchors(of: RootPlaces(places: places, count: .first, isStrict: false))
    }
    guard case .noRoots(let tried)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(tried.count == 2 && tried.last == .noCertificate(path: empty))
    #expect(error?.description.contains(missing) == true)
  }

  @Test func `the current time equals the time of the system's clock`() {
    let before = WallClock.millisecondsSinceEpoch
    let now = UnixTime.now
    #expect(before...WallClock.millisecondsSinceEpoch ~= now.millisecondsSinceEpoch)
  }
}
