import ApusASN1
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import ApusX509Files
import TestSupport
import Testing

@testable import ApusConnections

/// Roots in files that change.
@Suite struct RootStoreTests {
  private let folder: TemporaryFolder
  private let (one, two): (TestAuthority, TestAuthority)

  init() throws {
    folder = try TemporaryFolder()
    (one, two) = (try TestAuthority(keys: .ed25519), try TestAuthority(keys: .ed25519))
  }

  private func store(
    _ places: RootPlaces.Place..., count: RootPlaces.Count = .all, isStrict: Bool = false
  ) -> RootStore {
    RootStore(RootPlaces(places: places, count: count, isStrict: isStrict))
  }

  private func error(_ store: RootStore) -> Connections.TrustSourceError? {
    do throws(Connections.TrustSourceError) {
      _ = try store.roots()
      return nil
    } catch {
      return error
    }
  }

  /// Returns whether a server of an authority is trusted by roots.
  private func isBelieved(_ authority: TestAuthority, by roots: TLS.Roots) throws -> Bool {
    let server = try authority.server(["www.example.org"], key: .ed25519)
    let now = UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch)
    let host = try CanonicalHost("www.example.org")
    let chain = try? TLS.Policy().evaluate(
      server.chain, for: host, at: now, trusting: roots.anchors)
    return chain != nil
  }

  @Test func `a root file is read once, and again after its content changes`() throws {
    let path = try folder.write(Array(one.root.pem.utf8), to: "roots.pem")
    let store = store(.file(path))
    let first = try store.roots()
    #expect(first.generation == 0)
    #expect(try store.roots().digest == first.digest)
    #expect(try isBelieved(one, by: first))
    #expect(try isBelieved(two, by: first) == false)
    // Another file in its place.
    try folder.replace("roots.pem", with: Array(two.root.pem.utf8))
    let second = try store.roots()
    #expect(second.generation == 1 && second.digest != first.digest)
    #expect(try isBelieved(two, by: second))
    #expect(try isBelieved(one, by: second) == false)
    // The same file with another content.
    try folder.rewrite("roots.pem", with: Array((one.root.pem + "\n").utf8))
    #expect(try store.roots().generation == 2)
    #expect(try isBelieved(one, by: store.roots()))
    // Another file with the same content has the same roots.
    try folder.replace("roots.pem", with: Array((one.root.pem + "\n").utf8))
    #expect(try store.roots().generation == 2)
  }

  @Test func `a root file that becomes unreadable is an error, and old roots are not used`()
    throws
  {
    let path = try folder.write(Array(one.root.pem.utf8), to: "roots.pem")
    let store = store(.file(path))
    _ = try store.roots()
    try folder.remove("roots.pem")
    guard case .unreadable(path, _) = error(store) else {
      Issue.record("\(String(describing: error(store)))")
      return
    }
    #expect(error(store)?.description.hasPrefix("the file \(path) cannot be read: ") == true)
    _ = try folder.write(Array("nothing".utf8), to: "roots.pem")
    #expect(error(store) == .noCertificate(path))
    try folder.replace("roots.pem", with: Array(one.root.pem.utf8))
    #expect(try store.roots().generation == 0)
  }

  @Test func `roots come from the first path with certificates, even if it appears later`()
    throws
  {
    let early = folder.path + "/early.pem"
    let path = try folder.write(Array(one.root.pem.utf8), to: "roots.pem")
    _ = try folder.write([], to: "empty.pem")
    let empty = folder.path + "/empty.pem"
    let store = store(.file(early), .file(empty), .file(path), .file("/never"), count: .first)
    #expect(try isBelieved(one, by: store.roots()))
    _ = try folder.write(Array(two.root.pem.utf8), to: "early.pem")
    #expect(try isBelieved(one, by: store.roots()) == false)
    #expect(try isBelieved(two, by: store.roots()))
  }

  @Test func `if the system has no root certificates, the error lists every tried path`() throws {
    let empty = try folder.write([], to: "empty.pem")
    let store = store(
      .file(folder.path + "/a.pem"), .file(empty), .folder(folder.path + "/b"), count: .first)
    guard case .noRoots(let tried) = error(store) else {
      Issue.record("\(String(describing: error(store)))")
      return
    }
    #expect(tried.map(\.path) == [folder.path + "/a.pem", empty, folder.path + "/b"])
    #expect(tried.map { $0.fault == nil } == [false, true, false])
    let text = "\(Connections.TrustSourceError.noRoots(tried: tried))"
    for path in tried.map(\.path) { #expect(text.contains(path)) }
    #expect(text.contains("ca-certificates") && text.contains("No such file"))
  }

  @Test func `of several root paths, one unreadable path is an error`() throws {
    let path = try folder.write(Array(one.root.pem.utf8), to: "roots.pem")
    guard case .unreadable = error(store(.file(path), .folder(folder.path + "/missing"))) else {
      Issue.record("a missing folder")
      return
    }
    guard case .unreadable("", _) = error(store(.folder(""))) else {
      Issue.record("an empty path")
      return
    }
  }

  @Test func `a PEM and DER root folder is read again after files are added or removed`()
    throws
  {
    _ = try folder.write(Array(one.root.pem.utf8), to: "one.pem")
    _ = try folder.write(one.root.der, to: "0123abcd.0")
    _ = try folder.write(Array("not a certificate".utf8), to: "README")
    let store = store(.folder(folder.path))
    #expect(try isBelieved(one, by: store.roots()))
    #expect(try isBelieved(two, by: store.roots()) == false)
    _ = try folder.write(two.root.der, to: "two.der")
    #expect(try isBelieved(two, by: store.roots()))
    #expect(try store.roots().generation == 1)
    try folder.remove("two.der")
    #expect(try isBelieved(two, by: store.roots()) == false)
  }

  @Test func `a folder root that is trusted only for clients is not trusted for servers`() throws {
    var writer = DERWriter()
    writer.writeSequence { settings in
      settings.writeSequence { $0.writeOID(.clientAuthentication) }
    }
    let limited = PEM.encode(one.root.der + writer.bytes, as: .trustedCertificate)
    _ = try folder.write(Array(limited.utf8), to: "one.pem")
    _ = try folder.write(two.root.der, to: "two.der")
    let roots = try store(.folder(folder.path)).roots()
    #expect(try isBelieved(one, by: roots) == false)
    #expect(try isBelieved(two, by: roots))
  }

  @Test func `a root folder without any certificate is an error`() throws {
    _ = try folder.write(Array("not a certificate".utf8), to: "README")
    #expect(error(store(.folder(folder.path))) == .noCertificate(folder.path))
  }

  @Test func `a malformed certificate is an error in a given file, not in system roots`()
    throws
  {
    let broken = "-----BEGIN CERTIFICATE-----\nAA?=\n-----END CERTIFICATE-----\n"
    let path = try folder.write(Array((broken + one.root.pem).utf8), to: "roots.pem")
    #expect(try isBelieved(one, by: store(.file(path)).roots()))
    guard case .malformed(path, _, line: _) = error(store(.file(path), isStrict: true)) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func `the session's own roots replace the system roots or are added to them`() throws {
    let path = try folder.write(Array(one.root.pem.utf8), to: "roots.pem")
    let only = try Connections.Roots.only(pemFile: path)
    #expect(try isBelieved(one, by: only.roots()))
    #expect(try isBelieved(two, by: only.roots()) == false)
    let both = only.adding(.only([two.root]))
    #expect(try isBelieved(one, by: both.roots()))
    #expect(try isBelieved(two, by: both.roots()))
    #expect(try both.roots().digest != only.roots().digest)
    try folder.replace("roots.pem", with: Array(two.root.pem.utf8))
    #expect(try both.roots().generation == 1)
    #expect(try isBelieved(one, by: both.roots()) == false)
    #expect(throws: Connections.TrustSourceError.self) {
      try Connections.Roots.only(pemFile: path + "x")
    }
    #expect(throws: Connections.TrustSourceError.self) {
      try Connections.Roots.only(folder: path)
    }
  }

  @Test(.enabled(if: Files.exists(RootPlaces.files[0])))
  func `root certificates of the system's root file are trusted`() throws {
    let roots = try Connections.Roots.system.roots()
    let bundle = X509.Bundle(try Files.contents(of: RootPlaces.files[0]))
    #expect(bundle.entries.count > 100)
    for certificate in bundle.certificates().certificates.prefix(5) {
      let moment = UnixTime(
        secondsSinceEpoch: certificate.validity.notAfter.secondsSinceEpoch)
      let verifier = X509.Verifier(anchors: roots.anchors)
      let chain = try verifier.verify(certificate, for: .unnamedServer, at: moment)
      #expect(chain.anchor.certificate == certificate)
    }
  }
}
