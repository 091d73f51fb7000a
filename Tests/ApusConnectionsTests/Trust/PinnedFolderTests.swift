import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections

/// Certificates that are pinned because they are in a folder.
@Suite struct PinnedFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error() -> Connections.TrustSourceError? {
    do throws(Connections.TrustSourceError) {
      _ = try TLS.Policy.certificates(inFolder: folder.path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `DER and PEM certificate files of a folder are read in the order of names`() throws {
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

  @Test func `an unreadable pin file throws an error instead of ending the process`() throws {
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

  @Test func `a broken or unreadable .cer file is reported and never skipped silently`() throws {
    let certificates = try (0..<2).map { try TestAuthority("\($0)", keys: .ed25519).root }
    _ = try folder.write(certificates[0].der, to: "a.CER")
    _ = try folder.write(certificates[1].der, to: "c.Pem")
    #expect(try TLS.Policy.certificates(inFolder: folder.path) == certificates)
    let torn = try folder.write([0x30, 0x82], to: "b.cer")
    // SAFETY: C strings for this call only.
    let link = unsafe apus_test_write_link("\(folder.path)/d.der", "\(folder.path)/gone")
    // SAFETY: a C string for this call only.
    let pipe = unsafe apus_test_make_pipe("\(folder.path)/e.crt")
    #expect(link == 0 && pipe == 0)
    let bytes = Array("\(folder.path)/".utf8) + [0x66, 0xff] + Array(".cer".utf8)
    try Files.append([1, 2, 3], to: FilePath(bytes: bytes))
    // Without a callback, each of them is an error.
    var left = ["b.cer", "d.der", "e.crt"].map { "\(folder.path)/\($0)" }
    left.append("\(folder.path)/f\\xff.cer")
    #expect(error().map(Self.path) == torn)
    // With a callback, the readable ones are pinned, and all others are reported.
    var told: [Connections.TrustSourceError] = []
    let policy = try TLS.Policy(.publicKey, pinnedFolder: folder.path) { told.append($0) }
    #expect(policy.pinnedCertificates == certificates)
    #expect(told.map(Self.path) == left)
    for file in ["a.CER", "c.Pem"] { try folder.remove(file) }
    #expect(throws: Connections.TrustSourceError.noCertificate(folder.path)) {
      try TLS.Policy.certificates(inFolder: folder.path) { _ in }
    }
    try folder.remove("b.cer")
    #expect(error().map(Self.path) == left[1])
  }

  private static func path(_ error: Connections.TrustSourceError) -> String {
    switch error {
    case .unreadable(let path, _), .noCertificate(let path), .malformed(let path, _, _): path
    default: "\(error)"
    }
  }

  private func missing() -> Connections.TrustSourceError? {
    do throws(Connections.TrustSourceError) {
      _ = try TLS.Policy(.certificate, pinnedFolder: folder.path + "/none")
      return nil
    } catch {
      return error
    }
  }
}
