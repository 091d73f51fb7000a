import ApusASN1
import ApusCrypto
import Testing

@testable import ApusX509

/// Lists of changes to other lists. RFC 5280 section 5.2.4.
@Suite struct RevocationChangesTests {
  private let path: RevocationPath
  private let hour: Int64 = 3600

  init() throws {
    path = try RevocationPath()
  }

  private typealias Entries = [(X509.SerialNumber, [X509.Extension])]

  /// A complete list with a number.
  private func complete(
    _ number: UInt8, _ entries: Entries = [], isStale: Bool = false
  ) throws -> X509.RevocationList {
    var sample = ListSample(issuer: path.middle.subject, entries: entries)
    if isStale { sample.nextUpdate = Authority.now - 1 }
    sample.extensions = [X509.Extension(.other(.crlNumber, [2, 1, number]))]
    return try sample.list(by: path.middleKey)
  }

  /// A list of changes from one number to another.
  private func changes(
    from base: UInt8, to number: UInt8, _ entries: Entries = [],
    _ change: (inout ListSample) -> Void = { _ in }
  ) throws -> X509.RevocationList {
    var sample = ListSample(issuer: path.middle.subject, entries: entries)
    sample.extensions = [
      X509.Extension(.other(.crlNumber, [2, 1, number])),
      X509.Extension(.other(.deltaCRLIndicator, [2, 1, base]), isCritical: true),
    ]
    change(&sample)
    return try sample.list(by: path.middleKey)
  }

  private func answer(_ lists: X509.RevocationList...) throws -> X509.RevocationAnswer {
    try X509.Revocation(.whenPresent, of: .leaf, lists: lists).judge(
      path.leaf, issuer: X509.RevocationIssuer(path.middle), at: RevocationPath.moment)
  }

  private var entry: Entries { [(path.leaf.serialNumber, [])] }

  private func entry(_ reason: X509.RevocationReason) -> Entries {
    [(path.leaf.serialNumber, [ListSample.reason(reason)])]
  }

  private func isRevoked(_ lists: X509.RevocationList...) throws -> Bool {
    for lists in [lists, lists.reversed()] {
      let revocation = try X509.Revocation(.whenPresent, of: .leaf, lists: lists)
      guard case .revocation(.revoked) = path.rejection(revocation)?.fault else { return false }
    }
    return true
  }

  @Test func `a delta CRL revokes a certificate with and without its base CRL`() throws {
    #expect(try isRevoked(changes(from: 1, to: 2, entry)))
    #expect(try isRevoked(complete(1), changes(from: 1, to: 2, entry)))
    #expect(try isRevoked(complete(9), changes(from: 1, to: 2, entry)))
    #expect(try isRevoked(complete(1, entry), changes(from: 1, to: 2)))
  }

  @Test func `the verdict of a base CRL includes the revocations in its delta CRL`() throws {
    var signatures = X509.SignatureAllowance(8)
    let verdict = try complete(1).verdict(
      on: path.leaf, issuer: X509.RevocationIssuer(path.middle), at: RevocationPath.moment,
      changes: [changes(from: 1, to: 2, entry)], signatures: &signatures)
    guard case .revoked = verdict else {
      Issue.record("\(verdict)")
      return
    }
  }

  @Test func `a delta CRL without its base CRL does not prove that a certificate is good`() throws {
    #expect(try answer(changes(from: 1, to: 2)) == .unanswered([.changesOnly]))
    #expect(X509.RevocationProblem.changesOnly.section == "RFC 5280 section 5.2.4")
  }

  @Test func `a current delta CRL renews an expired base CRL`() throws {
    let old = try complete(1, isStale: true)
    #expect(try answer(old, changes(from: 1, to: 2)) == .good(by: .list))
    #expect(try answer(old, changes(from: 0, to: 2)) == .good(by: .list))
    let expired = X509.RevocationProblem.stale(ASN1.Time(secondsSinceEpoch: Authority.now - 1))
    let misfits = [
      try changes(from: 2, to: 3), try changes(from: 0, to: 1),
      try changes(from: 1, to: 2) { $0.nextUpdate = Authority.now - 1 },
      try changes(from: 1, to: 2) {
        $0.extensions.append(ListSample.scope(X509.IssuingDistributionPoint(kind: .endEntities)))
      },
      try changes(from: 1, to: 2) {
        $0.extensions.append(
          X509.Extension(.authorityKeyIdentifier(X509.AuthorityKeyIdentifier(keyIdentifier: [1]))))
      },
    ]
    for list in misfits {
      #expect(try answer(old, list) == .unanswered([expired, .changesOnly]))
    }
  }

  @Test func `only a matching delta CRL releases a certificate from hold`() throws {
    let onHold = try complete(1, entry(.certificateHold))
    let release = entry(.removeFromCRL)
    #expect(try !isRevoked(onHold, changes(from: 1, to: 2, release)))
    #expect(try answer(onHold, changes(from: 1, to: 2, release)) == .good(by: .list))
    #expect(try isRevoked(onHold, changes(from: 2, to: 3, release)))
    #expect(
      try isRevoked(
        onHold, changes(from: 1, to: 2, release) { $0.nextUpdate = Authority.now - 1 }))
    #expect(try isRevoked(onHold, changes(from: 1, to: 2)))
    // Only a certificate on hold can be released.
    #expect(
      try isRevoked(complete(1, entry(.keyCompromise)), changes(from: 1, to: 2, release)))
  }

  @Test func `a delta CRL that was signed with another key is ignored`() throws {
    let key = try Authority.key()
    var sample = ListSample(issuer: path.middle.subject, entries: entry)
    sample.extensions = [
      X509.Extension(.other(.crlNumber, [2, 1, 2])),
      X509.Extension(.other(.deltaCRLIndicator, [2, 1, 1]), isCritical: true),
    ]
    let forged = try sample.list(by: key)
    #expect(try answer(forged) == .unanswered([.wrongSignature]))
    let expired = X509.RevocationProblem.stale(ASN1.Time(secondsSinceEpoch: Authority.now - 1))
    #expect(
      try answer(complete(1, isStale: true), forged) == .unanswered([expired, .wrongSignature]))
  }
}
