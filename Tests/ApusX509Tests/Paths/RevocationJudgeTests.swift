import ApusBytes
import ApusCrypto
import ApusX509
import Testing

/// Revocation as a part of the search for a path. RFC 5280 section 6.1.3(a)(3).
@Suite struct RevocationJudgeTests {
  private let revoked = ASN1.Time(secondsSinceEpoch: ListSample.revoked)
  private let path: RevocationPath

  init() throws {
    path = try RevocationPath()
  }

  private func fault(
    _ policy: X509.Revocation.Policy, of extent: X509.Revocation.Extent = .path,
    _ lists: [X509.RevocationList] = [], response: [UInt8]? = nil, signatures: Int = 100
  ) throws -> X509.Fault? {
    let revocation = try X509.Revocation(policy, of: extent, lists: lists)
    return path.rejection(revocation, response: response, signatures: signatures)?.fault
  }

  /// A list of the authority in the middle, about leaves.
  private func list(_ sample: ListSample = ListSample()) throws -> X509.RevocationList {
    var sample = sample
    sample.issuer = path.middle.subject
    return try sample.list(by: path.middleKey)
  }

  /// A list of the root, about authorities.
  private func rootList(_ numbers: X509.SerialNumber...) throws -> X509.RevocationList {
    try ListSample(entries: numbers.map { ($0, []) }).list(by: path.root.key)
  }

  /// A response about the leaf by the authority in the middle.
  private func response(_ change: (inout OCSPSample.Answer) throws -> Void = { _ in }) throws
    -> [UInt8]
  {
    var answer = OCSPSample.Answer(path.leaf, path.middle)
    try change(&answer)
    return try OCSPSample(by: path.middle, [answer]).der(by: path.middleKey)
  }

  @Test func `a leaf that its issuer has revoked is rejected with its position in the path`() throws
  {
    let list = try list(ListSample(entries: [(path.leaf.serialNumber, [])]))
    let fault = X509.Fault.revocation(.revoked(revoked, .unspecified, by: .list))
    for policy in [X509.Revocation.Policy.whenPresent, .required] {
      let revocation = try X509.Revocation(policy, of: .leaf, lists: [list])
      let found = path.rejection(revocation)?.paths[0]
      #expect(found?.fault == fault && found?.place == .certificate(0))
      #expect(found?.anchor == X509.Anchor(path.root.certificate))
    }
    #expect(try self.fault(.off, [list]) == nil)
    #expect(fault.section == "RFC 5280 section 6.3" && fault.hint != nil)
    #expect(fault.description.contains("was revoked at"))
  }

  @Test func `a revoked authority is rejected if the complete path is checked`() throws {
    let list = try rootList(path.middle.serialNumber)
    let found = path.rejection(try X509.Revocation(.whenPresent, lists: [list]))?.paths[0]
    #expect(found?.fault == .revocation(.revoked(revoked, .unspecified, by: .list)))
    #expect(found?.place == .certificate(1))
    #expect(try fault(.whenPresent, of: .leaf, [list]) == nil)
  }

  @Test func `a path without revoked certificates is trusted`() throws {
    let other = try list(ListSample(entries: [(X509.SerialNumber([5]), [])]))
    #expect(try fault(.required, [other, rootList()]) == nil)
    #expect(try fault(.required, of: .leaf, [other]) == nil)
    #expect(try fault(.required, [other]) == .revocation(.unanswered([.otherIssuer])))
  }

  @Test func `a revoked leaf is reported even if its authority's status is unknown`() throws {
    let list = try list(ListSample(entries: [(path.leaf.serialNumber, [])]))
    let found = path.rejection(try X509.Revocation(.required, lists: [list]))?.paths[0]
    #expect(found?.fault == .revocation(.revoked(revoked, .unspecified, by: .list)))
    #expect(found?.place == .certificate(0))
  }

  @Test func `an authority's unknown status is reported before the leaf's unknown status`() throws {
    let found = path.rejection(try X509.Revocation(.required))?.paths[0]
    #expect(found?.fault == .revocation(.unanswered([])) && found?.place == .certificate(1))
  }

