import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusSession

/// SP-03 and SP-05: certificates that are pinned by lying in a folder.
@Suite struct PinnedFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error() -> HTTPSession.TrustSourceError? {
    do throws(HTTPSession.TrustSourceError) {
      _ = try TLS.Policy.certificates(inFolder: folder.path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `SP-03, SP-05: files of DER and PEM are read by their endings`() throws {
    let certificates = try (0..<4).map { try TestAuthority("\($0)", keys: .ed25519).root }
    _ = try folder.write(certificates[1].der, to: "b.der")
    _ = try folder.write(certificates[0].der, to: "a.cer")
    _ = try folder.write(
      Array((certificates[2].pem + certificates[3].pem).utf8), to: "c.pem")
    _ = try folder.write(Array("words".utf8), to: "README")
    _ = try folder.write(Array("words".utf8), to: ".hidden.pem")
    #expect(try TLS.Policy.certificates(inFolder: folder.path) == certificates)
    for mode in TLS.Pinning.allCases {
      let policy = try TLS.Policy(mode, pinnedFolder: folder.path)
      #expect(policy.pinning == mode && policy.pinnedCertificates == certificates)
    }
  }

  @Test func `SP-05, SP-16: a file that cannot be read is an error, and ends nothing`() throws {
    #expect(error() == .noCertificate(folder.path))
    let certificate = try TestAuthority(keys: .ed25519).root
    _ = try folder.write(certificate.der, to: "a.cer")
    let torn = try folder.write(Array(certificate.der.dropLast()), to: "b.cer")
    guard case .malformed(torn, _, line: nil) = error() else {
      Issue.record("\(String(describing: error()))")
      return
    }
    try folder.replace("b.cer", with: Array("words".utf8))
    #expect(error() == .noCertificate(torn))
    try folder.remove("b.cer")
    #expect(error() == nil)
    guard case .unreadable = missing() else {
      Issue.record("a folder that is not there")
      return
    }
  }

  private func missing() -> HTTPSession.TrustSourceError? {
    do throws(HTTPSession.TrustSourceError) {
      _ = try TLS.Policy(.certificate, pinnedFolder: folder.path + "/none")
      return nil
    } catch {
      return error
    }
  }
}
