import ApusNames
import ApusNet
import ApusX509
import Testing

/// Certificates as people make them for themselves, under each profile. RFC 5280 section 6.
@Suite struct ProfileTests {
  private let own: X509.Certificate
  private let authority: X509.Certificate
  private let server: X509.Certificate
  private let client: X509.Certificate

  init() throws {
    own = try Self.certificate("self-signed")
    authority = try Self.certificate("private-ca")
    server = try Self.certificate("private-server")
    client = try Self.certificate("private-client")
  }

  private static func certificate(_ name: String) throws -> X509.Certificate {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let bundle = X509.Bundle(try Files.contents(of: "\(root)/Fixtures/chains/\(name).pem"))
    return try bundle.certificate(at: 0)
  }

  private func answer(
    _ leaf: X509.Certificate, trusting anchor: X509.Certificate, _ profile: X509.Profile,
    for purpose: X509.Purpose, days: Int64 = 1
  ) -> Result<X509.VerifiedChain, X509.TrustFailure> {
    let verifier = X509.Verifier(anchors: X509.Anchors([anchor]), profile: profile)
    let seconds = leaf.validity.notBefore.secondsSinceEpoch + days * 86_400
    return Result { () throws(X509.TrustFailure) in
      try verifier.verify(leaf, for: purpose, at: UnixTime(secondsSinceEpoch: seconds))
    }
  }

  private func fault(
    _ leaf: X509.Certificate, trusting anchor: X509.Certificate, _ profile: X509.Profile,
    for purpose: X509.Purpose, days: Int64 = 1
  ) -> X509.Fault? {
    switch answer(leaf, trusting: anchor, profile, for: purpose, days: days) {
    case .success: nil
    case .failure(let rejection): rejection.fault
    }
  }

  private func server(_ host: String) throws -> X509.Purpose { .server(try CanonicalHost(host)) }

  @Test func `a self-signed server certificate is trusted if it is a trust anchor`() throws {
    for host in ["intranet.example.org", "192.0.2.7"] {
      let chain = try answer(own, trusting: own, .default, for: server(host)).get()
      #expect(chain.certificates == [own])
    }
    #expect(try fault(own, trusting: authority, .default, for: server("192.0.2.7")) != nil)
    #expect(try fault(own, trusting: own, .web, for: server("192.0.2.7")) != nil)
  }

  @Test func `the dates and the name of a leaf that is a trust anchor are checked`() throws {
    let host = try server("intranet.example.org")
    guard case .name = fault(own, trusting: own, .default, for: try server("example.org")),
      case .notYetValid = fault(own, trusting: own, .default, for: host, days: -1),
      case .expired = fault(own, trusting: own, .default, for: host, days: 36_501)
    else {
      Issue.record("a date or a name does not hold")
      return
    }
  }

  @Test func `a server without key identifiers is trusted by default, and not by web`() throws {
    for host in ["db.internal.example", "db_main"] {
      let chain = try answer(server, trusting: authority, .default, for: server(host)).get()
      #expect(chain.anchor.certificate == authority)
    }
    #expect(try fault(server, trusting: authority, .web, for: server("db.internal.example")) != nil)
  }

  @Test func `a client certificate is trusted as a client, and not as a server`() throws {
    #expect(fault(client, trusting: authority, .client, for: .client) == nil)
    #expect(
      fault(client, trusting: authority, .client, for: .unnamedServer)
        == .wrongPurpose(.serverAuthentication, found: [.clientAuthentication]))
    // This certificate has no purposes.
    #expect(fault(server, trusting: authority, .client, for: .client) == nil)
  }
}
