import ApusBytes
import ApusNames
import Testing

@testable import ApusTLS

/// The messages of a client: RFC 8446 sections 4.1.2, 4.4 and D.4.
struct ClientFlightTests {
  private func hello(
    _ host: String, _ adapt: (inout TLS.ClientConfiguration) -> Void = { _ in }
  ) throws -> (record: [UInt8], hello: ClientHello) {
    var configuration = TLS.ClientConfiguration()
    adapt(&configuration)
    var client = try TLS.Client(
      configuration, host: try CanonicalHost(host), at: Duet.now, using: SystemRandom())
    let record = client.takeOutgoing()
    return (record, try ReceivedMessage(Array(record.dropFirst(5))).expect())
  }

  @Test func `the first ClientHello equals a known sequence of bytes`() throws {
    let (record, hello) = try hello("server.example")
    #expect(record.starts(with: [22, 3, 1]))
    #expect(hello.legacyVersion == 0x0303 && hello.legacyCompressionMethods == [0])
    #expect(hello.legacySessionID.count == 32)
    #expect(
      hello.cipherSuites == [
        0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8,
      ])
    #expect(try hello.extensions.value(SupportedVersions.self)?.versions == [0x0304, 0x0303])
    #expect(try hello.extensions.value(SessionTicket.self)?.ticket == [])
    #expect(hello.extensions.contains(.extendedMasterSecret))
    #expect(try hello.extensions.value(RenegotiationInfo.self) == RenegotiationInfo())
    try hello.extensions.check(in: .clientHello)
    let shares = try hello.extensions.value(KeyShares.self)?.shares
    #expect(shares?.map(\.group) == [0x11ec, 0x001d])
    #expect(shares?.map(\.publicKey.count) == [1216, 32])
    #expect(try hello.extensions.value(PSKKeyExchangeModes.self)?.modes == [1])
    #expect(
      !hello.extensions.contains(.earlyData) && !hello.extensions.contains(.postHandshakeAuth))
    #expect(!hello.extensions.contains(.compressCertificate))
  }

  @Test func `a host name is sent as SNI in canonical form, and an IP address is not sent`() throws
  {
    for (host, name) in [
      ("Server.Example.", "server.example"), ("b\u{fc}cher.example", "xn--bcher-kva.example"),
      ("a_b.example", "a_b.example"), ("192.0.2.1", nil), ("[2001:db8::1]", nil),
    ] as [(String, String?)] {
      let (_, hello) = try hello(host)
      #expect(try hello.extensions.value(ServerName.self)?.hostName == name.map { Array($0.utf8) })
    }
  }

  @Test func `two ClientHellos differ in random bytes, session ID and key shares`() throws {
    let (_, one) = try hello("server.example")
    let (_, other) = try hello("server.example")
    #expect(one.random != other.random && one.legacySessionID != other.legacySessionID)
    #expect(
      try one.extensions.value(KeyShares.self) != other.extensions.value(KeyShares.self))
  }

  @Test func `a ClientHello without TLS 1.2 contains no TLS 1.2 suites or extensions`() throws {
    let (_, newer) = try hello("server.example") { $0.versions = [.tls13] }
    #expect(newer.cipherSuites == [0x1301, 0x1302, 0x1303])
    #expect(try newer.extensions.value(SupportedVersions.self)?.versions == [0x0304])
    for type in [ExtensionType.extendedMasterSecret, .renegotiationInfo, .sessionTicket] {
      #expect(!newer.extensions.contains(type))
    }
    let (_, older) = try hello("server.example") { $0.versions = [.tls12] }
    #expect(older.cipherSuites == [0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8])
    #expect(older.legacySessionID.isEmpty)
    for type in [ExtensionType.supportedVersions, .keyShare, .pskKeyExchangeModes] {
      #expect(!older.extensions.contains(type))
    }
    let groups = try older.extensions.value(SupportedGroups.self)?.groups
    #expect(groups == [0x001d, 0x0017, 0x0018, 0x0019])
  }

  @Test(
    arguments: [
      ([.x25519, .secp256r1, .x25519MLKEM768], 2, [0x001d, 0x11ec]),
      ([.x25519MLKEM768, .secp384r1, .x25519], 2, [0x11ec, 0x0018]),
      ([.secp256r1, .x25519], 2, [0x0017, 0x001d]), ([.x25519MLKEM768], 2, [0x11ec]),
      ([.x25519, .x25519MLKEM768], 1, [0x001d]), ([.x25519, .secp256r1], 0, [0x001d]),
    ] as [([TLS.NamedGroup], Int, [UInt16])])
  func `of two key shares, one is hybrid and one is a curve if both are offered`(
    groups: [TLS.NamedGroup], count: Int, expected: [UInt16]
  ) throws {
    let (_, hello) = try hello("server.example") {
      $0.groups = groups
      $0.shareCount = count
    }
    #expect(try hello.extensions.value(KeyShares.self)?.shares.map(\.group) == expected)
  }

  @Test func `the ClientHello contains the versions and algorithms of the configuration`() throws {
    let (_, plain) = try hello("server.example") {
      $0.groups = [.secp256r1]
      $0.asksForProofs = false
      $0.isMiddleboxCompatible = false
      $0.recordSizeLimit = 512
      $0.applicationProtocols = [Array("http/1.1".utf8)]
    }
    #expect(plain.legacySessionID.isEmpty)
    #expect(try plain.extensions.value(SupportedGroups.self)?.groups == [0x0017])
    #expect(!plain.extensions.contains(.statusRequest))
    #expect(try plain.extensions.value(RecordSizeLimit.self)?.limit == 512)
    #expect(
      try plain.extensions.value(ProtocolNameList.self)?.names == [Array("http/1.1".utf8)])
    let (_, greased) = try hello("server.example") { $0.isGreased = true }
    #expect(GREASE.contains(greased.cipherSuites[0]))
    #expect(greased.extensions.types.count { GREASE.contains($0) } == 2)
    let schemes = try #require(try greased.extensions.value(SignatureAlgorithms.self)).schemes
    #expect(schemes.filter { GREASE.contains($0) }.count == 1)
    let groups = try #require(try greased.extensions.value(SupportedGroups.self)).groups
    let versions = try #require(try greased.extensions.value(SupportedVersions.self)).versions
    #expect(GREASE.contains(groups[0]) && GREASE.contains(versions[0]))
  }

  @Test func `a configuration without any usable cipher suite throws an error`() throws {
    let (_, hello) = try hello("server.example") { $0.suites = [.aes256GCM] }
    #expect(hello.cipherSuites == [0x1302])
    #expect(try hello.extensions.value(SupportedVersions.self)?.versions == [0x0304])
    #expect(!hello.extensions.contains(.sessionTicket))
    let cases: [(TLS.Negotiable, (inout TLS.ClientConfiguration) -> Void)] = [
      (.version, { $0.versions = [] }), (.suite, { $0.suites = [] }),
      (
        .suite,
        {
          $0.versions = [.tls12]
          $0.suites = [.aes128GCM]
        }
      ),
      (.group, { $0.groups = [] }),
      (
        .signatureScheme,
        {
          $0.signatureSchemes = []
          $0.certificateSchemes = []
        }
      ),
    ]
    for (what, adapt) in cases {
      #expect(throws: TLSError.nothingOffered(what)) { _ = try self.hello("a.example", adapt) }
    }
  }

  @Test func `the signature_algorithms extension contains the configured schemes`() throws {
    let (_, hello) = try hello("server.example") {
      $0.signatureSchemes = [.ecdsaSECP384R1SHA384]
      $0.certificateSchemes = []
    }
    #expect(try hello.extensions.value(SignatureAlgorithms.self)?.schemes == [0x0503])
  }

  @Test func `a server completes the handshake with a client that offers GREASE numbers`() throws {
    var configuration = TLS.ClientConfiguration()
    configuration.isGreased = true
    let duet = try Duet(configuration)
    duet.run()
    try duet.chat()
  }

  @Test func `in compatibility mode, one ChangeCipherSpec precedes the second flight`() throws {
    for isCompatible in [true, false] {
      for cookie: [UInt8]? in [nil, [1]] {
        var configuration = TLS.ClientConfiguration()
        configuration.isMiddleboxCompatible = isCompatible
        let duet = try Duet(configuration) { $0.retryCookie = cookie }
        duet.run()
        try duet.chat()
        #expect(types(duet.clientSent).count { $0 == 20 } == (isCompatible ? 1 : 0))
        if isCompatible { #expect(types(duet.clientSent)[1] == 20) }
        #expect(types(duet.serverSent).count { $0 == 20 } == (isCompatible ? 1 : 0))
      }
    }
  }

  @Test func `if the server accepts a scheme of the client's key, the certificate is sent`() throws
  {
    let duet = try Duet(clientSigner: Signer.client) {
      $0.clientCertificates = .required
      $0.clientSchemes = [.ed25519, .ecdsaSECP384R1SHA384]
    }
    duet.run()
    #expect(duet.clientError == nil && duet.serverError == nil)
    #expect(duet.signings.map(\.peerSchemes) == [[0x0807, 0x0503]])
    #expect(duet.clientFacts?.clientAuthentication == .signed(.ecdsaSECP384R1SHA384))
    #expect(duet.serverFacts?.clientChain?.leaf == Signer.client?.leaf)
    try duet.chat()
  }

  @Test func `the client signs the context string of RFC 8446 for clients`() throws {
    let duet = try Duet(clientSigner: Signer.client) { $0.clientCertificates = .required }
    duet.run()
    let signed = try #require(duet.signings.first).message
    let context = Array("TLS 1.3, client CertificateVerify".utf8)
    #expect(Array(signed.prefix(98)) == [UInt8](repeating: 0x20, count: 64) + context + [0])
    #expect(signed.count == 98 + 32 && duet.signings.count == 1)
  }

  @Test func `if the source of random bytes fails, the handshake throws an error`() throws {
    let host = try CanonicalHost(Duet.host)
    #expect(throws: TLSError.randomness(.unavailable(errno: 38))) {
      _ = try TLS.Client(TLS.ClientConfiguration(), host: host, at: Duet.now, using: NoRandom())
        .hasOutgoing
    }
    #expect(TLSError.randomness(.unavailable(errno: 38)).alert == .internalError)
  }

  @Test func `if no key supports the server's schemes, the client sends no certificate`() throws {
    for (requirement, error) in [
      (TLS.ServerConfiguration.ClientCertificates.optional, nil),
      (.required, TLSError.certificateRequired),
    ] {
      for signer in [nil, Signer.client] {
        let duet = try Duet(clientSigner: signer) {
          $0.clientCertificates = requirement
          $0.clientSchemes = [.ed25519]
        }
        duet.run()
        #expect(duet.clientFacts?.clientAuthentication == .declined)
        #expect(duet.signings.isEmpty)
        #expect(duet.serverError == error)
        if error == nil { try duet.chat() }
      }
    }
  }

  @Test func `refusing a server certificate sends the chosen alert to the server`() throws {
    let duet = try Duet(serverSigner: Signer.ed25519)
    duet.toClient = nil
    let stranger = try #require(Signer.p256)
    let hello = duet.client.takeOutgoing()
    duet.deliverToServer(hello)
    duet.client.receive(duet.server.takeOutgoing().span)
    guard case .certificates(let shown) = try duet.client.next(at: Duet.now) else {
      Issue.record("the caller is not asked")
      return
    }
    #expect(throws: TLS.TrustFailure.self) { try stranger.judge(shown) }
    // The question is repeated until it is answered.
    guard case .certificates = try duet.client.next(at: Duet.now) else {
      Issue.record("the caller is not asked again")
      return
    }
    duet.client.refuse(.unknownCA)
    #expect(throws: TLSError.untrusted(.unknownCA)) { try duet.client.next(at: Duet.now) }
    duet.deliverToServer(duet.client.takeOutgoing())
    #expect(duet.serverError == .alerted(TLS.AlertDescription.unknownCA.rawValue))
  }

  @Test func `the key log contains the five secrets of a TLS 1.3 connection`() throws {
    final class Lines: @unchecked Sendable { var lines: [String] = [] }
    let lines = Lines()
    var configuration = TLS.ClientConfiguration()
    configuration.keyLog = { lines.lines.append($0) }
    let duet = try Duet(configuration)
    duet.run()
    #expect(
      lines.lines.map { $0.prefix { $0 != " " } } == [
        "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0", "EXPORTER_SECRET",
      ])
  }

  /// The content types of records.
  private func types(_ records: [UInt8]) -> [UInt8] {
    var types: [UInt8] = []
    var at = 0
    while at + 5 <= records.count {
      types.append(records[at])
      at += 5 + (Int(records[at + 3]) << 8 | Int(records[at + 4]))
    }
    return types
  }
}
