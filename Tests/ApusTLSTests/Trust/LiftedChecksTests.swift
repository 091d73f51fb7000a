import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// Checks that remain although every member of the danger set is given.
@Suite struct LiftedChecksTests {
  private let root: TestAuthority
  private let roots: X509.Anchors
  private let host: CanonicalHost

  init() throws {
    root = try TestAuthority.alone("root")
    roots = X509.Anchors([root.root])
    host = try CanonicalHost("www.example.org")
  }

  private func fault(
    _ presented: [X509.Certificate], trusting roots: X509.Anchors? = nil
  ) -> X509.Fault? {
    var policy = TLS.Policy()
    policy.danger = .all
    do throws(TLS.TrustFailure) {
      _ = try policy.evaluate(
        presented, for: host, at: TestAuthority.moment, trusting: roots ?? self.roots)
      return nil
    } catch {
      return error.pathFailure?.fault
    }
  }

  private func forged(_ certificate: X509.Certificate) throws -> X509.Certificate {
    var der = certificate.der
    der[der.count - 40] ^= 1
    return try X509.Certificate(der)
  }

  @Test func `a certificate with the issuer's name but a forged signature is rejected`() throws {
    #expect(fault([try forged(root.leaf("www.example.org"))]) == .wrongSignature)
    let authority = try TestAuthority(keys: .ed25519, at: TestAuthority.moment)
    let leaf = try forged(authority.leaf("www.example.org"))
    let anchors = X509.Anchors([authority.root])
    #expect(fault([leaf, authority.issuer], trusting: anchors) == .wrongSignature)
  }

  @Test func `a host name outside the name constraints of a trusted root is rejected`() throws {
    let subtree = X509.Subtree.dns(try X509.IA5Text("example.net"))
    let constraints = try X509.NameConstraints(permitted: [subtree])
    let limited = try TestAuthority.alone("limited") {
      $0.extensions.append(X509.Extension(.nameConstraints(constraints), isCritical: true))
    }
    var policy = TLS.Policy()
    policy.danger = .all
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try policy.evaluate(
        [try limited.leaf("www.example.org"), limited.root], for: host,
        at: TestAuthority.moment, trusting: X509.Anchors([limited.root]))
    }
    guard case .constraint = refusal?.pathFailure?.fault else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `a certificate with an unknown critical extension is rejected`() throws {
    let strange = X509.Extension(.other(.netscapeComment, [0x16, 1, 0x78]), isCritical: true)
    let stranger = try TestAuthority.alone("stranger")
    for authority in [root, stranger] {
      let leaf = try authority.leaf("www.example.org") { $0.extensions.append(strange) }
      #expect(
        fault([leaf, authority.root]) == .unknownCriticalExtension(.netscapeComment))
    }
  }

  @Test func `an issuer without CA rights is rejected even if trust is not required`() throws {
    let key = try TestAuthority.newKey()
    let server = try root.leaf("mail.example.org", for: X509.PublicKey(key.publicKey))
    // A leaf that a leaf has issued: the name is the server's, the key is its own.
    let below = try TestAuthority.forged("www.example.org", by: key, issuedAs: server.subject)
    #expect(fault([below, server]) == .notAuthority)
  }

  @Test func `a self-issued certificate with another key's signature counts as untrusted`() throws {
    let stranger = try TestAuthority.newKey()
    let name = X509.Name([.commonName: "www.example.org"])
    let leaf = try TestAuthority.forged("www.example.org", by: stranger, issuedAs: name)
    #expect(leaf.isSelfIssued)
    for danger in [TLS.Danger.selfSigned, .untrusted] {
      var policy = TLS.Policy()
      policy.danger = danger
      let chain = try? policy.evaluate(
        [leaf], for: host, at: TestAuthority.moment, trusting: roots)
      #expect(chain?.lifted == (danger == .untrusted ? .untrusted : nil))
    }
  }

  @Test func `a server that sends no certificate is rejected`() throws {
    var policy = TLS.Policy()
    policy.danger = .all
    policy.evaluator = TLS.Evaluator("everybody") { _ in .accept }
    let refusal = #expect(throws: TLS.TrustFailure.self) {
      try policy.evaluate([], for: host, at: TestAuthority.moment, trusting: roots)
    }
    #expect(refusal?.reason == .noCertificate && refusal?.alert == .decodeError)
  }

  @Test func `each disabled check has a source code name and a warning`() {
    #expect(TLS.Danger(rawValue: 0xff) == .all)
    #expect(
      TLS.Danger.all.names == ["wrongHost", "expired", "untrusted", "selfSigned", "overruled"])
    #expect(TLS.Danger(names: ["expired", "wrongHost"]) == [.wrongHost, .expired])
    #expect(TLS.Danger(names: ["expired", "everything"]) == nil)
    #expect(TLS.Danger().description == "no check of server certificates is disabled")
    for name in TLS.Danger.all.names {
      let member = TLS.Danger(names: [name])
      #expect(member?.description.utf8.starts(with: "DANGER: ".utf8) == true)
    }
  }
}
