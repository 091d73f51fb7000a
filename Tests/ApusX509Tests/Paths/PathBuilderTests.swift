import ApusX509
import Testing

/// Bags that were made to keep a verifier busy: each budget ends the search.
@Suite struct PathBuilderTests {
  private let root: TestAuthority
  private let key: TestKey

  init() throws {
    root = try TestAuthority(root: .authority("root"))
    key = try TestKey()
  }

  private func fault(
    _ leaf: X509.Certificate, _ bag: [X509.Certificate],
    _ change: (inout X509.Budgets) -> Void = { _ in }
  ) -> X509.Fault? {
    var verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]), profile: .default)
    change(&verifier.budgets)
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(leaf, intermediates: bag, for: .unnamedServer, at: Recipe.moment)
      return nil
    } catch {
      return error.fault
    }
  }

  /// Certificates of one name and one key, all by each other.
  private func lookAlikes(_ count: Int) throws -> [X509.Certificate] {
    let first = try TestAuthority(root: .authority("many"), key: key)
    return try (0..<count).map { number in
      try first.issue(
        .authority("many").changed { $0.serialNumber = X509.SerialNumber([1, UInt8(number)]) },
        to: key)
    }
  }

  @Test func `same-name intermediates that lead to no anchor need no signature check`() throws {
    let bag = try lookAlikes(40)
    let many = try TestAuthority(root: .authority("many"), key: key)
    let leaf = try many.issue(.leaf("www.example.org"))
    #expect(fault(leaf, bag) { $0.signatures = 0 } == .untrustedRoot)
  }

  @Test func `same-name intermediates are tried up to the signature limit`() throws {
    // The name is that of an authority below the root, and none of the keys is.
    var bag = try lookAlikes(20)
    bag.append(try root.authority(.authority("many")).certificate)
    let stranger = try TestAuthority(root: .authority("many"))
    let leaf = try stranger.issue(
      .leaf("www.example.org").changed { $0.hasAuthorityKeyIdentifier = false })
    // Twenty certificates of one key are one key.
    #expect(fault(leaf, bag) { $0.signatures = 2 } == .wrongSignature)
    #expect(fault(leaf, bag) { $0.signatures = 1 } == .exhausted(.signatures, limit: 1))
  }

  @Test func `a path search through mutually signed authorities ends at a budget limit`() throws {
    // Three floors of three certificates each, every floor one key, and no way to an anchor but by
    // a certificate that is not valid: 27 paths.
    let keys = try (0..<3).map { _ in try TestKey() }
    var bag: [X509.Certificate] = []
    let top = try TestAuthority(root: .authority("floor 2"), key: keys[2])
    for number in 0..<3 {
      let serial = X509.SerialNumber([UInt8(number + 1)])
      for floor in 0..<2 {
        let above = try TestAuthority(root: .authority("floor \(floor + 1)"), key: keys[floor + 1])
        let recipe = try Recipe.authority("floor \(floor)").changed { $0.serialNumber = serial }
        bag.append(try above.issue(recipe, to: keys[floor]))
      }
      let recipe = try Recipe.authority("floor 2", pathLength: 0).changed {
        $0.serialNumber = serial
      }
      bag.append(try root.issue(recipe, to: top.key))
    }
    let bottom = try TestAuthority(root: .authority("floor 0"), key: keys[0])
    let leaf = try bottom.issue(.leaf("www.example.org"))
    #expect(fault(leaf, bag) == .pathTooLong(limit: 0))
    #expect(fault(leaf, bag) { $0.paths = 26 } == .exhausted(.paths, limit: 26))
    #expect(fault(leaf, bag) { $0.paths = 27 } == .pathTooLong(limit: 0))
    #expect(fault(leaf, bag) { $0.candidates = 30 } == .exhausted(.candidates, limit: 30))
    // One for each certificate by the key above it: the leaf, six of the floors, three by the root.
    #expect(fault(leaf, bag) { $0.signatures = 10 } == .pathTooLong(limit: 0))
    #expect(fault(leaf, bag) { $0.signatures = 9 } == .exhausted(.signatures, limit: 9))
  }

  @Test func `a path search with too many intermediate certificates fails`() throws {
    let bag = try lookAlikes(4)
    let leaf = try root.issue(.leaf("www.example.org"))
    #expect(fault(leaf, bag + bag) { $0.certificates = 4 } == nil)
    #expect(
      fault(leaf, bag + bag) { $0.certificates = 3 } == .exhausted(.certificates, limit: 3))
  }

  @Test func `a path search through two authorities that issue each other ends`() throws {
    let (one, two) = (try TestKey(), try TestKey())
    let first = try TestAuthority(root: .authority("first"), key: one)
    let second = try TestAuthority(root: .authority("second"), key: two)
    let bag = [
      try second.issue(.authority("first"), to: one),
      try first.issue(.authority("second"), to: two),
    ]
    let leaf = try first.issue(.leaf("www.example.org"))
    #expect(fault(leaf, bag) != nil)
    let bridge = try root.issue(.authority("second"), to: two)
    #expect(fault(leaf, bag + [bridge]) == nil)
  }

  @Test func `an issuer is found by another spelling of its name`() throws {
    let authority = try root.authority(.authority("Some  Authority"))
    let leaf = try authority.issue(
      .leaf("www.example.org").changed { $0.issuer = X509.Name([.commonName: "some authority"]) })
    #expect(fault(leaf, [authority.certificate]) == nil)
    let below = try root.issue(
      .leaf("www.example.org").changed { $0.issuer = X509.Name([.commonName: "ROOT"]) })
    #expect(fault(below, []) == nil)
  }
}
