import ApusASN1
import ApusNames
import Testing

@testable import ApusX509

/// Each rule of a profile, broken separately. RFC 5280 section 4, and the baseline requirements of
/// the CA/Browser Forum.
@Suite struct RequirementTests {
  /// A root, an authority and a leaf from recipes that are valid for the web, except for one
  /// change.
  struct Trio {
    var root: Recipe
    var authority: Recipe
    var leaf: Recipe
    var purpose = X509.Purpose.unnamedServer

    init() throws {
      root = try .authority("root")
      authority = try .authority("authority")
      leaf = try .leaf("www.example.org")
    }

    static let keys = Result { (try TestKey(), try TestKey()) }

    func answer(under profile: X509.Profile) throws -> Result<X509.VerifiedChain, X509.TrustFailure>
    {
      let keys = try Self.keys.get()
      let root = try TestAuthority(root: root, key: keys.0)
      let authority = try root.authority(authority, key: keys.1)
      let leaf = try authority.issue(leaf)
      let anchors = X509.Anchors([root.certificate])
      let verifier = X509.Verifier(anchors: anchors, profile: profile)
      return Result { () throws(X509.TrustFailure) in
        try verifier.verify(
          leaf, intermediates: [authority.certificate], for: purpose, at: Recipe.moment)
      }
    }
  }

  private static func breaking(_ requirement: X509.Requirement) throws -> Trio {
    var trio = try Trio()
    switch requirement {
    case .version3: trio.leaf.version = .v1
    case .positiveSerialNumber: trio.leaf.serialNumber = X509.SerialNumber(content: [0x80])
    case .requiredTimeForm: trio.leaf.validity = try generalizedValidity()
    case .readableExtensions:
      trio.leaf.access = X509.Extension(.other(.authorityInformationAccess, [0x30, 1]))
    case .identicalNames: trio.leaf.issuer = X509.Name([.commonName: "AUTHORITY"])
    case .criticalBasicConstraints: trio.authority.basicConstraints?.isCritical = false
    case .statedSigning: trio.authority.keyUsage = nil
    case .subjectKeyIdentifier: trio.authority.hasSubjectKeyIdentifier = false
    case .authorityKeyIdentifier: trio.leaf.hasAuthorityKeyIdentifier = false
    case .ownKeyIdentifier:
      let other = X509.AuthorityKeyIdentifier(keyIdentifier: [1, 2, 3])
      trio.root.authorityKeyIdentifier = X509.Extension(.authorityKeyIdentifier(other))
    case .criticality:
      let inhibition = try X509.InhibitAnyPolicy(after: 9)
      trio.leaf.others = [X509.Extension(.inhibitAnyPolicy(inhibition), isCritical: false)]
    case .alternativeNameCriticality: trio.leaf.alternativeName?.isCritical = true
    case .endEntityLeaf:
      trio.leaf.basicConstraints = X509.Extension(
        .basicConstraints(.authority(pathLength: nil)), isCritical: true)
    case .unconstrainedLeaf:
      let constraints = try X509.NameConstraints(excluded: [.dns(try X509.IA5Text("example.net"))])
      trio.leaf.others = [X509.Extension(.nameConstraints(constraints), isCritical: true)]
    case .statedPurposes:
      trio.leaf.extendedKeyUsage = try .purposes(.serverAuthentication, .anyExtendedKeyUsage)
    case .signingLeaf:
      trio.leaf.publicKey = TestKey.rsa(bitCount: 2048)
      trio.leaf.keyUsage = try .uses([.keyEncipherment])
    case .unlimitedAnchor: trio.root.extendedKeyUsage = try .purposes(.serverAuthentication)
    case .webKeys:
      trio.leaf.publicKey = X509.PublicKey(X509.Algorithm(.ed25519), bits: TestKey.ed25519)
    case .hostNameSyntax: trio.leaf = try .leaf("foo_bar.example.org")
    case .noSuffixWildcards:
      trio.leaf = try .leaf("*.github.io")
      trio.purpose = .server(try CanonicalHost("example.github.io"))
    case .commonNameIsAlternative, .commonNameSpelling, .noForeignCommonName,
      .alternativeNameForms, .serverPurposes, .noOtherPurposes,
      .purposeCriticality, .leafCriticality, .leafUses, .statedPolicies, .accessLocations,
      .lifetime, .criticalKeyUsage, .keyIdentifierAlone, .distributionPoints, .singleAttributes,
      .noUniqueIdentifiers:
      try breakPublicRule(requirement, of: &trio)
    case .issuedLeaf, .explicitParameters, .listTimeForm, .listKeyIdentifier,
      .listCriticality, .numberedLists:
      break
    }
    return trio
  }

