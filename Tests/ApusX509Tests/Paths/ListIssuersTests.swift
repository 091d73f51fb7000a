import ApusBytes
import ApusCrypto
import ApusX509
import Testing

/// Lists that are not signed by the key that has signed a certificate. RFC 5280 section 6.3.3 (f).
@Suite final class ListIssuersTests {
  private let revoked = X509.Fault.revocation(
    .revoked(ASN1.Time(secondsSinceEpoch: ListSample.revoked), .unspecified, by: .list))
  private let path: RevocationPath
  /// The key that signs the lists of the authority in the middle.
  private let listKey: SigningKey
  private let signing: X509.Extension

  init() throws {
    path = try RevocationPath()
    listKey = try Authority.key()
    signing = X509.Extension(.keyUsage(try X509.KeyUsage(.crlSigning)))
  }

  /// A certificate by the root for the key that signs lists.
  private func signer(
    _ name: String = "middle", _ extensions: [X509.Extension]? = nil
  ) throws -> X509.Certificate {
    try Self.issue(
      name, for: listKey, by: path.root.certificate, path.root.key, extensions ?? [signing])
  }

  /// A certificate with key identifiers and no other extensions than the given ones.
  private static func issue(
    _ name: String, for key: borrowing SigningKey, by issuer: X509.Certificate,
    _ issuerKey: borrowing SigningKey, _ extensions: [X509.Extension],
    until end: Int64 = Authority.now + 1
  ) throws -> X509.Certificate {
    let builder = X509.CertificateBuilder(
      .endEntity(purposes: []), subject: X509.Name([.commonName: name]),
      validity: try X509.Validity(from: 0, through: end))
    var content = try builder.content(
      for: X509.PublicKey(key.publicKey), issuer: issuer, .ecdsa(.sha256), using: SystemRandom())
    content.extensions.removeAll { [.keyUsage, .basicConstraints].contains($0.oid) }
    content.extensions += extensions
    return try content.signed(by: issuerKey, .ecdsa(.sha256), using: SystemRandom())
  }

  /// A list of the authority in the middle, signed by its other key.
  private func list(
    _ numbers: X509.SerialNumber..., naming identifier: [UInt8]? = nil
  ) throws -> X509.RevocationList {
    var sample = ListSample(issuer: path.middle.subject, entries: numbers.map { ($0, []) })
    if let identifier {
      let named = X509.AuthorityKeyIdentifier(keyIdentifier: identifier)
      sample.extensions = [X509.Extension(.authorityKeyIdentifier(named))]
    }
    return try sample.list(by: listKey)
  }

  /// A list of the root, about authorities and issuers of lists.
  private func rootList(_ numbers: X509.SerialNumber...) throws -> X509.RevocationList {
    try ListSample(entries: numbers.map { ($0, []) }).list(by: path.root.key)
  }

  private func fault(
    _ policy: X509.Revocation.Policy, of extent: X509.Revocation.Extent = .leaf,
    _ lists: [X509.RevocationList], _ issuers: [X509.Certificate] = [],
    sent: [X509.Certificate] = [], signatures: Int = 100
  ) throws -> X509.Fault? {
    let revocation = try X509.Revocation(policy, of: extent, lists: lists, listIssuers: issuers)
    return path.rejection(revocation, adding: sent, signatures: signatures)?.fault
  }

  private func unanswered(_ problems: X509.RevocationProblem...) -> X509.Fault {
    .revocation(.unanswered(problems))
  }

  @Test func `a CRL by another issuer key is used if a valid path to the key exists`() throws {
    let signer = try signer()
    let (good, bad) = (try list(), try list(path.leaf.serialNumber))
    #expect(try fault(.required, [good, rootList()], [signer]) == nil)
    #expect(try fault(.required, [good, rootList()], sent: [signer]) == nil)
    #expect(try fault(.whenPresent, [bad], [signer]) == revoked)
    #expect(try fault(.required, [bad, rootList()], [signer]) == revoked)
    #expect(try fault(.required, of: .path, [good, rootList()], [signer]) == nil)
    // Without the certificate of the key the status is unknown.
    #expect(try fault(.required, [good, rootList()]) == unanswered(.wrongSignature, .otherIssuer))
    #expect(try fault(.whenPresent, [bad]) == nil)
  }

