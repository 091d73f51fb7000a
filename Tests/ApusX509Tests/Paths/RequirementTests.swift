import ApusASN1
import ApusNames
import Testing

@testable import ApusX509

/// Each rule that a profile may ask for, broken by itself. RFC 5280 section 4, and the baseline
/// requirements of the CA/Browser Forum.
@Suite struct RequirementTests {
  /// A root, an authority and a leaf by recipes that are right for the web, but for one change.
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

    private static let keys = Result { (try TestKey(), try TestKey()) }

    func answer(under profile: X509.Profile) throws -> Result<X509.VerifiedChain, X509.Rejection> {
      let keys = try Self.keys.get()
      let root = try TestAuthority(root: root, key: keys.0)
      let authority = try root.authority(authority, key: keys.1)
      let leaf = try authority.issue(leaf)
      let anchors = X509.Anchors([root.certificate])
      let verifier = X509.Verifier(anchors: anchors, profile: profile)
      return Result { () throws(X509.Rejection) in
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
      trio.leaf.others = [X509.Extension(.other(.authorityInformationAccess, [0x30, 1]))]
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
      trio.leaf.basicConstraints = X509.Extension(.basicConstraints(.authority(pathLength: nil)))
    case .unconstrainedLeaf:
      let constraints = try X509.NameConstraints(excluded: [.dns(try X509.IA5Text("example.net"))])
      trio.leaf.others = [X509.Extension(.nameConstraints(constraints), isCritical: true)]
    case .statedPurposes:
      trio.leaf.extendedKeyUsage = try .purposes(.serverAuthentication, .anyExtendedKeyUsage)
    case .signingLeaf:
      trio.leaf.keyUsage = X509.Extension(.keyUsage(try X509.KeyUsage([.keyEncipherment])))
    case .unlimitedAnchor: trio.root.extendedKeyUsage = try .purposes(.serverAuthentication)
    case .webKeys:
      let bits = [UInt8](repeating: 7, count: 32)
      trio.leaf.publicKey = X509.PublicKey(X509.Algorithm(.ed25519), bits: bits)
    case .hostNameSyntax: trio.leaf.alternativeName = try .hosts(["foo_bar.example.org"])
    case .noSuffixWildcards:
      trio.leaf.alternativeName = try .hosts(["*.github.io"])
      trio.purpose = .server(try CanonicalHost("example.github.io"))
    case .issuedLeaf: break
    }
    return trio
  }

  /// Dates in GeneralizedTime, which years through 2049 must not have.
  private static func generalizedValidity() throws -> X509.Validity {
    var writer = DERWriter()
    try writer.writeSequence { (fields) throws(ASN1Error) in
      for second: Int64 in [1_700_000_000, 1_900_000_000] {
        try fields.writeTime(ASN1.Time(secondsSinceEpoch: second, isGeneralized: true))
      }
    }
    var reader = X509.Reader(DERReader(writer.bytes.indices), .validity)
    return try X509.Validity(from: &reader, in: writer.bytes.span)
  }

  private static let breakable = X509.Requirement.allCases.filter { $0 != .issuedLeaf }

  @Test func `a path that breaks no rule is believed under every profile`() throws {
    for profile in [X509.Profile.web, .default, X509.Profile("all", .all)] {
      #expect(throws: Never.self) { try Trio().answer(under: profile).get() }
    }
  }

  @Test(arguments: breakable)
  func `a profile of one rule refuses what breaks it, and names it`(
    _ requirement: X509.Requirement
  ) throws {
    let trio = try Self.breaking(requirement)
    let profile = X509.Profile("one", [requirement])
    let rejection = #expect(throws: X509.Rejection.self) {
      try trio.answer(under: profile).get()
    }
    switch (requirement, rejection?.fault) {
    case (.readableExtensions, .unreadable): break
    case (.noSuffixWildcards, .name(.refused(_, "*.github.io", .suffix))): break
    case (_, let fault): #expect(fault == .broken(requirement))
    }
  }

  @Test(arguments: breakable)
  func `a profile of all other rules but those that it implies believes it`(
    _ requirement: X509.Requirement
  ) throws {
    let trio = try Self.breaking(requirement)
    #expect(throws: Never.self) { try trio.answer(under: .default).get() }
    // Version 1 has no extensions, and so no key identifier.
    let implied: X509.Requirements =
      requirement == .version3 ? [.version3, .authorityKeyIdentifier] : [requirement]
    let profile = X509.Profile("others", .all.subtracting(implied))
    #expect(throws: Never.self) { try trio.answer(under: profile).get() }
  }

  @Test func `the web profile leaves out nothing but that a leaf's key must sign`() {
    #expect(X509.Requirements.all.subtracting(X509.Profile.web.requirements) == [.signingLeaf])
    #expect(Array(X509.Profile.default.requirements).isEmpty)
  }

  @Test(arguments: X509.Requirement.allCases)
  func `a rule says what it asks for and where it stands`(_ requirement: X509.Requirement) {
    #expect(!requirement.description.isEmpty)
    #expect(requirement.section.hasPrefix("RFC ") || requirement.section.hasPrefix("CA/Browser "))
    #expect(X509.Requirements([requirement]).map(\.self) == [requirement])
  }
}