  /// Breaks a rule of the Baseline Requirements that `CertificateJudge+Web` checks.
  private static func breakPublicRule(
    _ requirement: X509.Requirement, of trio: inout Trio
  ) throws {
    switch requirement {
    case .commonNameIsAlternative:
      trio.leaf.subject = X509.Name([.organizationName: "Example", .commonName: "server"])
    case .noForeignCommonName: trio.leaf.subject = X509.Name([.commonName: "www.example.net"])
    case .commonNameSpelling: trio.leaf.alternativeName = try .hosts(["WWW.example.org"])
    case .alternativeNameForms:
      let names: [X509.GeneralName] = [
        .dns(try X509.IA5Text("www.example.org")), .email(try X509.IA5Text("a@example.org")),
      ]
      trio.leaf.alternativeName = X509.Extension(
        .subjectAlternativeName(try X509.SubjectAlternativeName(names)))
    case .serverPurposes: trio.leaf.extendedKeyUsage = nil
    case .noOtherPurposes:
      trio.leaf.extendedKeyUsage = try .purposes(.serverAuthentication, .codeSigning)
    case .purposeCriticality: trio.leaf.extendedKeyUsage?.isCritical = true
    case .leafCriticality: trio.leaf.keyUsage?.isCritical = false
    case .leafUses: trio.leaf.keyUsage = try .uses([.digitalSignature, .keyEncipherment])
    case .statedPolicies: trio.leaf.policies = nil
    case .accessLocations: trio.leaf.access = nil
    case .lifetime:
      let start = Recipe.leafSeconds.lowerBound
      trio.leaf.validity = try X509.Validity(from: start, through: start + 200 * 86_400)
    case .criticalKeyUsage: trio.authority.keyUsage?.isCritical = false
    case .keyIdentifierAlone:
      let names = [X509.GeneralName.directory(trio.root.subject)]
      let issuer = try X509.AuthorityKeyIdentifier.Issuer(names, X509.SerialNumber([1]))
      let key = try Trio.keys.get().1.identifier.bytes
      trio.leaf.authorityKeyIdentifier = X509.Extension(
        .authorityKeyIdentifier(X509.AuthorityKeyIdentifier(keyIdentifier: key, issuer: issuer)))
    case .distributionPoints:
      let url = X509.GeneralName.uri(try X509.IA5Text("http://ca.example.org/some.crl"))
      let point = try X509.DistributionPoint(.full([url]), reasons: [.keyCompromise])
      trio.leaf.others = [
        X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
      ]
    case .singleAttributes:
      trio.leaf.subject = X509.Name([.organizationName: "A", .countryName: "SE"])
      trio.leaf.subject.steps.append(trio.leaf.subject.steps[0])
    case .noUniqueIdentifiers:
      let der: [UInt8] = [3, 2, 0, 9]
      var reader = DERReader(der.indices)
      trio.leaf.uniqueID = X509.TBSCertificate.UniqueID(
        try reader.readBitString(in: der.span), in: der.span)
    default: Issue.record("nothing breaks \(requirement)")
    }
  }

