import ApusASN1
import ApusX509
import Testing

/// Rules of a profile about the encoding of lists. RFC 5280 section 5.
@Suite struct RevocationListFormTests {
  private let path: RevocationPath

  init() throws {
    path = try RevocationPath()
  }

  /// A list that is right for the web.
  private func sample() throws -> ListSample {
    var sample = ListSample(issuer: path.middle.subject)
    let key = try #require(try path.middle.subjectKeyIdentifier).bytes
    sample.extensions = [
      X509.Extension(.other(.crlNumber, [2, 1, 7])),
      X509.Extension(.authorityKeyIdentifier(X509.AuthorityKeyIdentifier(keyIdentifier: key))),
    ]
    return sample
  }

  private func fault(
    _ sample: ListSample, under requirements: X509.Requirements
  ) throws -> X509.Fault? {
    var verifier = X509.Verifier(
      anchors: X509.Anchors([path.root.certificate]), profile: X509.Profile("lists", requirements))
    verifier.revocation = try X509.Revocation(
      .required, of: .leaf, lists: [sample.list(by: path.middleKey)])
    return RevocationPath.rejection(path.leaf, [path.middle], by: verifier)?.fault
  }

  private static let rules: [X509.Requirement] = [
    .listTimeForm, .listKeyIdentifier, .listCriticality, .numberedLists,
  ]

  @Test func `a CRL that breaks no profile rule can prove that a certificate is good`() throws {
    #expect(try fault(sample(), under: X509.Requirements(Self.rules)) == nil)
  }

  @Test(arguments: rules)
  func `a CRL that breaks a profile rule can revoke, but not prove a certificate good`(
    _ requirement: X509.Requirement
  ) throws {
    var broken: [ListSample] = []
    let right = try sample()
    func add(_ change: (inout ListSample) -> Void) {
      var sample = right
      change(&sample)
      broken.append(sample)
    }
    switch requirement {
    case .listTimeForm: add { $0.isGeneralized = true }
    case .listKeyIdentifier: add { $0.extensions.removeLast() }
    case .listCriticality:
      let point = X509.IssuingDistributionPoint(kind: .endEntities)
      add { $0.extensions.append(X509.Extension(.other(.issuingDistributionPoint, point.der))) }
      add { $0.extensions[1].isCritical = true }
    default:
      add { $0.extensions.removeFirst() }
      add { $0.extensions[0].isCritical = true }
      add {
        $0.extensions[0] = X509.Extension(
          .other(.crlNumber, [2, 21] + [UInt8](repeating: 1, count: 21)))
      }
    }
    for var sample in broken {
      #expect(try fault(sample, under: []) == nil)
      let problems = [X509.RevocationProblem.broken(requirement)]
      #expect(
        try fault(sample, under: [requirement]) == .revocation(.unanswered(problems)))
      let others = X509.Requirements(Self.rules.filter { $0 != requirement })
      #expect(try fault(sample, under: others) == nil)
      sample.entries = [(path.leaf.serialNumber, [])]
      guard case .revocation(.revoked) = try fault(sample, under: [requirement]) else {
        Issue.record("a list that breaks \(requirement) does not revoke")
        continue
      }
    }
    #expect(X509.RevocationProblem.broken(requirement).section == requirement.section)
  }
}
