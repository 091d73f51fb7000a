import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A client's certificate and key in files that change.
@Suite struct IdentityStoreTests {
  private let folder: TemporaryFolder
  private let authority: TestAuthority

  init() throws {
    folder = try TemporaryFolder()
    authority = try TestAuthority(keys: .ed25519)
  }

  private func store() -> IdentityStore {
    IdentityStore(chain: folder.path + "/tls.crt", key: folder.path + "/tls.key", password: nil)
  }

  @Test func `new certificate and key files are read after both files have changed`()
    throws
  {
    let (old, new) = (try ClientFiles("old", of: authority), try ClientFiles("new", of: authority))
    _ = try folder.write(old.chain, to: "tls.crt")
    _ = try folder.write(old.key, to: "tls.key")
    let store = store()
    let first = try #require(try store.identity())
    #expect(first.leaf.subject.commonName?.string == "old" && first.generation == 0)
    try folder.replace("tls.crt", with: new.chain)
    #expect(try store.identity()?.leaf == first.leaf)
    guard case .identity(.keyMismatch, chain: _, key: _) = store.problem else {
      Issue.record("\(String(describing: store.problem))")
      return
    }
    try folder.replace("tls.key", with: new.key)
    let second = try #require(try store.identity())
    #expect(second.leaf.subject.commonName?.string == "new" && second.generation == 1)
    #expect(store.problem == nil)
    // An identical new file needs no new connection.
    try folder.replace("tls.crt", with: new.chain)
    #expect(try store.identity()?.generation == 1)
  }

  @Test
  func `certificate files may be missing for a short time but not permanently`()
    throws
  {
    let client = try ClientFiles(of: authority)
    _ = try folder.write(client.chain, to: "tls.crt")
    let store = store()
    for _ in 0..<2 {
      #expect(throws: HTTPSession.TrustSourceError.self) { try store.identity() }
    }
    _ = try folder.write(client.key, to: "tls.key")
    #expect(try store.identity() != nil)
    try folder.remove("tls.key")
    #expect(try store.identity() != nil && store.problem != nil)
  }

  @Test func `invalid certificate files are reported when the session is configured`() throws {
    let (one, two) = (try ClientFiles("one", of: authority), try ClientFiles("two", of: authority))
    let chain = try folder.write(one.chain, to: "tls.crt")
    let key = try folder.write(two.key, to: "tls.key")
    #expect(
      throws: HTTPSession.TrustSourceError.identity(
        .keyMismatch(X509.Name([.commonName: "one"])), chain: chain, key: key)
    ) { try HTTPSession.ClientIdentity.pem(chain: chain, key: key) }
    #expect(throws: HTTPSession.TrustSourceError.self) {
      try HTTPSession.ClientIdentity.pem(chain: chain, key: key + "x")
    }
    try folder.replace("tls.key", with: one.key)
    let identity = try HTTPSession.ClientIdentity.pem(chain: chain, key: key)
    #expect(try identity.identity()?.chain.count == 2)
    #expect(try identity.identity()?.schemes == [.ed25519])
    let fixed = HTTPSession.ClientIdentity.fixed(try #require(try identity.identity()))
    #expect(try fixed.identity()?.leaf == identity.identity()?.leaf)
  }

  @Test func `one PEM file may contain the certificates and the private key`() throws {
    let client = try ClientFiles(of: authority)
    let path = try folder.write(client.chain + client.key, to: "both.pem")
    let identity = try HTTPSession.ClientIdentity.pem(chain: path, key: path)
    #expect(try identity.identity()?.chain.count == 2)
  }

  @Test func `a changed PKCS 12 file is read again as the client identity`() throws {
    func store(_ name: String) throws -> [UInt8] {
      let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
      return try Files.contents(of: FilePath("\(root)/Fixtures/keystores/\(name).p12"))
    }
    let path = try folder.write(store("p256"), to: "client.p12")
    let identity = try HTTPSession.ClientIdentity.pkcs12(file: path, password: "apus")
    let first = try #require(try identity.identity())
    #expect(first.leaf.subject.commonName?.string == "p256" && first.chain.count == 2)
    try folder.replace("client.p12", with: store("ed25519"))
    let second = try #require(try identity.identity())
    #expect(second.leaf.subject.commonName?.string == "ed25519" && second.generation == 1)
    // An unreadable file leaves the previous contents in use.
    try folder.replace("client.p12", with: [0x30])
    #expect(try identity.identity()?.leaf == second.leaf)
    let mistaken = #expect(throws: HTTPSession.TrustSourceError.self) {
      try HTTPSession.ClientIdentity.pkcs12(file: path, password: "hunter2")
    }
    let words = mistaken?.description ?? ""
    #expect(words.contains("client.p12: ") && !words.contains("hunter2"))
    _ = try folder.write(store("legacy"), to: "old.p12")
    #expect(throws: HTTPSession.TrustSourceError.self) {
      try HTTPSession.ClientIdentity.pkcs12(file: folder.path + "/old.p12", password: "apus")
    }
    let old = try HTTPSession.ClientIdentity.pkcs12(
      file: folder.path + "/old.p12", password: "apus", allowingLegacyEncryption: true)
    #expect(try old.identity() != nil)
  }

  @Test func `no description of an identity shows its key, password or file contents`() throws {
    let client = try ClientFiles(of: authority)
    let chain = try folder.write(client.chain, to: "tls.crt")
    let key = try folder.write(client.key, to: "tls.key")
    let identity = try HTTPSession.ClientIdentity.pem(chain: chain, key: key, password: "hunter2")
    var text = "\(identity)" + String(reflecting: identity)
    dump(identity, to: &text)
    let secret = String(decoding: client.key, as: UTF8.self).split(separator: "\n")[1]
    #expect(!text.contains("hunter2") && !text.contains(secret))
    let mistaken = #expect(throws: HTTPSession.TrustSourceError.self) {
      try HTTPSession.ClientIdentity.pem(chain: key, key: chain, password: "hunter2")
    }
    let words = "\(String(describing: mistaken))" + (mistaken?.description ?? "")
    #expect(!words.contains("hunter2") && !words.contains(secret))
  }
}
