import ApusASN1
import Testing

@testable import ApusX509

/// Trusted anchors: certificates, bare keys, bundles. RFC 5280 section 6.1.1(d).
@Suite struct AnchorsTests {
  private func answer(
    _ leaf: X509.Certificate, trusting anchors: X509.Anchors, _ profile: X509.Profile = .web,
    for purpose: X509.Purpose = .unnamedServer
  ) -> Result<X509.VerifiedChain, X509.TrustFailure> {
    let verifier = X509.Verifier(anchors: anchors, profile: profile)
    return Result { () throws(X509.TrustFailure) in
      try verifier.verify(leaf, for: purpose, at: Recipe.moment)
    }
  }

  @Test func `a public key with an issuer name is a trust anchor without a certificate`() throws {
    let root = try TestAuthority(root: .authority("root"))
    let leaf = try root.issue(.leaf("www.example.org"))
    let anchor = X509.Anchor(root.certificate.subject, root.certificate.publicKey)
    let chain = try answer(leaf, trusting: X509.Anchors([anchor])).get()
    #expect(chain.anchor == anchor && chain.anchor.certificate == nil)
    let stranger = X509.Anchor(root.certificate.subject, try TestKey().publicKey)
    #expect(throws: X509.TrustFailure.self) {
      try answer(leaf, trusting: X509.Anchors([stranger])).get()
    }
    let renamed = X509.Anchor(X509.Name([.commonName: "other"]), root.certificate.publicKey)
    #expect(throws: X509.TrustFailure.self) {
      try answer(leaf, trusting: X509.Anchors([renamed])).get()
    }
    #expect(throws: Never.self) {
      try answer(leaf, trusting: X509.Anchors([renamed]).union(X509.Anchors([anchor]))).get()
    }
  }

  @Test func `a bundle certificate is a trust anchor unless its trust settings reject it`()
    throws
  {
    let root = try TestAuthority(root: .authority("root"))
    let leaf = try root.issue(
      .leaf("www.example.org").changed {
        $0.extendedKeyUsage = try .purposes(.serverAuthentication, .clientAuthentication)
      })
    let plain = X509.Bundle(Array(PEM.encode(root.certificate.der, as: .certificate).utf8))
    #expect(throws: Never.self) { try answer(leaf, trusting: X509.Anchors(plain)).get() }
    var writer = DERWriter()
    writer.writeSequence { settings in
      settings.writeSequence { $0.writeOID(.clientAuthentication) }
    }
    let text = PEM.encode(root.certificate.der + writer.bytes, as: .trustedCertificate)
    let limited = X509.Anchors(X509.Bundle(Array(text.utf8)))
    #expect(throws: Never.self) { try answer(leaf, trusting: limited, for: .client).get() }
    #expect(throws: X509.TrustFailure.self) { try answer(leaf, trusting: limited).get() }
  }

  @Test func `a leaf certificate that is a trust anchor is trusted only by private profiles`()
    throws
  {
    let leaf = try TestAuthority(
      root: .leaf("www.example.org").changed {
        $0.basicConstraints = X509.Extension(
          .basicConstraints(.authority(pathLength: nil)), isCritical: true)
      }
    ).certificate
    for anchors in [X509.Anchors([leaf]), X509.Anchors(X509.Bundle(leaf.der))] {
      for profile in [X509.Profile.default, X509.Profile("leaf", [.endEntityLeaf])] {
        let chain = try answer(leaf, trusting: anchors, profile).get()
        #expect(chain.certificates == [leaf] && chain.anchor.certificate == leaf)
      }
      let rejection = #expect(throws: X509.TrustFailure.self) {
        try answer(leaf, trusting: anchors).get()
      }
      #expect(rejection?.paths.contains { $0.fault == .broken(.endEntityLeaf) } == true)
      let issued = #expect(throws: X509.TrustFailure.self) {
        try answer(leaf, trusting: anchors, X509.Profile("issued", [.issuedLeaf])).get()
      }
      #expect(issued?.fault == .broken(.issuedLeaf))
    }
    #expect(throws: X509.TrustFailure.self) {
      try answer(leaf, trusting: X509.Anchors([leaf]), .default, for: .client).get()
    }
  }

  @Test func `a certificate issued by a trusted leaf certificate is not trusted`() throws {
    let server = try TestAuthority(root: .leaf("www.example.org"))
    let forged = try server.issue(.leaf("mail.example.org"))
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try answer(forged, trusting: X509.Anchors([server.certificate]), .default).get()
    }
    #expect(rejection?.fault == .notAuthority)
  }

  @Test(.enabled(if: Roots.isPresent))
  func `the web profile accepts every root certificate that the system trusts`() throws {
    let roots = try Roots.certificates().map { try X509.Certificate($0) }
    #expect(roots.count > 100)
    for root in roots {
      let moment = UnixTime(secondsSinceEpoch: root.validity.notAfter.secondsSinceEpoch)
      let judge = X509.CertificateJudge(profile: .web, purpose: .unnamedServer, moment: moment)
      let fault = judge.fault(of: root, as: .anchor)
      #expect(fault == nil, "\(root)")
      #expect(throws: Never.self) { try root.verificationKey() }
    }
  }
}
