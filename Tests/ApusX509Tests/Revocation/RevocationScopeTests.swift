import ApusCrypto
import Testing

@testable import ApusX509

/// The certificates that a list covers. RFC 5280 section 6.3.3 (b) and (d).
@Suite struct RevocationScopeTests {
  private typealias Reasons = X509.DistributionPoint.Reasons

  private let place = X509.GeneralName.directory(X509.Name([.commonName: "place"]))
  private let elsewhere = X509.GeneralName.directory(X509.Name([.commonName: "elsewhere"]))
  private let lists = X509.Name([.commonName: "lists"])
  private let rootName = X509.Name([.commonName: "root"])

  /// The scope of a list of an issuer for a certificate of the root with distribution points.
  private func scope(
    _ issuer: X509.Name, _ own: X509.IssuingDistributionPoint?, _ points: X509.DistributionPoint...
  ) throws -> X509.RevocationList.Scope {
    let root = try Authority()
    var extensions: [X509.Extension] = []
    if !points.isEmpty {
      extensions = [X509.Extension(.crlDistributionPoints(try .init(points)))]
    }
    let leaf = try root.issue(for: Authority.key(), extensions: extensions)
    let sample = ListSample(issuer: issuer, extensions: own.map { [ListSample.scope($0)] } ?? [])
    return try sample.list(by: root.key).scope(of: leaf)
  }

  private func point(
    _ names: [X509.GeneralName] = [], reasons: Reasons? = nil, of issuer: X509.Name? = nil
  ) throws -> X509.DistributionPoint {
    try X509.DistributionPoint(
      names.isEmpty ? nil : .full(names), reasons: reasons,
      crlIssuer: issuer.map { [.directory($0)] } ?? [])
  }

  @Test func `step (b)(1): a CRL must be by the certificate's issuer or by its cRLIssuer`()
    throws
  {
    let indirect = X509.IssuingDistributionPoint(isIndirect: true)
    #expect(try scope(rootName, nil) == .covered(.all))
    #expect(try scope(rootName, indirect) == .covered(.all))
    #expect(try scope(lists, nil) == .otherIssuer)
    #expect(try scope(lists, indirect) == .otherIssuer)
    #expect(try scope(lists, indirect, point(of: lists)) == .covered(.all))
    let other = try point(of: X509.Name([.commonName: "other"]))
    #expect(try scope(lists, indirect, other) == .otherIssuer)
    // The implicit point of the issuer counts in addition to every stated point.
    #expect(try scope(rootName, nil, point(of: lists)) == .covered(.all))
    #expect(try scope(rootName, indirect, point(of: lists)) == .covered(.all))
  }

  @Test func `step (b)(1): the CRL of a cRLIssuer must be marked as indirect`() throws {
    #expect(try scope(lists, nil, point(of: lists)) == .notIndirect)
    let direct = X509.IssuingDistributionPoint(.full([place]))
    #expect(try scope(lists, direct, point([place], of: lists)) == .notIndirect)
  }

  @Test func `step (b)(2)(i): a CRL with a location covers only points with that location`() throws
  {
    let own = X509.IssuingDistributionPoint(.full([elsewhere, place]))
    #expect(try scope(rootName, own, point([place])) == .covered(.all))
    let named = X509.GeneralName.directory(X509.Name([.commonName: "other"]))
    #expect(try scope(rootName, own, point([named])) == .otherCertificates)
    #expect(try scope(rootName, own) == .otherCertificates)
    // The place of the assumed point is the name of the issuer.
    let assumed = X509.IssuingDistributionPoint(.full([.directory(rootName)]))
    #expect(try scope(rootName, assumed, point([place])) == .covered(.all))
  }

  @Test func `step (b)(2)(i): a point without a location has the name of its cRLIssuer`() throws {
    let own = X509.IssuingDistributionPoint(.full([.directory(lists)]), isIndirect: true)
    #expect(try scope(lists, own, point(of: lists)) == .covered(.all))
    let other = X509.IssuingDistributionPoint(.full([place]), isIndirect: true)
    #expect(try scope(lists, other, point(of: lists)) == .otherCertificates)
    #expect(try scope(lists, other, point([place], of: lists)) == .covered(.all))
    #expect(try scope(lists, other, point([elsewhere], of: lists)) == .otherCertificates)
  }

  @Test func `step (b)(2)(i): a relative location is below the issuer of the CRL`() throws {
    let step = X509.Name([.commonName: "part"]).steps[0]
    let own = X509.IssuingDistributionPoint(.relative(step), isIndirect: true)
    let relative = try X509.DistributionPoint(.relative(step), crlIssuer: [.directory(lists)])
    #expect(try scope(lists, own, relative) == .covered(.all))
    let full = X509.GeneralName.directory(X509.Name(lists.steps + [step]))
    #expect(try scope(lists, own, point([full], of: lists)) == .covered(.all))
    let ofRoot = X509.GeneralName.directory(X509.Name(rootName.steps + [step]))
    #expect(try scope(lists, own, point([ofRoot], of: lists)) == .otherCertificates)
    #expect(try scope(rootName, own, X509.DistributionPoint(.relative(step))) == .covered(.all))
  }

  @Test func `steps (b)(2)(ii) to (iv): a CRL for one kind of certificates covers no others`()
    throws
  {
    for kind in X509.IssuingDistributionPoint.Kind.allCases {
      let own = X509.IssuingDistributionPoint(kind: kind, isIndirect: true)
      let expected: X509.RevocationList.Scope =
        kind == .endEntities ? .covered(.all) : .otherCertificates
      #expect(try scope(rootName, own) == expected)
      #expect(try scope(lists, own, point(of: lists)) == expected)
    }
  }

  @Test func `step (d): the CRL and the distribution point limit the covered reasons`() throws {
    let some: Reasons = [.keyCompromise, .superseded]
    let limited = X509.IssuingDistributionPoint(.full([place]), reasons: some)
    let free = X509.IssuingDistributionPoint(.full([place]))
    let other: Reasons = [.superseded, .certificateHold]
    #expect(try scope(rootName, limited, point([place], reasons: other)) == .covered(.superseded))
    #expect(try scope(rootName, limited, point([place])) == .covered(some))
    #expect(try scope(rootName, free, point([place], reasons: other)) == .covered(other))
    #expect(try scope(rootName, free, point([place])) == .covered(.all))
    // Each point of the list counts.
    let twice = try scope(
      rootName, free, point([place], reasons: some), point([place], reasons: .certificateHold))
    #expect(twice == .covered([.keyCompromise, .superseded, .certificateHold]))
  }

  @Test func `a malformed distribution point does not hide an entry of a plain CRL`() throws {
    let root = try Authority()
    let broken = X509.Extension(.other(.crlDistributionPoints, [4, 0]))
    let leaf = try root.issue(for: Authority.key(), extensions: [broken])
    #expect(throws: X509Error.self) { try leaf.crlDistributionPoints }
    let plain = try ListSample().list(by: root.key)
    #expect(try plain.scope(of: leaf) == .covered(.all))
    let own = X509.IssuingDistributionPoint(.full([place]))
    let part = try ListSample(extensions: [ListSample.scope(own)]).list(by: root.key)
    #expect(throws: X509Error.self) { try part.scope(of: leaf) }
  }
}