  @Test func `another issuer's CRL has no effect even if it contains the serial number`() throws {
    let other = try rootList(path.leaf.serialNumber)
    #expect(try fault(.whenPresent, [other]) == nil)
    #expect(
      try fault(.required, of: .leaf, [other]) == .revocation(.unanswered([.otherIssuer])))
  }

  @Test func `an expired revocation list does not prove that a certificate is good`() throws {
    let old = try list(ListSample(nextUpdate: Authority.now - 1))
    #expect(try fault(.whenPresent, [old]) == nil)
    let stale = X509.RevocationProblem.stale(ASN1.Time(secondsSinceEpoch: Authority.now - 1))
    #expect(try fault(.required, of: .leaf, [old]) == .revocation(.unanswered([stale])))
  }

  @Test func `a stapled OCSP response marks the leaf certificate as good or revoked`() throws {
    #expect(try fault(.required, of: .leaf, response: response()) == nil)
    #expect(try fault(.required, [rootList()], response: response()) == nil)
    let bad = try response { $0.status = try OCSPSample.revoked() }
    let time = OCSPSample.time(ListSample.revoked)
    let fault = X509.Fault.revocation(.revoked(time, .keyCompromise, by: .ocsp))
    #expect(try self.fault(.whenPresent, response: bad) == fault)
    #expect(try self.fault(.off, response: bad) == nil)
    // A good response does not outweigh a list.
    let list = try list(ListSample(entries: [(path.leaf.serialNumber, [])]))
    #expect(
      try self.fault(.whenPresent, [list], response: response())
        == .revocation(.revoked(revoked, .unspecified, by: .list)))
  }

  @Test func `a stale or unauthorized OCSP response is ignored`() throws {
    let old = try response { $0.nextUpdate = Authority.now - 1 }
    let stale = X509.RevocationProblem.stale(OCSPSample.time(Authority.now - 1))
    let stranger = try Authority("stranger")
    let forged = try OCSPSample(
      by: stranger.certificate, [OCSPSample.Answer(path.leaf, path.middle)]
    ).der(by: stranger.key)
    for (response, problem) in [(old, stale), (forged, .unauthorizedResponder)] {
      #expect(try fault(.whenPresent, response: response) == nil)
      #expect(
        try fault(.required, of: .leaf, response: response)
          == .revocation(.unanswered([problem])))
    }
    let garbage = path.rejection(try X509.Revocation(.required, of: .leaf), response: [1])
    guard case .revocation(.unanswered(let problems)) = garbage?.fault else {
      Issue.record("\(String(describing: garbage))")
      return
    }
    #expect(problems.count == 1)
  }

  /// By default, a stapled response counts.
  @Test func `a default verifier rejects a server whose stapled response revokes it`() throws {
    func fault(
      _ response: [UInt8]?, _ leaf: X509.Certificate? = nil
    ) -> X509.Fault? {
      let verifier = X509.Verifier(anchors: X509.Anchors([path.root.certificate]))
      return RevocationPath.rejection(
        leaf ?? path.leaf, [path.middle], response: response, by: verifier)?.fault
    }
    let revoked = try response { $0.status = try OCSPSample.revoked() }
    let time = OCSPSample.time(ListSample.revoked)
    #expect(fault(revoked) == .revocation(.revoked(time, .keyCompromise, by: .ocsp)))
    // A good response counts, and a useless one is ignored.
    let old = try response { $0.nextUpdate = Authority.now - 1 }
    for harmless in [nil, try response(), old, [1, 2, 3]] { #expect(fault(harmless) == nil) }
    // A certificate that requires stapling needs a good response.
    let must = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: "must"]), validity: try Authority.validity(),
      extensions: [X509.Extension(.tlsFeature(try X509.TLSFeature([5])))])
    let leaf = try must.certificate(
      for: X509.PublicKey(path.leafKey.publicKey), issuer: path.middle, key: path.middleKey,
      using: SystemRandom())
    let good = try OCSPSample(by: path.middle, [OCSPSample.Answer(leaf, path.middle)])
      .der(by: path.middleKey)
    #expect(fault(good, leaf) == nil)
    #expect(fault(nil, leaf) == .revocation(.unanswered([.notStapled])))
    var answer = OCSPSample.Answer(leaf, path.middle)
    answer.nextUpdate = Authority.now - 1
    let expired = try OCSPSample(by: path.middle, [answer]).der(by: path.middleKey)
    let stale = X509.RevocationProblem.stale(OCSPSample.time(Authority.now - 1))
    #expect(fault(expired, leaf) == .revocation(.unanswered([stale])))
    guard case .revocation(.unanswered) = fault([1, 2, 3], leaf) else {
      Issue.record("a staple that cannot be read is taken")
      return
    }
  }

  @Test func `an unknown revocation status is an error if the status is required`() throws {
    for extent in X509.Revocation.Extent.allCases {
      let found = path.rejection(try X509.Revocation(.required, of: extent))?.paths[0]
      #expect(found?.fault == .revocation(.unanswered([])))
      #expect(found?.place == .certificate(extent == .leaf ? 0 : 1))
    }
    #expect(try fault(.whenPresent) == nil)
  }

  @Test func `a path search replaces a revoked authority certificate by a cross-signed one`() throws
  {
    let other = try Authority("other")
    let crossSigned = try other.issue(.authority(pathLength: 0), to: "middle", for: path.middleKey)
    let anchors = X509.Anchors([path.root.certificate, other.certificate])
    let lists = [try rootList(path.middle.serialNumber)]
    var verifier = X509.Verifier(anchors: anchors)
    verifier.revocation = try X509.Revocation(.whenPresent, lists: lists)
    let chain = try verifier.verify(
      path.leaf, intermediates: [path.middle, crossSigned], for: .unnamedServer,
      at: RevocationPath.moment)
    #expect(chain.certificates == [path.leaf, crossSigned])
  }

  @Test func `signature checks of lists and OCSP responses count toward the search limit`() throws {
    // Two certificates and two lists.
    let lists = [try list(), try rootList()]
    #expect(try fault(.required, lists, signatures: 4) == nil)
    let end = X509.Fault.exhausted(.signatures, limit: 3)
    for policy in [X509.Revocation.Policy.whenPresent, .required] {
      #expect(try fault(policy, lists, signatures: 3) == end)
    }
    // Two certificates, the responder's, and the response.
    let key = try Authority.key()
    let delegate = try RevocationPath.issue(
      .endEntity(purposes: [.ocspSigning]), "responder", for: key, by: path.middle, path.middleKey)
    var sample = OCSPSample(by: delegate, [OCSPSample.Answer(path.leaf, path.middle)])
    sample.certificates = [delegate]
    let response = try sample.der(by: key)
    #expect(try fault(.required, of: .leaf, response: response, signatures: 4) == nil)
    for policy in [X509.Revocation.Policy.whenPresent, .required] {
      #expect(try fault(policy, of: .leaf, response: response, signatures: 3) == end)
    }
  }

  @Test func `a certificate's revocation status is checked once for several paths`() throws {
    let again = try path.root.issue(.authority(pathLength: 0), to: "middle", for: path.middleKey)
    let list = try list(ListSample(entries: [(path.leaf.serialNumber, [])]))
    let revocation = try X509.Revocation(.whenPresent, lists: [list])
    // The leaf by one key, two authorities by the root, and the list.
    let found = path.rejection(revocation, adding: [again], signatures: 4)
    #expect(found?.paths.count == 2)
    #expect(found?.fault == .revocation(.revoked(revoked, .unspecified, by: .list)))
    #expect(
      path.rejection(revocation, adding: [again], signatures: 3)?.fault
        == .exhausted(.signatures, limit: 3))
  }

  @Test func `the status of a leaf that is a trust anchor is checked if it is self-issued`() throws
  {
    let alone = path.root.certificate
    func fault(
      _ leaf: X509.Certificate, _ policy: X509.Revocation.Policy, _ lists: [X509.RevocationList]
    ) throws -> X509.Fault? {
      var verifier = X509.Verifier(anchors: X509.Anchors([leaf]))
      verifier.revocation = try X509.Revocation(policy, lists: lists)
      return RevocationPath.rejection(leaf, [], by: verifier)?.fault
    }
    let bad = X509.Fault.revocation(.revoked(revoked, .unspecified, by: .list))
    #expect(try fault(alone, .whenPresent, [rootList(alone.serialNumber)]) == bad)
    #expect(try fault(alone, .required, [rootList()]) == nil)
    #expect(try fault(alone, .required, []) == .revocation(.unanswered([])))
    #expect(try fault(alone, .whenPresent, []) == nil)
    // No source for its status is known, least of all itself.
    let own = try ListSample(issuer: path.middle.subject).list(by: path.leafKey)
    #expect(try fault(path.leaf, .required, [own]) == .revocation(.unanswered([])))
    #expect(try fault(path.leaf, .whenPresent, [own]) == nil)
    #expect(try fault(path.leaf, .off, []) == nil)
  }

  @Test func `a trust anchor without a certificate can revoke certificates`() throws {
    let root = path.root.certificate
    let anchor = X509.Anchor(root.subject, root.publicKey)
    var verifier = X509.Verifier(anchors: X509.Anchors([anchor]))
    verifier.revocation = try X509.Revocation(
      .whenPresent, lists: [rootList(path.middle.serialNumber)])
    #expect(
      RevocationPath.rejection(path.leaf, [path.middle], by: verifier)?.fault
        == .revocation(.revoked(revoked, .unspecified, by: .list)))
  }
}
