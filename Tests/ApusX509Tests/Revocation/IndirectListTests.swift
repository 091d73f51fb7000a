import ApusCrypto
import ApusX509
import Testing

/// Lists with entries of several issuers. RFC 5280 sections 5.3.3 and 6.3.3.
@Suite struct IndirectListTests {
  private let revoked = ASN1.Time(secondsSinceEpoch: ListSample.revoked)
  private let lists = X509.Name([.commonName: "lists"])
  private let indirect = ListSample.scope(X509.IssuingDistributionPoint(isIndirect: true))

  /// The extension that names the issuer of an entry.
  private func issuer(_ names: X509.GeneralName...) throws -> X509.Extension {
    let value = try X509.IssuerAlternativeName(names)
    var writer = DERWriter()
    value.write(to: &writer)
    return X509.Extension(.other(.certificateIssuer, writer.bytes), isCritical: true)
  }

  private func issuer(_ name: String) throws -> X509.Extension {
    try issuer(.directory(X509.Name([.commonName: name])))
  }

  /// A certificate of the root that appoints the issuer of lists.
  private func leaf(of root: borrowing Authority) throws -> X509.Certificate {
    let point = try X509.DistributionPoint(nil, crlIssuer: [.directory(lists)])
    let points = X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    return try root.issue(for: Authority.key(), extensions: [points])
  }

  private func judge(
    _ leaf: X509.Certificate, of root: borrowing Authority,
    _ entries: [(X509.SerialNumber, [X509.Extension])], byOther isByOther: Bool = true
  ) throws -> X509.RevocationAnswer {
    let key = try Authority.key()
    let sample = ListSample(
      issuer: isByOther ? lists : root.certificate.subject, entries: entries,
      extensions: [indirect])
    let list = try isByOther ? sample.list(by: key) : sample.list(by: root.key)
    let signer = X509.RevocationIssuer(
      lists, try X509.PublicKey(key.publicKey), keyUsage: try X509.KeyUsage(.crlSigning))
    return try X509.Revocation(.whenPresent, lists: [list]).judge(
      leaf, issuer: root.issuer, listIssuers: isByOther ? [signer] : [],
      at: RevocationPath.moment)
  }

  private func isRevoked(
    _ leaf: X509.Certificate, of root: borrowing Authority,
    _ entries: [(X509.SerialNumber, [X509.Extension])], byOther isByOther: Bool = true
  ) throws -> Bool {
    do {
      let answer = try judge(leaf, of: root, entries, byOther: isByOther)
      #expect(answer == .good(by: .list))
      return false
    } catch let fault as X509.RevocationFault {
      #expect(fault == .revoked(revoked, .unspecified, by: .list))
      return true
    }
  }

  @Test func `a CRL is accepted only if its signing key belongs to the CRL's issuer name`() throws {
    let root = try Authority()
    let leaf = try leaf(of: root)
    let key = try Authority.key()
    let list = try ListSample(issuer: lists, extensions: [indirect]).list(by: key)
    func answer(_ name: String) throws -> X509.RevocationAnswer {
      let signer = X509.RevocationIssuer(
        X509.Name([.commonName: name]), try X509.PublicKey(key.publicKey),
        keyUsage: try X509.KeyUsage(.crlSigning))
      return try X509.Revocation(.whenPresent, lists: [list]).judge(
        leaf, issuer: root.issuer, listIssuers: [signer], at: RevocationPath.moment)
    }
    #expect(try answer("lists") == .good(by: .list))
    #expect(try answer("other") == .unanswered([.unverifiedIssuer]))
  }

  @Test func `an entry of an indirect CRL is about the issuer that the entry names`() throws {
    let root = try Authority()
    let leaf = try leaf(of: root)
    let number = leaf.serialNumber
    #expect(try isRevoked(leaf, of: root, [(number, [issuer("root")])]))
    #expect(try isRevoked(leaf, of: root, [(number, [issuer("ROOT")])]))
    #expect(try !isRevoked(leaf, of: root, [(number, [issuer("other")])]))
    let url = X509.GeneralName.uri(try X509.IA5Text("http://a.example"))
    let both = try issuer(url, .directory(root.certificate.subject))
    #expect(try isRevoked(leaf, of: root, [(number, [both])]))
    #expect(try !isRevoked(leaf, of: root, [(number, [issuer(url)])]))
  }

  @Test func `an indirect CRL entry without an issuer has the issuer of the previous entry`() throws
  {
    let root = try Authority()
    let leaf = try leaf(of: root)
    let (number, other) = (leaf.serialNumber, X509.SerialNumber([5]))
    #expect(try isRevoked(leaf, of: root, [(other, [issuer("root")]), (number, [])]))
    #expect(try !isRevoked(leaf, of: root, [(other, [issuer("other")]), (number, [])]))
    let twice = [
      (number, [try issuer("other")]), (other, [try issuer("root")]), (number, []),
    ]
    #expect(try isRevoked(leaf, of: root, twice))
    let back = [(other, [try issuer("root")]), (number, [try issuer("other")])]
    #expect(try !isRevoked(leaf, of: root, back))
  }

  @Test func `the first entry of an indirect CRL without an issuer has the CRL's issuer`() throws {
    let root = try Authority()
    let leaf = try leaf(of: root)
    #expect(try !isRevoked(leaf, of: root, [(leaf.serialNumber, [])]))
    #expect(try isRevoked(leaf, of: root, [(leaf.serialNumber, [])], byOther: false))
    let named = [(leaf.serialNumber, [try issuer("other")])]
    #expect(try !isRevoked(leaf, of: root, named, byOther: false))
  }

  @Test func `an indirect CRL with a malformed entry issuer has no verdict`() throws {
    let root = try Authority()
    let leaf = try leaf(of: root)
    for value: [UInt8] in [[0x30, 0], [5, 0], [0x30, 2, 0x84, 0], []] {
      let broken = X509.Extension(.other(.certificateIssuer, value), isCritical: true)
      let answer = try judge(leaf, of: root, [(X509.SerialNumber([5]), [broken])])
      guard case .unanswered(let problems) = answer, case .unreadable? = problems.first else {
        Issue.record("\(value): \(answer)")
        continue
      }
    }
  }

  @Test func `a CRL entry with two certificate issuer extensions is rejected`() throws {
    let root = try Authority()
    let twice = [(X509.SerialNumber([5]), [try issuer("root"), try issuer("other")])]
    let sample = ListSample(entries: twice, extensions: [indirect])
    let error = #expect(throws: X509Error.self) { try sample.list(by: root.key) }
    guard case .duplicateExtension(.certificateIssuer, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the entries of an indirect CRL are found by their issuer's name`() throws {
    let root = try Authority()
    let (one, two) = (X509.SerialNumber([1]), X509.SerialNumber([2]))
    let sample = ListSample(
      entries: [(one, []), (two, [try issuer("other")])], extensions: [indirect])
    let list = try sample.list(by: root.key)
    let other = X509.Name([.commonName: "other"])
    #expect(try list.entry(for: one)?.serialNumber == one)
    #expect(try list.entry(for: two) == nil)
    #expect(try list.entry(for: two, issuedBy: other)?.serialNumber == two)
    #expect(try list.entry(for: one, issuedBy: other) == nil)
    let plain = try ListSample(entries: [(one, [])]).list(by: root.key)
    #expect(try plain.entry(for: one, issuedBy: other) == nil)
    #expect(try plain.entry(for: one, issuedBy: plain.issuer) != nil)
  }
}
