import ApusASN1
import ApusNames
import ApusX509
import Testing

/// The checks of a whole path, and of the authorities in it. RFC 5280 section 6.1.4.
@Suite struct PathJudgeTests {
  private let root: TestAuthority

  init() throws {
    root = try TestAuthority(root: .authority("root"))
  }

  /// The fault of a leaf below authorities that issue one another, the first by the root.
  private func fault(
    _ recipes: [Recipe], leaf: Recipe? = nil, root: TestAuthority? = nil,
    for purpose: X509.Purpose = .unnamedServer, _ change: (inout X509.Verifier) -> Void = { _ in }
  ) throws -> X509.Fault? {
    let root = root ?? self.root
    var last = root
    var bag: [X509.Certificate] = []
    for recipe in recipes {
      last = try last.authority(recipe)
      bag.append(last.certificate)
    }
    let leaf = try last.issue(leaf ?? .leaf("www.example.org"))
    var verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]), profile: .web)
    change(&verifier)
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(leaf, intermediates: bag, for: purpose, at: Recipe.moment)
      return nil
    } catch {
      return error.fault
    }
  }

  @Test func `a path with more authorities than a path length allows is rejected`() throws {
    let limited = try Recipe.authority("first", pathLength: 1)
    let second = try Recipe.authority("second")
    #expect(try fault([limited, second]) == nil)
    #expect(try fault([limited, second, .authority("third")]) == .pathTooLong(limit: 1))
    let narrower = try Recipe.authority("second", pathLength: 0)
    #expect(try fault([limited, narrower]) == nil)
    let root = try TestAuthority(root: .authority("root", pathLength: 0))
    #expect(try fault([], root: root) == nil)
    #expect(try fault([second], root: root) == .pathTooLong(limit: 0))
  }

  @Test func `a self-issued authority does not count toward the path length`() throws {
    let limited = try Recipe.authority("first", pathLength: 0)
    #expect(try fault([limited, limited]) == nil)
    #expect(try fault([limited, limited, .authority("second")]) == .pathTooLong(limit: 0))
    #expect(try fault([limited, limited]) { $0.budgets.pathLength = 1 } == nil)
    #expect(
      try fault([limited, limited]) { $0.budgets.selfIssued = 0 } == .tooDeep(limit: 0))
  }

  @Test func `a path with more intermediates than the caller's limit is rejected`() throws {
    let authorities = try (0..<3).map { try Recipe.authority("authority \($0)") }
    #expect(try fault(authorities) { $0.budgets.pathLength = 3 } == nil)
    #expect(try fault(authorities) { $0.budgets.pathLength = 2 } == .tooDeep(limit: 2))
    #expect(try fault([]) { $0.budgets.pathLength = 0 } == nil)
  }

  @Test func `a certificate issued by an end entity is rejected under any profile`() throws {
    let endEntity = try Recipe.authority("first").changed {
      $0.basicConstraints = X509.Extension(.basicConstraints(.endEntity), isCritical: true)
    }
    let silent = try Recipe.authority("first").changed { $0.basicConstraints = nil }
    let old = try Recipe.authority("first").changed { $0.version = .v1 }
    for recipe in [endEntity, silent, old] {
      for profile in [X509.Profile.web, .default, .client] {
        #expect(try fault([recipe]) { $0.profile = profile } == .notAuthority)
      }
    }
    #expect(throws: Never.self) {
      let root = try TestAuthority(root: endEntity)
      #expect(try fault([], root: root) { $0.profile = .default } == .notAuthority)
    }
  }

  @Test func `a root certificate of version 1 is trusted by private profiles only`() throws {
    let root = try TestAuthority(root: .authority("root").changed { $0.version = .v1 })
    #expect(try fault([], root: root) { $0.profile = .default } == nil)
    #expect(try fault([], root: root) == .broken(.version3))
  }

  @Test func `a certificate issued by a key without the signing use is rejected`() throws {
    let usage = try X509.KeyUsage([.digitalSignature, .crlSigning])
    let recipe = try Recipe.authority("first").changed {
      $0.keyUsage = X509.Extension(.keyUsage(usage), isCritical: true)
    }
    #expect(try fault([recipe]) { $0.profile = .default } == .keyMayNotSign(usage))
    let root = try TestAuthority(root: recipe)
    #expect(try fault([], root: root) { $0.profile = .default } == .keyMayNotSign(usage))
  }

  @Test func `a path whose leaf or authority excludes the requested purpose is rejected`() throws {
    let server = OID.serverAuthentication
    func purposes(_ purposes: OID...) throws -> X509.Fault? {
      let recipe = try Recipe.authority("first").changed {
        $0.extendedKeyUsage = X509.Extension(
          .extendedKeyUsage(try X509.ExtendedKeyUsage(purposes)))
      }
      return try fault([recipe])
    }
    #expect(try purposes(server) == nil)
    #expect(try purposes(.clientAuthentication, server) == nil)
    #expect(try purposes(.anyExtendedKeyUsage) == nil)
    #expect(
      try purposes(.emailProtection) == .wrongPurpose(server, found: [.emailProtection]))
    let client = try Recipe.leaf("www.example.org").changed {
      $0.extendedKeyUsage = try .purposes(.clientAuthentication)
    }
    #expect(try fault([], leaf: client, for: .client) == nil)
    #expect(
      try fault([], leaf: client) == .wrongPurpose(server, found: [.clientAuthentication]))
    let unspecific = try Recipe.leaf("www.example.org").changed { $0.extendedKeyUsage = nil }
    #expect(try fault([], leaf: unspecific) { $0.profile = .default } == nil)
    #expect(try fault([], leaf: unspecific) == .broken(.serverPurposes))
    #expect(try fault([], leaf: unspecific, for: .client) == nil)
  }

  @Test func `an unknown critical extension is rejected anywhere in the path`() throws {
    let oid = try #require(OID("1.3.6.1.4.1.55738.666.1"))
    func odd(_ recipe: Recipe, isCritical: Bool = true) throws -> Recipe {
      recipe.changed {
        $0.others = [X509.Extension(.other(oid, [5, 0]), isCritical: isCritical)]
      }
    }
    let (first, leaf) = (try Recipe.authority("first"), try Recipe.leaf("www.example.org"))
    let root = try TestAuthority(root: odd(.authority("root")))
    let unknown = X509.Fault.unknownCriticalExtension(oid)
    for profile in [X509.Profile.web, .default] {
      #expect(try fault([first], leaf: odd(leaf)) { $0.profile = profile } == unknown)
      #expect(try fault([odd(first)], leaf: leaf) { $0.profile = profile } == unknown)
      #expect(try fault([first], leaf: leaf, root: root) { $0.profile = profile } == unknown)
    }
    #expect(
      try fault([odd(first, isCritical: false)], leaf: odd(leaf, isCritical: false)) == nil)
  }

  @Test func `a certificate with the precertificate poison is rejected`() throws {
    let poisoned = try Recipe.leaf("www.example.org").changed {
      $0.others = [X509.Extension(.precertificatePoison(X509.PrecertificatePoison()))]
    }
    #expect(try fault([], leaf: poisoned) { $0.profile = .default } == .precertificate)
  }

  @Test func `a server certificate without the requested host name is rejected`() throws {
    let leaf = try Recipe.leaf("www.example.org", "*.example.net")
    for host in ["www.example.org", "WWW.example.org.", "a.example.net"] {
      #expect(try fault([], leaf: leaf, for: .server(try CanonicalHost(host))) == nil)
    }
    for host in ["example.org", "a.b.example.net", "192.0.2.1"] {
      for profile in [X509.Profile.web, .default] {
        let fault = try fault([], leaf: leaf, for: .server(try CanonicalHost(host))) {
          $0.profile = profile
        }
        guard case .name(.otherNames) = fault else {
          Issue.record("\(host): \(String(describing: fault))")
          continue
        }
      }
    }
  }

  @Test func `every authority constrains all names below it, but not its own name`() throws {
    func limited(_ name: String, permitted: String) throws -> Recipe {
      let subtree = X509.Subtree.dns(try X509.IA5Text(permitted))
      let constraints = try X509.NameConstraints(permitted: [subtree])
      return try Recipe.authority(name).changed {
        $0.others = [X509.Extension(.nameConstraints(constraints), isCritical: true)]
      }
    }
    let first = try limited("first", permitted: "example.org")
    let second = try Recipe.authority("second")
    #expect(try fault([first, second], leaf: .leaf("www.example.org")) == nil)
    for (recipes, names) in [
      ([first, second], ["www.example.org", "www.example.net"]),
      ([second, first], ["www.example.net"]),
      ([try limited("above", permitted: "example.net"), first], ["www.example.org"]),
    ] {
      let leaf = try Recipe.leaf(names[0]).changed { $0.alternativeName = try .hosts(names) }
      guard case .constraint(.notPermitted) = try fault(recipes, leaf: leaf) else {
        Issue.record("\(names)")
        continue
      }
    }
    // The name of an authority is limited too, unless it is self-issued.
    let named = try second.changed { $0.alternativeName = try .hosts(["www.example.net"]) }
    guard case .constraint(.notPermitted) = try fault([first, named]) else {
      Issue.record("an authority's name")
      return
    }
    let renewed = try first.changed { $0.alternativeName = try .hosts(["www.example.net"]) }
    #expect(try fault([first, renewed]) == nil)
    #expect(
      try fault([first]) { $0.budgets.comparisons = 1 } == .exhausted(.comparisons, limit: 1))
  }

  @Test func `a path is rejected if one of its certificates lacks a required policy`() throws {
    let policy = try #require(OID("1.3.6.1.4.1.55738.1"))
    func issued(_ recipe: Recipe) throws -> Recipe {
      let policies = try X509.CertificatePolicies([try .init(policy)])
      return recipe.changed { $0.policies = X509.Extension(.certificatePolicies(policies)) }
    }
    let first = try Recipe.authority("first")
    let leaf = try Recipe.leaf("www.example.org")
    let inputs = X509.PolicyInputs(requiring: [policy])
    #expect(try fault([issued(first)], leaf: issued(leaf)) { $0.policies = inputs } == nil)
    for (recipe, leaf) in [(first, try issued(leaf)), (try issued(first), leaf)] {
      guard case .policy = try fault([recipe], leaf: leaf, { $0.policies = inputs }) else {
        Issue.record("no policy")
        continue
      }
      #expect(try fault([recipe], leaf: leaf) == nil)
    }
    let other = first.changed { $0.policies = leaf.policies }
    let fault = try fault([other], leaf: leaf) { $0.policies = inputs }
    #expect(
      fault == .policy(.noAcceptablePolicy(valid: [.domainValidated], acceptable: [policy])))
  }
}