  /// Dates in GeneralizedTime, which years through 2049 must not have.
  private static func generalizedValidity() throws -> X509.Validity {
    var writer = DERWriter()
    try writer.writeSequence { (fields) throws(ASN1Error) in
      for second in [Recipe.leafSeconds.lowerBound, Recipe.leafSeconds.upperBound] {
        try fields.writeTime(ASN1.Time(secondsSinceEpoch: second, isGeneralized: true))
      }
    }
    var reader = X509.Reader(DERReader(writer.bytes.indices), .validity)
    var flaws = X509.Flaws(areTolerated: false)
    return try X509.Validity(from: &reader, in: writer.bytes.span, &flaws)
  }

  /// The rules that a trio can break, without rules about lists, anchors and their keys.
  private static let breakable = X509.Requirement.allCases.filter { requirement in
    switch requirement {
    case .issuedLeaf, .explicitParameters, .listTimeForm, .listKeyIdentifier,
      .listCriticality, .numberedLists:
      false
    default: true
    }
  }

  @Test func `a path that breaks no rule is trusted under every profile`() throws {
    for profile in [X509.Profile.web, .baseline, .default, X509.Profile("all", .all)] {
      #expect(throws: Never.self) { try Trio().answer(under: profile).get() }
    }
  }

  @Test(arguments: breakable)
  func `a profile with one rule rejects a path that breaks the rule, and names it`(
    _ requirement: X509.Requirement
  ) throws {
    let trio = try Self.breaking(requirement)
    let profile = X509.Profile("one", [requirement])
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try trio.answer(under: profile).get()
    }
    switch (requirement, rejection?.fault) {
    case (.readableExtensions, .unreadable): break
    case (.noSuffixWildcards, .name(.refused(_, "*.github.io", .suffix))): break
    case (_, let fault): #expect(fault == .broken(requirement))
    }
  }

  @Test(arguments: breakable)
  func `a path that breaks one rule is trusted by a profile of independent rules`(
    _ requirement: X509.Requirement
  ) throws {
    let trio = try Self.breaking(requirement)
    #expect(throws: Never.self) { try trio.answer(under: .default).get() }
    let implied: X509.Requirements =
      switch requirement {
      // Version 1 has no extensions, so no rule about one can be broken.
      case .version3:
        [
          .version3, .authorityKeyIdentifier, .serverPurposes, .statedPolicies, .accessLocations,
          .commonNameIsAlternative, .alternativeNameForms, .noForeignCommonName,
        ]
      case .commonNameSpelling, .noForeignCommonName: [requirement, .commonNameIsAlternative]
      default: [requirement]
      }
    let profile = X509.Profile("others", .all.subtracting(implied))
    #expect(throws: Never.self) { try trio.answer(under: profile).get() }
  }

  /// The rules that only the baseline profile requires.
  private static let ofBaselineAlone: [X509.Requirement] = [
    .commonNameIsAlternative, .leafCriticality, .statedPolicies, .accessLocations, .lifetime,
    .criticalKeyUsage,
  ]

  @Test func `the baseline profile has six more rules than web, and all rules except one`() {
    let web = X509.Profile.web.requirements
    let baseline = X509.Profile.baseline.requirements
    #expect(baseline.subtracting(web) == X509.Requirements(Self.ofBaselineAlone))
    #expect(web.subtracting(baseline) == [])
    #expect(X509.Requirements.all.subtracting(baseline) == [.signingLeaf])
    #expect(Array(X509.Profile.default.requirements).isEmpty)
  }

  @Test(arguments: ofBaselineAlone)
  func `the web profile trusts violations of the rules that only baseline has`(
    _ requirement: X509.Requirement
  ) throws {
    let trio = try Self.breaking(requirement)
    #expect(throws: Never.self) { try trio.answer(under: .web).get() }
    let rejection = #expect(throws: X509.TrustFailure.self) {
      try trio.answer(under: .baseline).get()
    }
    #expect(rejection?.fault == .broken(requirement))
  }

  @Test(arguments: X509.Requirement.allCases)
  func `each profile rule has a description and a section`(_ requirement: X509.Requirement) {
    #expect(!requirement.description.isEmpty)
    #expect(requirement.section.hasPrefix("RFC ") || requirement.section.hasPrefix("CA/Browser "))
    #expect(X509.Requirements([requirement]).map(\.self) == [requirement])
  }
}
