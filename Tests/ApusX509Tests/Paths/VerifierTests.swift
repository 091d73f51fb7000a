import ApusASN1
import ApusX509
import Testing

/// Paths from leaves to anchors. RFC 5280 section 6.
@Suite struct VerifierTests {
  private let root: TestAuthority
  private let authority: TestAuthority
  private let leaf: X509.Certificate

  init() throws {
    root = try TestAuthority(root: .authority("root"))
    authority = try root.authority(.authority("authority"))
    leaf = try authority.issue(.leaf("www.example.org"))
  }

  private func verifier(
    _ profile: X509.Profile = .web, _ change: (inout X509.Budgets) -> Void = { _ in }
  ) -> X509.Verifier {
    var budgets = X509.Budgets()
    change(&budgets)
    return X509.Verifier(
      anchors: X509.Anchors([root.certificate]), profile: profile, budgets: budgets)
  }

  private func fault(
    _ leaf: X509.Certificate, _ bag: [X509.Certificate], by verifier: X509.Verifier? = nil,
    for purpose: X509.Purpose = .unnamedServer, at moment: UnixTime = Recipe.moment
  ) -> X509.Fault? {
    rejection(leaf, bag, by: verifier, for: purpose, at: moment)?.fault
  }

  private func rejection(
    _ leaf: X509.Certificate, _ bag: [X509.Certificate], by verifier: X509.Verifier? = nil,
    for purpose: X509.Purpose = .unnamedServer, at moment: UnixTime = Recipe.moment
  ) -> X509.TrustFailure? {
    do throws(X509.TrustFailure) {
      _ = try (verifier ?? self.verifier()).verify(
        leaf, intermediates: bag, for: purpose, at: moment)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a path is found in any order, with duplicates and unrelated certificates`() throws {
    let stranger = try TestAuthority(root: .authority("stranger")).certificate
    let bag = [stranger, root.certificate, leaf, authority.certificate, authority.certificate]
    for bag in [bag, bag.reversed()] {
      let chain = try verifier().verify(
        leaf, intermediates: bag, for: .unnamedServer, at: Recipe.moment)
      #expect(chain.certificates == [leaf, authority.certificate])
      #expect(chain.anchor == X509.Anchor(root.certificate))
      #expect(chain.leaf == leaf && chain.moment == Recipe.moment)
    }
  }

  @Test func `a certificate is trusted from its first to its last second`() {
    let bag = [authority.certificate]
    func fault(at second: Int64) -> X509.Fault? {
      self.fault(leaf, bag, at: UnixTime(secondsSinceEpoch: second))
    }
    let (first, last) = (Recipe.leafSeconds.lowerBound, Recipe.leafSeconds.upperBound)
    #expect(fault(at: first) == nil)
    #expect(fault(at: last) == nil)
    let early = UnixTime(secondsSinceEpoch: first - 1)
    #expect(
      self.fault(leaf, bag, at: early)
        == .notYetValid(ASN1.Time(secondsSinceEpoch: first), at: early))
    let late = UnixTime(secondsSinceEpoch: last + 1)
    #expect(
      self.fault(leaf, bag, at: late)
        == .expired(ASN1.Time(secondsSinceEpoch: last), at: late))
  }

  @Test func `the dates of a trust anchor are checked, but its signature is not`() throws {
    let key = try TestKey()
    var recipe = try Recipe.authority("root")
    recipe.algorithm = X509.Algorithm(.sha1WithRSAEncryption, .null)
    let old = try TestAuthority(root: recipe, key: key)
    let leaf = try old.issue(.leaf("www.example.org"))
    let trusting = X509.Verifier(anchors: X509.Anchors([old.certificate]), profile: .web)
    #expect(fault(leaf, [], by: trusting) == nil)
    recipe.validity = try X509.Validity(from: 0, through: 1_799_999_999)
    let expired = try TestAuthority(root: recipe, key: key)
    let believing = X509.Verifier(anchors: X509.Anchors([expired.certificate]), profile: .web)
    let rejection = self.rejection(leaf, [], by: believing)
    #expect(rejection?.paths[0].place == .anchor)
    #expect(
      rejection?.fault
        == .expired(ASN1.Time(secondsSinceEpoch: 1_799_999_999), at: Recipe.moment))
  }

  @Test func `an expired authority is replaced by another certificate with the same key`() throws {
    let expired = try root.authority(
      .authority("authority").changed {
        $0.validity = try X509.Validity(from: 0, through: 1_799_999_999)
      }, key: authority.key)
    let stranger = try TestAuthority(root: .authority("stranger"))
    let crossSigned = try stranger.authority(.authority("authority"), key: authority.key)
    let bag = [expired.certificate, crossSigned.certificate]
    let chain = try verifier().verify(
      leaf, intermediates: bag + [authority.certificate], for: .unnamedServer, at: Recipe.moment)
    #expect(chain.certificates == [leaf, authority.certificate])
    let rejection = self.rejection(leaf, bag)
    #expect(rejection?.paths[0].culprit == expired.certificate)
  }

  @Test func `among authorities with the same name, the signer of the leaf is found`() throws {
    let namesakes = try (0..<4).map { _ in try root.authority(.authority("authority")).certificate }
    for place in 0...4 {
      var bag = namesakes
      bag.insert(authority.certificate, at: place)
      // If the leaf does not identify the key, each of them is possible.
      let unspecific = try authority.issue(
        .leaf("www.example.org").changed { $0.hasAuthorityKeyIdentifier = false })
      #expect(fault(unspecific, bag, by: verifier(.default)) == nil)
      #expect(fault(leaf, bag, by: verifier { $0.signatures = 2 }) == nil)
    }
    #expect(fault(leaf, namesakes) == .wrongSignature)
  }

  @Test func `the error for a missing issuer has its name and its address`() throws {
    let url = try X509.IA5Text("http://ca.example.org/authority.crt")
    let leaf = try authority.issue(
      .leaf("www.example.org").changed { $0.access = try .access(url.string) })
    let rejection = try #require(self.rejection(leaf, []))
    guard case .missingIssuer(let missing) = rejection.fault else {
      Issue.record("\(rejection)")
      return
    }
    #expect(missing.name == authority.certificate.subject)
    #expect(missing.keyIdentifier == (try authority.key.identifier.bytes))
    #expect(missing.urls == [url])
    #expect(rejection.explanation.contains("CN=authority"))
    #expect(rejection.explanation.contains("http://ca.example.org/authority.crt"))
    #expect(rejection.explanation.contains("RFC 5280 section 6.1"))
  }

  @Test func `a path that ends with an untrusted root has an error for the root`() throws {
    let stranger = try TestAuthority(root: .authority("stranger"))
    let leaf = try stranger.issue(.leaf("www.example.org"))
    let rejection = self.rejection(leaf, [stranger.certificate])
    #expect(rejection?.fault == .untrustedRoot)
    #expect(rejection?.paths[0].culprit == stranger.certificate)
  }

  @Test func `a certificate with a changed signature is rejected`() throws {
    var der = leaf.der
    der[leaf.signedRange.upperBound - 1] ^= 1
    #expect(fault(try X509.Certificate(der), [authority.certificate]) != nil)
    var signature = leaf.der
    signature[leaf.signatureRange.upperBound - 1] ^= 1
    #expect(
      fault(try X509.Certificate(signature), [authority.certificate]) == .wrongSignature)
  }
}
