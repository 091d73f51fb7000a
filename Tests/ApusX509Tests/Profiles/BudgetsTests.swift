import ApusX509
import Testing

/// Budgets of a whole search at their limits, and one past them.
@Suite struct BudgetsTests {
  private let root: TestAuthority

  init() throws {
    let subtree = X509.Subtree.dns(try X509.IA5Text("example.org"))
    let constraints = try X509.NameConstraints(permitted: [subtree])
    root = try TestAuthority(
      root: .authority("root").changed {
        $0.others = [X509.Extension(.nameConstraints(constraints), isCritical: true)]
      })
  }

  private func rejection(
    _ leaf: X509.Certificate, _ bag: [X509.Certificate], trusting others: [X509.Certificate] = [],
    _ change: (inout X509.Budgets) -> Void
  ) -> X509.TrustFailure? {
    let anchors = X509.Anchors([root.certificate] + others)
    var verifier = X509.Verifier(anchors: anchors, profile: .default)
    change(&verifier.budgets)
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(leaf, intermediates: bag, for: .unnamedServer, at: Recipe.moment)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a name constraint check ends at the maximum number of comparisons`() throws {
    // A constraint is read, a name is read, and one is compared with the other.
    let leaf = try root.issue(.leaf("www.example.org"))
    #expect(rejection(leaf, []) { $0.comparisons = 3 } == nil)
    for limit in 0..<3 {
      #expect(
        rejection(leaf, []) { $0.comparisons = limit }?.fault
          == .exhausted(.comparisons, limit: limit))
    }
  }

  @Test func `a path search ends at the maximum number of name comparisons`() throws {
    let key = try TestKey()
    let other = try TestAuthority(root: .authority("other"))
    // One that would be believed, and comes last because it ends first.
    let believed = try other.authority(
      .authority("authority").changed {
        $0.validity = try X509.Validity(from: 1_700_000_000, through: 1_800_000_001)
      }, key: key)
    var bag = [believed.certificate]
    for number in 1...3 {
      let recipe = try Recipe.authority("authority").changed {
        $0.serialNumber = X509.SerialNumber([UInt8(number)])
      }
      bag.append(try root.issue(recipe, to: key))
    }
    let leaf = try believed.issue(.leaf("www.example.net"))
    #expect(rejection(leaf, bag, trusting: [other.certificate]) { $0.comparisons = 9 } == nil)
    let ended = rejection(leaf, bag, trusting: [other.certificate]) { $0.comparisons = 3 }
    // The first path has used them up, the second has ended the search, no third was tried.
    #expect(ended?.fault == .exhausted(.comparisons, limit: 3))
    #expect(ended?.paths.count == 2 && ended?.omittedPathCount == 0)
  }

  @Test func `a path with too many self-issued authorities is rejected`() throws {
    var last = try root.authority(.authority("authority"))
    var bag = [last.certificate]
    for _ in 0..<3 {
      last = try last.authority(.authority("authority"))
      bag.append(last.certificate)
    }
    let leaf = try last.issue(.leaf("www.example.org"))
    #expect(rejection(leaf, bag) { $0.selfIssued = 3 } == nil)
    #expect(rejection(leaf, bag) { ($0.selfIssued, $0.pathLength) = (3, 1) } == nil)
    #expect(rejection(leaf, bag) { $0.selfIssued = 2 }?.fault == .tooDeep(limit: 2))
    #expect(rejection(leaf, bag) { $0.pathLength = 0 }?.fault == .tooDeep(limit: 0))
  }
}
