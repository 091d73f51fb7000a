import ApusBytes
import Testing

@testable import ApusTLS

/// Reserved values in a server's responses: RFC 8701 section 4.
struct MeaninglessValuesTests {
  private func script() throws -> Script { try Script { $0.isGreased = true } }

  @Test(arguments: [[TLS.Version.tls12], [.tls13], [.tls12, .tls13]])
  func `a greased ClientHello has a GREASE number in each of its lists`(
    versions: [TLS.Version]
  ) throws {
    for isGreased in [true, false] {
      var configuration = TLS.ClientConfiguration()
      configuration.versions = Set(versions)
      configuration.isGreased = isGreased
      let record = try Duet(configuration).client.takeOutgoing()
      let hello: ClientHello = try ReceivedMessage(Array(record.dropFirst(5))).expect()
      let list = hello.extensions
      var offers = [
        hello.cipherSuites, try #require(try list.value(SupportedGroups.self)).groups,
        try #require(try list.value(SignatureAlgorithms.self)).schemes,
      ]
      if versions.contains(.tls13) {
        offers.append(try #require(try list.value(SupportedVersions.self)).versions)
        offers.append(try #require(try list.value(KeyShares.self)).shares.map(\.group))
      }
      for offer in offers {
        #expect(offer.count { GREASE.contains($0) } == (isGreased ? 1 : 0))
        #expect(offer.contains { !GREASE.contains($0) })
      }
      #expect(list.types.count { GREASE.contains($0) } == (isGreased ? 2 : 0))
    }
  }

  @Test func `a GREASE extension in a server's response is rejected`() throws {
    let first = try script()
    let number = try #require(first.hello.extensions.types.first { GREASE.contains($0) })
    first.alterHello = { $0.extensions.append(number, []) }
    #expect(throws: TLSError.unsolicitedExtension(number)) { try first.play(.serverHello) }

    let second = try script()
    let other = try #require(second.hello.extensions.types.first { GREASE.contains($0) })
    second.alterExtensions = { $0.append(other, []) }
    try second.play(upTo: .encryptedExtensions)
    #expect(throws: TLSError.unsolicitedExtension(other)) { try second.play(.encryptedExtensions) }

    let third = try script()
    let last = try #require(third.hello.extensions.types.first { GREASE.contains($0) })
    third.alterCertificate = { $0.entries[0].extensions.append(last, []) }
    try third.play(upTo: .certificate)
    #expect(throws: TLSError.unsolicitedExtension(last)) { try third.play(.certificate) }
  }

  @Test func `a GREASE extension in a HelloRetryRequest or in TLS 1.2 is rejected`() throws {
    let script = try script()
    let number = try #require(script.hello.extensions.types.first { GREASE.contains($0) })
    #expect(throws: TLSError.unsolicitedExtension(number)) {
      try script.retry {
        try? $0.extensions.append(Cookie([1]))
        $0.extensions.append(number, [])
      }
    }
    let older = try Script12 { $0.isGreased = true }
    let echoed = try #require(older.hello.extensions.types.first { GREASE.contains($0) })
    older.alterHello = { $0.extensions.append(echoed, []) }
    #expect(throws: TLSError.unsolicitedExtension(echoed)) { try older.play(.serverHello) }
  }

  @Test func `a ServerHello with a GREASE suite, version, group or scheme is rejected`() throws {
    let suite = try script()
    let number = suite.hello.cipherSuites[0]
    suite.alterHello = { $0.cipherSuite = number }
    #expect(throws: TLSError.broken(.suiteWasOffered)) { try suite.play(.serverHello) }

    let version = try script()
    let versions = try #require(try version.hello.extensions.value(SupportedVersions.self)).versions
    version.alterHello = { $0.extensions.replace(SelectedVersion(versions[0])) }
    #expect(throws: TLSError.broken(.versionWasOffered)) { try version.play(.serverHello) }

    let group = try script()
    let groups = try #require(try group.hello.extensions.value(SupportedGroups.self)).groups
    group.alterHello = { $0.extensions.replace(AnsweredKeyShare(KeyShare(groups[0], [0]))) }
    #expect(throws: TLSError.broken(.groupWasOffered)) { try group.play(.serverHello) }

    let scheme = try script()
    let schemes = try #require(try scheme.hello.extensions.value(SignatureAlgorithms.self)).schemes
    scheme.alterVerify = { $0 = CertificateVerify(schemes[0], $0.signature) }
    try scheme.play(upTo: .certificateVerify)
    #expect(throws: TLSError.broken(.schemeWasOffered)) { try scheme.play(.certificateVerify) }
  }

  @Test func `GREASE numbers in a CertificateRequest or session ticket are ignored`() throws {
    let script = try script()
    script.alterRequest = { $0.extensions.append(0x2a2a, [1, 2]) }
    try script.play(upTo: nil, asking: true)
    #expect(script.isConnected)
    var ticket = NewSessionTicket(lifetime: 1, ageAdd: 1, nonce: [0], ticket: [1])
    ticket.extensions.append(0x3a3a, [])
    try script.give(try ticket.encoded())
  }

  @Test func `after a retry with a group, the ClientHello has one key share`() throws {
    let script = try script()
    try script.retry { try? $0.extensions.append(WantedKeyShare(0x0017)) }
    let shares = try #require(try script.hello.extensions.value(KeyShares.self)).shares
    #expect(shares.map(\.group) == [0x0017])
    let cookie = try self.script()
    let first = try cookie.hello.extensions.value(KeyShares.self)
    try cookie.retry { try? $0.extensions.append(Cookie([1])) }
    #expect(try cookie.hello.extensions.value(KeyShares.self) == first)
  }
}
