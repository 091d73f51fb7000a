import ApusX509
import Testing

/// Sorted lists of certificates. RFC 5280 section 6.1 defines the order; no trust is checked here.
@Suite struct ChainTests {
  private let root: TestAuthority
  private let authority: TestAuthority
  private let leaf: X509.Certificate

  init() throws {
    root = try TestAuthority(root: .authority("root"))
    authority = try root.authority(.authority("authority"))
    leaf = try authority.issue(.leaf("www.example.org"))
  }

  @Test func `certificates in any order are sorted from the leaf to the root certificate`() {
    let ordered = [leaf, authority.certificate, root.certificate]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let chain = X509.Chain(ordering: order.map { ordered[$0] })
      #expect(chain.certificates == ordered)
      #expect(chain.leftovers.isEmpty && chain.missing == nil && chain.isComplete)
    }
  }

  @Test func `certificates outside a sorted chain are listed with their index and reason`() throws {
    let stranger = try TestAuthority(root: .authority("stranger"))
    let crossSigned = try stranger.authority(.authority("authority"), key: authority.key)
    let bag = [
      root.certificate, leaf, leaf, stranger.certificate, crossSigned.certificate,
      authority.certificate,
    ]
    let chain = X509.Chain(ordering: bag)
    #expect(chain.isComplete)
    #expect(chain.certificates.first == leaf && chain.certificates.count == 3)
    let other = chain.certificates[1] == authority.certificate ? 4 : 5
    let reasons = Dictionary(uniqueKeysWithValues: chain.leftovers.map { ($0.index, $0.reason) })
    #expect(reasons[2] == .duplicate)
    #expect(reasons[other] == .alternative(to: 1))
    #expect(reasons[other == 4 ? 3 : 0] == .stranger)
    #expect(reasons.count == 3)
  }

  @Test func `a sorted chain reports the name of the missing issuer of its last certificate`()
    throws
  {
    let chain = X509.Chain(ordering: [authority.certificate, leaf])
    #expect(chain.certificates == [leaf, authority.certificate])
    #expect(chain.missing?.name == root.certificate.subject)
    #expect(chain.missing?.keyIdentifier == (try root.key.identifier.bytes))
    #expect(!chain.isComplete)
    let gap = X509.Chain(ordering: [root.certificate, leaf])
    #expect(gap.certificates == [leaf])
    #expect(gap.missing?.name == authority.certificate.subject)
    #expect(gap.leftovers.map(\.reason) == [.stranger])
  }

  @Test func `a certificate with the issuer's name but another key is not in the chain`() throws {
    let namesake = try TestAuthority(root: .authority("authority"))
    let unspecific = try authority.issue(
      .leaf("www.example.org").changed { $0.hasAuthorityKeyIdentifier = false })
    let chain = X509.Chain(
      ordering: [namesake.certificate, unspecific, authority.certificate, root.certificate])
    #expect(chain.certificates == [unspecific, authority.certificate, root.certificate])
  }

  @Test func `a chain begins with the given leaf, or with a leaf found among authorities`() throws {
    let authorities = X509.Chain(ordering: [root.certificate, authority.certificate])
    #expect(authorities.certificates == [authority.certificate, root.certificate])
    let other = try authority.issue(.leaf("mail.example.org"))
    let bag = [leaf, other, authority.certificate, root.certificate]
    #expect(X509.Chain(ordering: bag).certificates.first == leaf)
    #expect(X509.Chain(ordering: bag, from: other).certificates.first == other)
    let alone = X509.Chain(ordering: [root.certificate])
    #expect(alone.certificates == [root.certificate] && alone.isComplete)
    let none = X509.Chain(ordering: [])
    #expect(none.certificates.isEmpty && !none.isComplete && none.missing == nil)
  }

  @Test func `a sorted chain contains each of two authorities that issue each other once`() throws {
    let (one, two) = (try TestKey(), try TestKey())
    let first = try TestAuthority(root: .authority("first"), key: one)
    let second = try TestAuthority(root: .authority("second"), key: two)
    let bag = [
      try second.issue(.authority("first"), to: one),
      try first.issue(.authority("second"), to: two),
      try first.issue(.leaf("www.example.org")),
    ]
    let chain = X509.Chain(ordering: bag)
    #expect(chain.certificates == [bag[2], bag[0], bag[1]])
    #expect(chain.missing?.name == first.certificate.subject)
  }

  @Test func `a certificate chain above the maximum length is cut at the limit`() throws {
    let key = try TestKey()
    var bag: [X509.Certificate] = []
    for number in 0...X509.Chain.limit {
      let above = try TestAuthority(root: .authority("floor \(number + 1)"), key: key)
      bag.append(try above.issue(.authority("floor \(number)"), to: key))
    }
    #expect(X509.Chain(ordering: bag.reversed()).certificates.count == X509.Chain.limit)
    #expect(
      X509.Chain(ordering: Array(bag.dropFirst())).certificates.count == X509.Chain.limit)
  }
}
