import ApusCrypto
import ApusX509
import Testing

/// RFC 5280 section 6.3.
@Suite struct RevocationTests {
  private let revoked = ASN1.Time(secondsSinceEpoch: ListSample.revoked)

  /// Returns the status of a leaf according to a list, or throws the fault.
  private func judge(
    _ policy: X509.Revocation.Policy, _ lists: [X509.RevocationList],
    _ leaf: X509.Certificate, _ issuer: X509.RevocationIssuer, at seconds: Int64 = Authority.now
  ) throws -> X509.RevocationAnswer {
    try X509.Revocation(policy, lists: lists).judge(
      leaf, issuer: issuer, at: UnixTime(secondsSinceEpoch: seconds))
  }

  @Test func `a certificate that is not in a current revocation list is good`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let list = try ListSample(entries: [(X509.SerialNumber([5]), [])]).list(by: root.key)
    #expect(try judge(.required, [list], leaf, root.issuer) == .good(by: .list))
  }

  @Test func `a certificate in a revocation list is revoked, with time and reason`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let list = try ListSample(
      entries: [(leaf.serialNumber, [ListSample.reason(.keyCompromise)])]
    ).list(by: root.key)
    for policy in [X509.Revocation.Policy.whenPresent, .required] {
      #expect(throws: X509.RevocationFault.revoked(revoked, .keyCompromise, by: .list)) {
        try judge(policy, [list], leaf, root.issuer)
      }
    }
    #expect(try judge(.off, [list], leaf, root.issuer) == .notAsked)
  }

  @Test func `a stale revocation list still revokes its certificates`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let list = try ListSample(
      nextUpdate: Authority.now - 1, entries: [(leaf.serialNumber, [])]
    ).list(by: root.key)
    #expect(throws: X509.RevocationFault.revoked(revoked, .unspecified, by: .list)) {
      try judge(.whenPresent, [list], leaf, root.issuer)
    }
  }

  /// A sample of a list without a verdict, and its problem.
  private func expect(
    _ problem: X509.RevocationProblem, of sample: ListSample, _ root: borrowing Authority,
    _ leaf: X509.Certificate, at seconds: Int64 = Authority.now
  ) throws {
    let list = try sample.list(by: root.key)
    let answer = try judge(.whenPresent, [list], leaf, root.issuer, at: seconds)
    #expect(answer == .unanswered([problem]))
    #expect(throws: X509.RevocationFault.unanswered([problem])) {
      try judge(.required, [list], leaf, root.issuer, at: seconds)
    }
  }

  @Test func `a revocation list is valid from its time until its next update`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let sample = ListSample()
    let end = Authority.now + 3600
    let start = Authority.now - 3600 - X509.Revocation.clockTolerance
    let list = try sample.list(by: root.key)
    for moment in [start, end] {
      #expect(try judge(.required, [list], leaf, root.issuer, at: moment) == .good(by: .list))
    }
    try expect(.stale(ASN1.Time(secondsSinceEpoch: end)), of: sample, root, leaf, at: end + 1)
    let this = ASN1.Time(secondsSinceEpoch: Authority.now - 3600)
    try expect(.notYetValid(this), of: sample, root, leaf, at: start - 1)
    try expect(.endless, of: ListSample(nextUpdate: nil), root, leaf)
  }

  @Test func `a CRL of another issuer has no effect even if it contains the serial number`() throws
  {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let sample = ListSample(
      issuer: X509.Name([.commonName: "other"]), entries: [(leaf.serialNumber, [])])
    try expect(.otherIssuer, of: sample, root, leaf)
  }

  @Test func `a revocation list with another signer has no effect`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let forged = try ListSample(entries: [(leaf.serialNumber, [])]).list(by: Authority.key())
    let answer = try judge(.whenPresent, [forged], leaf, root.issuer)
    #expect(answer == .unanswered([.wrongSignature]))
  }

  @Test func `a CRL that names another issuer key has no verdict and the problem otherKey`() throws
  {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    func list(naming key: [UInt8]) throws -> X509.RevocationList {
      let named = X509.AuthorityKeyIdentifier(keyIdentifier: key)
      let sample = ListSample(
        entries: [(leaf.serialNumber, [])],
        extensions: [X509.Extension(.authorityKeyIdentifier(named))])
      return try sample.list(by: Authority.key())
    }
    let other = X509.RevocationProblem.otherKey
    #expect(
      try judge(.whenPresent, [list(naming: [1, 2])], leaf, root.issuer) == .unanswered([other]))
    let own = try #require(try root.certificate.subjectKeyIdentifier).bytes
    #expect(
      try judge(.whenPresent, [list(naming: own)], leaf, root.issuer)
        == .unanswered([.wrongSignature]))
    #expect(other.description.contains("another key of the issuer"))
  }

  /// RFC 5280 section 4.2.1.13.
  @Test func `a CRL by a named CRL issuer must be marked as indirect`() throws {
    let root = try Authority()
    let other = X509.Name([.commonName: "lists"])
    let point = try X509.DistributionPoint(nil, crlIssuer: [.directory(other)])
    let points = X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    let leaf = try root.issue(for: Authority.key(), extensions: [points])
    try expect(.notIndirect, of: ListSample(issuer: other), root, leaf)
    try expect(.otherIssuer, of: ListSample(issuer: X509.Name([.commonName: "x"])), root, leaf)
  }

  @Test func `a CRL by an issuer whose key must not sign CRLs has no effect`() throws {
    let usage = X509.Extension(.keyUsage(try X509.KeyUsage(.certificateSigning)))
    let root = try Authority(extensions: [usage])
    let leaf = try root.issue(for: Authority.key())
    try expect(.keyMayNotSignLists, of: ListSample(), root, leaf)
    let bare = X509.RevocationIssuer(root.certificate.subject, root.certificate.publicKey)
    #expect(try judge(.required, [ListSample().list(by: root.key)], leaf, bare) == .good(by: .list))
  }

  @Test func `a CRL with unknown critical extensions has no effect on a certificate`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let entries = [(leaf.serialNumber, [X509.Extension]())]
    let unknown = X509.Extension(.other(.netscapeComment, []), isCritical: true)
    try expect(
      .unknownCriticalExtension(.netscapeComment),
      of: ListSample(entries: entries, extensions: [unknown]), root, leaf)
    let other = X509.Extension(.other(.certificateIssuer, [0x30, 0]), isCritical: true)
    for (one, problem) in [
      (other, X509.RevocationProblem.notIndirect),
      (unknown, .unknownCriticalExtension(.netscapeComment)),
    ] {
      let entry = (X509.SerialNumber([5]), [one])
      try expect(problem, of: ListSample(entries: [entry]), root, leaf)
    }
    let harmless = X509.Extension(.other(.netscapeComment, []))
    let list = try ListSample(extensions: [harmless]).list(by: root.key)
    #expect(try judge(.required, [list], leaf, root.issuer) == .good(by: .list))
  }

  @Test func `a revocation list for one kind of certificates has no effect on others`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let middle = try root.issue(.authority(pathLength: 0), for: Authority.key())
    for (kind, covered, other) in [
      (X509.IssuingDistributionPoint.Kind.endEntities, leaf, middle),
      (.authorities, middle, leaf),
    ] {
      let point = X509.IssuingDistributionPoint(kind: kind)
      let sample = ListSample(extensions: [ListSample.scope(point)])
      let list = try sample.list(by: root.key)
      #expect(try judge(.required, [list], covered, root.issuer) == .good(by: .list))
      try expect(.outOfScope, of: sample, root, other)
    }
    let attributes = X509.IssuingDistributionPoint(kind: .attributes)
    try expect(
      .outOfScope, of: ListSample(extensions: [ListSample.scope(attributes)]), root, leaf)
  }

  @Test func `several CRLs for some reasons together prove that a certificate is good`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    func list(_ reasons: X509.DistributionPoint.Reasons) throws -> X509.RevocationList {
      let scope = ListSample.scope(X509.IssuingDistributionPoint(reasons: reasons))
      return try ListSample(extensions: [scope]).list(by: root.key)
    }
    let keys = try list([.keyCompromise, .authorityCompromise, .attributeAuthorityCompromise])
    let others = try list([
      .affiliationChanged, .superseded, .cessationOfOperation, .certificateHold,
      .privilegeWithdrawn,
    ])
    #expect(try judge(.required, [keys, others], leaf, root.issuer) == .good(by: .list))
    for lists in [[keys], [others], [keys, keys]] {
      let problems = lists.map { _ in X509.RevocationProblem.someReasonsOnly }
      #expect(try judge(.whenPresent, lists, leaf, root.issuer) == .unanswered(problems))
      #expect(throws: X509.RevocationFault.unanswered(problems)) {
        try judge(.required, lists, leaf, root.issuer)
      }
    }
  }

  @Test func `one CRL for only some reasons cannot prove that a certificate is good`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let scope = ListSample.scope(X509.IssuingDistributionPoint(reasons: [.keyCompromise]))
    try expect(.someReasonsOnly, of: ListSample(extensions: [scope]), root, leaf)
    let list = try ListSample(entries: [(leaf.serialNumber, [])], extensions: [scope])
      .list(by: root.key)
    #expect(throws: X509.RevocationFault.self) {
      try judge(.whenPresent, [list], leaf, root.issuer)
    }
  }

  @Test func `a CRL with a location applies to certificates that name the location`() throws {
    let url = X509.GeneralName.uri(try X509.IA5Text("http://a.example/1.crl"))
    let other = X509.GeneralName.uri(try X509.IA5Text("http://a.example/2.crl"))
    let root = try Authority()
    func leaf(_ names: [X509.GeneralName]) throws -> X509.Certificate {
      let points = try names.map { try X509.DistributionPoint(.full([$0])) }
      let value = X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints(points)))
      return try root.issue(for: Authority.key(), extensions: [value])
    }
    let sample = ListSample(
      extensions: [ListSample.scope(X509.IssuingDistributionPoint(.full([url])))])
    let list = try sample.list(by: root.key)
    #expect(try judge(.required, [list], leaf([other, url]), root.issuer) == .good(by: .list))
    try expect(.outOfScope, of: sample, root, leaf([other]))
    try expect(.outOfScope, of: sample, root, root.issue(for: Authority.key()))
    let directory = X509.GeneralName.directory(X509.Name([.commonName: "ROOT"]))
    let own = ListSample(
      extensions: [ListSample.scope(X509.IssuingDistributionPoint(.full([directory])))])
    let plain = try root.issue(for: Authority.key())
    #expect(try judge(.required, [own.list(by: root.key)], plain, root.issuer) == .good(by: .list))
  }

  @Test func `a CRL that revokes a certificate overrides a CRL that does not`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let good = try ListSample().list(by: root.key)
    let bad = try ListSample(entries: [(leaf.serialNumber, [])]).list(by: root.key)
    for lists in [[good, bad], [bad, good]] {
      #expect(throws: X509.RevocationFault.self) { try judge(.required, lists, leaf, root.issuer) }
    }
  }

  @Test func `missing revocation evidence is accepted unless evidence is required`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    #expect(try judge(.whenPresent, [], leaf, root.issuer) == .unanswered([]))
    #expect(throws: X509.RevocationFault.unanswered([])) {
      try judge(.required, [], leaf, root.issuer)
    }
    #expect(
      try X509.Revocation.off.judge(
        leaf, issuer: root.issuer, at: UnixTime(secondsSinceEpoch: 0)) == .notAsked)
  }

  /// RFC 7633 section 4.2.
  @Test func `a certificate that requires stapling needs an OCSP response or other evidence`()
    throws
  {
    let root = try Authority()
    for feature: UInt16 in [5, 17] {
      let must = X509.Extension(.tlsFeature(try X509.TLSFeature([feature])))
      let leaf = try root.issue(for: Authority.key(), extensions: [must])
      for policy in [X509.Revocation.Policy.whenPresent, .required] {
        let fault = #expect(throws: X509.RevocationFault.unanswered([.notStapled])) {
          try judge(policy, [], leaf, root.issuer)
        }
        #expect(fault?.section == "RFC 7633 section 4.2" && fault?.hint != nil)
        #expect(fault?.description.contains("the server stapled no response") == true)
      }
      #expect(try judge(.off, [], leaf, root.issuer) == .notAsked)
      // With other evidence no stapled response is needed.
      let list = try ListSample().list(by: root.key)
      #expect(try judge(.whenPresent, [list], leaf, root.issuer) == .good(by: .list))
    }
    // Another feature has no effect, and in an authority it is about the certificates below.
    let other = X509.Extension(.tlsFeature(try X509.TLSFeature([6])))
    let leaf = try root.issue(for: Authority.key(), extensions: [other])
    #expect(try judge(.whenPresent, [], leaf, root.issuer) == .unanswered([]))
    let must = X509.Extension(.tlsFeature(try X509.TLSFeature([5])))
    let below = try root.issue(
      .authority(pathLength: nil), for: Authority.key(), extensions: [must])
    #expect(try judge(.whenPresent, [], below, root.issuer) == .unanswered([]))
  }

  @Test func `more revocation lists than the limit are rejected`() throws {
    let list = try ListSample().list(by: Authority.key())
    let limit = X509.Revocation.listLimit
    let lists = [X509.RevocationList](repeating: list, count: limit)
    #expect(try X509.Revocation(.required, lists: lists).lists.count == limit)
    #expect(throws: X509Error.tooMany(.revocationList, limit: limit)) {
      try X509.Revocation(.required, lists: lists + [list])
    }
  }

  @Test func `each revocation fault has a description, a section and a hint`() {
    let fault = X509.RevocationFault.revoked(
      ASN1.Time(secondsSinceEpoch: 0), .keyCompromise, by: .list)
    #expect(
      fault.description
        == "the certificate was revoked at 1970-01-01T00:00:00Z because the key of the "
        + "certificate is compromised, as a revocation list states")
    #expect(fault.section == "RFC 5280 section 6.3" && fault.hint != nil)
    let empty = X509.RevocationFault.unanswered([])
    let full = X509.RevocationFault.unanswered([.outOfScope, .endless])
    #expect(full.description.utf8.count > empty.description.utf8.count)
    #expect(full.section == "RFC 5280 section 6.3.3")
  }
}