  @Test func `a CRL with a key identifier is used only with the identified key`() throws {
    let signer = try signer()
    let identifier = try #require(try signer.subjectKeyIdentifier).bytes
    let roots = try rootList()
    #expect(try fault(.required, [list(naming: identifier), roots], [signer]) == nil)
    #expect(
      try fault(.required, [list(naming: [1]), roots], [signer])
        == unanswered(.otherKey, .otherIssuer))
    // A list that names the key of the issuer, and is not signed by it, costs no search.
    let own = try #require(try path.middle.subjectKeyIdentifier).bytes
    #expect(
      try fault(.required, [list(naming: own), roots], [signer])
        == unanswered(.wrongSignature, .otherIssuer))
  }

  @Test func `a CRL issuer's certificate must allow its key to sign CRLs`() throws {
    let roots = try rootList()
    let none = unanswered(.wrongSignature, .otherIssuer)
    let serving = X509.Extension(.keyUsage(try X509.KeyUsage(.digitalSignature)))
    for extensions in [[serving], []] {
      let wrong = try signer("middle", extensions)
      #expect(try fault(.required, [list(), roots], [wrong]) == none)
      #expect(try fault(.whenPresent, [list(path.leaf.serialNumber)], [wrong]) == nil)
    }
    let authority = X509.Extension(.basicConstraints(.authority(pathLength: nil)))
    #expect(try fault(.required, [list(), roots], [signer("middle", [authority])]) == nil)
  }

  @Test func `a CRL issuer's certificate must have the issuer name of the CRL`() throws {
    let other = try signer("other")
    let none = unanswered(.wrongSignature, .otherIssuer)
    #expect(try fault(.required, [list(), rootList()], [other]) == none)
  }

  @Test func `a CRL issuer must be below the trust anchor of the checked certificate`() throws {
    let stranger = try Authority("stranger")
    let forged = try Self.issue(
      "middle", for: listKey, by: stranger.certificate, stranger.key, [signing])
    let lists = [try list(), try rootList()]
    let none = unanswered(.wrongSignature, .otherIssuer)
    #expect(try fault(.required, lists, [forged, stranger.certificate]) == none)
    // It is not enough that both anchors are trusted.
    var verifier = X509.Verifier(
      anchors: X509.Anchors([path.root.certificate, stranger.certificate]))
    verifier.revocation = try X509.Revocation(.required, of: .leaf, lists: lists)
    let found = RevocationPath.rejection(path.leaf, [path.middle, forged], by: verifier)
    #expect(found?.fault == none)
  }

  @Test func `the certificate of a CRL issuer must not have expired`() throws {
    let old = try Self.issue(
      "middle", for: listKey, by: path.root.certificate, path.root.key, [signing],
      until: Authority.now - 1)
    let none = unanswered(.wrongSignature, .otherIssuer)
    #expect(try fault(.required, [list(), rootList()], [old]) == none)
  }

  @Test func `a CRL by a revoked CRL issuer has no effect on a certificate`() throws {
    let signer = try signer()
    let roots = try rootList(signer.serialNumber)
    let none = unanswered(.wrongSignature, .otherIssuer)
    #expect(try fault(.required, [list(), roots], [signer]) == none)
    #expect(try fault(.whenPresent, [list(path.leaf.serialNumber), roots], [signer]) == nil)
  }

  @Test func `a CRL by an issuer with an unknown status does not prove a certificate good`() throws
  {
    let signer = try signer()
    #expect(try fault(.required, [list()], [signer]) == unanswered(.wrongSignature))
    #expect(try fault(.whenPresent, [list()], [signer]) == nil)
    #expect(try fault(.whenPresent, [list(path.leaf.serialNumber)], [signer]) == revoked)
  }

  @Test func `a CRL issuer cannot prove its own revocation status`() throws {
    // Its certificate names itself as the issuer of lists about it.
    let name = X509.Name([.commonName: "lists"])
    let point = try X509.DistributionPoint(nil, crlIssuer: [.directory(name)])
    let points = X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    let signer = try signer("lists", [signing, points])
    let leaf = try leaf(points)
    let list = try ListSample(
      issuer: name,
      extensions: [ListSample.scope(X509.IssuingDistributionPoint(isIndirect: true))]
    ).list(by: listKey)
    var verifier = X509.Verifier(anchors: X509.Anchors([path.root.certificate]))
    func fault(_ lists: [X509.RevocationList]) throws -> X509.Fault? {
      verifier.revocation = try X509.Revocation(
        .required, of: .leaf, lists: lists, listIssuers: [signer])
      return RevocationPath.rejection(leaf, [path.middle], by: verifier)?.fault
    }
    #expect(try fault([list]) == unanswered(.unverifiedIssuer))
    #expect(try fault([list, rootList()]) == nil)
  }

  @Test func `two CRL issuers cannot prove each other's revocation status`() throws {
    let (one, two) = (X509.Name([.commonName: "one"]), X509.Name([.commonName: "two"]))
    let otherKey = try Authority.key()
    let indirect = ListSample.scope(X509.IssuingDistributionPoint(isIndirect: true))
    let lists = [
      try ListSample(issuer: one, extensions: [indirect]).list(by: listKey),
      try ListSample(issuer: two, extensions: [indirect]).list(by: otherKey),
    ]
    func appointing(_ name: X509.Name) throws -> X509.Extension {
      let point = try X509.DistributionPoint(nil, crlIssuer: [.directory(name)])
      return X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    }
    let root = path.root.certificate
    let issuers = [
      try signer("one", [signing, appointing(two)]),
      try Self.issue(
        "two", for: otherKey, by: root, path.root.key, [signing, appointing(one)]),
    ]
    var verifier = X509.Verifier(anchors: X509.Anchors([root]))
    verifier.revocation = try X509.Revocation(
      .required, of: .leaf, lists: lists, listIssuers: issuers)
    let leaf = try leaf(appointing(one))
    let found = RevocationPath.rejection(leaf, [path.middle], by: verifier)
    #expect(found?.fault == unanswered(.unverifiedIssuer, .otherIssuer))
  }

  /// A leaf of the authority in the middle with distribution points.
  private func leaf(_ points: X509.Extension) throws -> X509.Certificate {
    let builder = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: "leaf"]), validity: try Authority.validity(),
      extensions: [points])
    return try builder.certificate(
      for: X509.PublicKey(path.leafKey.publicKey), issuer: path.middle, key: path.middleKey,
      using: SystemRandom())
  }

  @Test func `an indirect CRL by a named CRL issuer marks certificates as revoked or good`() throws
  {
    let name = X509.Name([.commonName: "lists"])
    let point = try X509.DistributionPoint(nil, crlIssuer: [.directory(name)])
    let points = X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    let leaf = try leaf(points)
    let signer = try signer("lists")
    let indirect = ListSample.scope(X509.IssuingDistributionPoint(isIndirect: true))
    var names = DERWriter()
    try X509.IssuerAlternativeName([.directory(path.middle.subject)]).write(to: &names)
    let issuer = X509.Extension(.other(.certificateIssuer, names.bytes), isCritical: true)
    var verifier = X509.Verifier(anchors: X509.Anchors([path.root.certificate]))
    func fault(
      _ number: X509.SerialNumber, _ issuers: [X509.Certificate]
    ) throws -> X509.Fault? {
      let list = try ListSample(
        issuer: name, entries: [(number, [issuer])], extensions: [indirect]
      ).list(by: listKey)
      verifier.revocation = try X509.Revocation(
        .required, of: .leaf, lists: [list, rootList()], listIssuers: issuers)
      return RevocationPath.rejection(leaf, [path.middle], by: verifier)?.fault
    }
    #expect(try fault(leaf.serialNumber, [signer]) == revoked)
    #expect(try fault(X509.SerialNumber([5]), [signer]) == nil)
    let none = unanswered(.unverifiedIssuer, .otherIssuer)
    for number in [leaf.serialNumber, X509.SerialNumber([5])] {
      #expect(try fault(number, []) == none)
    }
  }

  @Test func `an authority of the path signs indirect CRLs without extra certificates`() throws {
    // The root appoints itself for the leaves of the authority in the middle.
    let name = path.root.certificate.subject
    let point = try X509.DistributionPoint(nil, crlIssuer: [.directory(name)])
    let points = X509.Extension(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    let leaf = try leaf(points)
    let list = try ListSample(
      issuer: name,
      extensions: [ListSample.scope(X509.IssuingDistributionPoint(isIndirect: true))]
    ).list(by: path.root.key)
    var verifier = X509.Verifier(anchors: X509.Anchors([path.root.certificate]))
    verifier.revocation = try X509.Revocation(.required, lists: [list])
    #expect(RevocationPath.rejection(leaf, [path.middle], by: verifier) == nil)
  }

  @Test func `a delta CRL renews only a base CRL that was signed with the same key`() throws {
    // Step (h): both keys are of the issuer, and the changes are by the other one.
    let signer = try signer()
    func sample(_ extensions: [X509.Extension], stale: Bool) -> ListSample {
      var sample = ListSample(issuer: path.middle.subject, extensions: extensions)
      if stale { sample.nextUpdate = Authority.now - 1 }
      return sample
    }
    let number = X509.Extension(.other(.crlNumber, [2, 1, 1]))
    let next = X509.Extension(.other(.crlNumber, [2, 1, 2]))
    let base = X509.Extension(.other(.deltaCRLIndicator, [2, 1, 1]), isCritical: true)
    let old = try sample([number], stale: true).list(by: path.middleKey)
    let own = try sample([next, base], stale: false).list(by: path.middleKey)
    let other = try sample([next, base], stale: false).list(by: listKey)
    let roots = try rootList()
    #expect(try fault(.required, [old, own, roots], [signer]) == nil)
    let stale = X509.RevocationProblem.stale(ASN1.Time(secondsSinceEpoch: Authority.now - 1))
    #expect(
      try fault(.required, [old, other, roots], [signer])
        == unanswered(stale, .changesOnly, .otherIssuer))
    // Changes that revoke do so by themselves.
    var bad = sample([next, base], stale: false)
    bad.entries = [(path.leaf.serialNumber, [])]
    #expect(try fault(.required, [old, bad.list(by: listKey), roots], [signer]) == revoked)
  }

  @Test func `a search for CRL issuers counts signature checks up to a limit`() throws {
    let signer = try signer()
    let lists = [try list(), try rootList()]
    // Two certificates, that of the signer, its status, the list by either key.
    #expect(try fault(.required, lists, [signer], signatures: 6) == nil)
    for count in 2..<6 {
      #expect(
        try fault(.required, lists, [signer], signatures: count)
          == .exhausted(.signatures, limit: count))
    }
  }

  @Test func `a search for CRL issuers tries certificates up to a limit`() throws {
    var others: [X509.Certificate] = []
    for _ in 0..<8 {
      others.append(
        try Self.issue(
          "middle", for: Authority.key(), by: path.root.certificate, path.root.key, [signing]))
    }
    let lists = [try list(), try rootList()]
    let signer = try signer()
    #expect(try fault(.required, lists, Array(others.dropLast()) + [signer]) == nil)
    #expect(
      try fault(.required, lists, others + [signer]) == unanswered(.wrongSignature, .otherIssuer))
    let limit = X509.Revocation.issuerLimit
    #expect(throws: X509Error.tooMany(.certificate, limit: limit)) {
      try X509.Revocation(
        .required, listIssuers: [X509.Certificate](repeating: signer, count: limit + 1))
    }
  }
}
