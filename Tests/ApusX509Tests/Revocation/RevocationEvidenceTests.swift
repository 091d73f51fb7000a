import ApusCrypto
import ApusX509
import Testing

/// Evidence of revocation other than lists and stapled responses: RFC 5280 section 5.1, RFC 6960
/// section 4.2.1.
@Suite struct RevocationEvidenceTests {
  private func list(by root: borrowing Authority) throws -> X509.RevocationList {
    try ListSample(entries: [(X509.SerialNumber([5]), [])]).list(by: root.key)
  }

  @Test func `the first bytes of an evidence file distinguish lists from OCSP responses`() throws {
    let list = try list(by: Authority())
    let unsuccessful: [UInt8] = [0x30, 3, 0x0a, 1, 3]
    let response = try X509.Revocation.Evidence("a", file: unsuccessful)
    #expect(response.responses == [.unsuccessful(.tryLater)] && response.lists.isEmpty)
    let one = try X509.Revocation.Evidence("a", file: list.der)
    #expect(one.lists.map(\.der) == [list.der] && one.responses.isEmpty)
    let text = PEM.encode(list.der, as: .x509CRL)
    let two = try X509.Revocation.Evidence("a", file: Array((text + text).utf8))
    #expect(two.lists.count == 2)
    #expect(try X509.Revocation.Evidence("a", file: []).isEmpty)
    #expect(throws: X509Error.self) {
      try X509.Revocation.Evidence("a", file: Array(list.der.dropLast()))
    }
    for count in 0..<unsuccessful.count {
      _ = try? X509.Revocation.Evidence("a", file: Array(unsuccessful.prefix(count)))
    }
  }

  @Test func `evidence contributes its lists to the check, and errors contain its name`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    let list = try list(by: root)
    let now = UnixTime(secondsSinceEpoch: Authority.now)
    let revocation = try X509.Revocation(.required).adding([
      X509.Revocation.Evidence("good.crl", lists: [list])
    ])
    #expect(try revocation.judge(leaf, issuer: root.issuer, at: now) == .good(by: .list))
    let later = UnixTime(secondsSinceEpoch: Authority.now + 7_200)
    let end = try #require(list.nextUpdate)
    #expect(throws: X509.RevocationFault.unanswered([.evidence("good.crl", .stale(end))])) {
      try revocation.judge(leaf, issuer: root.issuer, at: later)
    }
    let bad = try ListSample(entries: [(leaf.serialNumber, [])]).list(by: root.key)
    let more = try revocation.adding([X509.Revocation.Evidence("bad.crl", lists: [bad])])
    let since = ASN1.Time(secondsSinceEpoch: ListSample.revoked)
    #expect(throws: X509.RevocationFault.revoked(since, .unspecified, by: .list)) {
      try more.judge(leaf, issuer: root.issuer, at: now)
    }
    #expect(try X509.Revocation.off.adding(more.evidence).evidence.isEmpty)
  }

  @Test func `more revocation lists and OCSP responses than the limit are rejected`() throws {
    let list = try list(by: Authority())
    let limit = X509.Revocation.listLimit
    let most = X509.Revocation.Evidence(
      "a", lists: [X509.RevocationList](repeating: list, count: limit - 1),
      responses: [.unsuccessful(.tryLater)])
    let full = try X509.Revocation(.required).adding([most])
    #expect(full.evidence.count == 1)
    #expect(throws: X509Error.tooMany(.revocationList, limit: limit)) {
      try full.adding([X509.Revocation.Evidence("b", lists: [list])])
    }
  }
}
