import ApusBytes
import ApusCrypto
import ApusX509
import Testing

@testable import ApusTLS

/// The checks of the test kit's server: RFC 8446 sections 4.1.2, 4.2.3, 4.2.9 and 4.2.10, RFC 6066
/// section 3.
struct ServerStrictnessTests {
  /// Returns the error of a server that has received a ClientHello.
  private func failure(
    ofFirst alter: (inout ClientHello) -> Void, session: TLS.Session? = nil,
    server adapt: (inout TLS.ServerConfiguration) -> Void = { _ in }
  ) throws -> TLSError? {
    let duet = try Duet(session: session, server: adapt)
    let record = duet.client.takeOutgoing()
    var hello: ClientHello = try ReceivedMessage(Array(record.dropFirst(5))).expect()
    alter(&hello)
    duet.deliverToServer(RecordMaker.plain(22, try hello.encoded()))
    return duet.serverError
  }

  private func resumable() throws -> (TLS.Session, (inout TLS.ServerConfiguration) -> Void) {
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    let duet = try Duet { $0.ticketSealer = sealer }
    duet.run()
    return (try #require(duet.sessions.last), { $0.ticketSealer = sealer })
  }

  @Test func `a TLS 1.3 client rejects a handshake signature with RSA PKCS 1`() throws {
    let signer = try Signer(try SampleRSA.key())
    let duet = try Duet(serverSigner: signer) {
      $0.schemes = [.rsaPKCS1SHA256, .rsaPSSRSAESHA256]
    }
    duet.run()
    #expect(duet.clientFacts?.serverScheme == .rsaPSSRSAESHA256)
    let other = try Duet(serverSigner: signer) { $0.schemes = [.rsaPKCS1SHA256] }
    other.run()
    #expect(other.serverError == .nothingInCommon(.signatureScheme))
  }

  @Test func `a ClientHello without signature_algorithms is rejected by the server`() throws {
    let error = try failure(ofFirst: {
      $0.extensions = ExtensionList($0.extensions, without: .signatureAlgorithms)
    })
    #expect(error == .missingExtension(13))
  }

  @Test func `the server acknowledges the host name, except in a resumed session`() throws {
    let (session, adapt) = try resumable()
    for (session, isConfirmed) in [(nil, true), (session, false)] as [(TLS.Session?, Bool)] {
      let duet = try Duet(session: session, server: adapt)
      duet.run()
      #expect(duet.serverFacts?.isResumed == !isConfirmed)
      // An empty EncryptedExtensions has 6 bytes, and its record 17 more.
      let encrypted = try #require(Self.records(duet.serverSent).first { $0.type == 23 })
      #expect(encrypted.byteCount == (isConfirmed ? 27 : 23))
    }
  }

  private static func records(_ bytes: [UInt8]) -> [(type: UInt8, byteCount: Int)] {
    var records: [(type: UInt8, byteCount: Int)] = []
    var start = 0
    while start + 5 <= bytes.count {
      let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
      records.append((bytes[start], count))
      start += 5 + count
    }
    return records
  }

  @Test func `a ClientHello with a session but without key exchange modes is rejected`() throws {
    let (session, adapt) = try resumable()
    let error = try failure(
      ofFirst: { $0.extensions = ExtensionList($0.extensions, without: .pskKeyExchangeModes) },
      session: session, server: adapt)
    #expect(error == .missingExtension(45))
    // Without an offered session there is no such error.
    #expect(
      try failure(ofFirst: {
        $0.extensions = ExtensionList($0.extensions, without: .pskKeyExchangeModes)
      }) == nil)
  }

  @Test func `a ClientHello with two key shares of one group is rejected`() throws {
    let error = try failure(ofFirst: { hello in
      let shares = (try? hello.extensions.value(KeyShares.self)?.shares) ?? []
      var list = ExtensionList(hello.extensions, without: .keyShare)
      try? list.append(KeyShares(shares + shares.prefix(1)))
      hello.extensions = list
    })
    #expect(error == .broken(.oneShareOfEachGroup))
  }

  @Test func `a session ticket with a GREASE extension is accepted`() throws {
    let sealer = try TLS.TicketSealer(using: SystemRandom())
    let duet = try Duet { $0.ticketSealer = sealer }
    duet.run()
    let ticket = try #require(duet.sessions.last?.ticket)
    // The message has its header, two numbers, a nonce of one byte, the ticket and an empty
    // extension; the record has its type and a tag.
    let byteCount = 4 + 8 + 2 + 2 + ticket.count + 2 + 4 + 17
    #expect(Self.records(duet.serverSent).suffix(2).map(\.byteCount) == [byteCount, byteCount])
  }

  @Test func `a client without psk_dhe_ke receives no session ticket`() throws {
    let record = try Duet().client.takeOutgoing()
    let hello: ClientHello = try ReceivedMessage(Array(record.dropFirst(5))).expect()
    #expect(try ClientChoices(hello, []).canResume)
    var other = hello
    other.extensions = ExtensionList(hello.extensions, without: .pskKeyExchangeModes)
    #expect(try !ClientChoices(other, []).canResume)
    try other.extensions.append(PSKKeyExchangeModes([0]))
    #expect(try !ClientChoices(other, []).canResume)
  }

  @Test(
    arguments: [
      ([0x0302, 0x0303, 0x7a7a], 0x0303), ([0x0300], 0x0300), ([0x7f1c, 0x7a7a], 0x7f1c),
      (nil, 0x0303),
    ] as [([UInt16]?, UInt16)])
  func `the error for a client without TLS 1.3 contains the client's version`(
    versions: [UInt16]?, spoken: UInt16
  ) throws {
    for legacy: UInt16 in [0x0303, 0x0304, 0x7fff] {
      let error = try failure(ofFirst: { hello in
        hello.extensions = ExtensionList(hello.extensions, without: .supportedVersions)
        if let versions { try? hello.extensions.append(SupportedVersions(versions)) }
        if versions == nil { hello.legacyVersion = legacy }
      })
      #expect(error == .unsupportedVersion(spoken))
    }
  }

  // MARK: The second ClientHello

  /// Returns the error of the server for a changed second ClientHello.
  private func failure(
    ofSecond alter: (inout ClientHello) -> Void, groups: [TLS.NamedGroup] = [.secp384r1],
    cookie: [UInt8]? = nil
  ) throws -> TLSError? {
    let duet = try Duet {
      $0.groups = groups
      $0.retryCookie = cookie
    }
    let first = duet.client.takeOutgoing()
    duet.deliverToServer(first)
    duet.deliverToClient(duet.server.takeOutgoing())
    let flight = duet.client.takeOutgoing()
    let start = flight[0] == 20 ? 11 : 5
    var hello: ClientHello = try ReceivedMessage(Array(flight[start...])).expect()
    alter(&hello)
    duet.deliverToServer(RecordMaker.plain(22, try hello.encoded()))
    return duet.serverError
  }

  @Test func `a second ClientHello with a changed random, suite or extension is rejected`() throws {
    #expect(try failure(ofSecond: { _ in }) == nil)
    #expect(try failure(ofSecond: { _ in }, groups: [.x25519], cookie: [1, 2]) == nil)
    let changes: [(inout ClientHello) -> Void] = [
      { $0.random = HelloRandom.helloRetryRequest }, { $0.cipherSuites.append(0x1304) },
      { $0.legacySessionID = [] }, { $0.extensions.append(0xabcd, []) },
      { $0.extensions = ExtensionList($0.extensions, without: .serverName) },
      { $0.extensions.append(ExtensionType.earlyData.rawValue, []) },
      { hello in
        var list = ExtensionList(hello.extensions, without: .keyShare)
        try? list.append(KeyShares([KeyShare(0x001d, [UInt8](repeating: 9, count: 32))]))
        hello.extensions = list
      },
    ]
    for (index, change) in changes.enumerated() {
      #expect(
        try failure(ofSecond: change) == .broken(.secondHelloIsLikeFirst), "change \(index)")
    }
    // If only a cookie was requested, a client keeps its shares.
    let error = try failure(
      ofSecond: { hello in
        var list = ExtensionList(hello.extensions, without: .keyShare)
        let shares = try? hello.extensions.value(KeyShares.self)?.shares
        try? list.append(KeyShares(Array((shares ?? []).dropFirst())))
        hello.extensions = list
      }, groups: [.x25519], cookie: [1])
    #expect(error == .broken(.secondHelloIsLikeFirst))
  }

  @Test(arguments: [1, 4, 40])
  func `bytes of the second ClientHello before the HelloRetryRequest are rejected`(byteCount: Int)
    throws
  {
    let duet = try Duet { $0.groups = [.secp384r1] }
    let first = Array(duet.client.takeOutgoing().dropFirst(5))
    duet.deliverToServer(RecordMaker.plain(22, first + first.prefix(byteCount)))
    #expect(duet.serverError == .keyChangeInsideRecord)
    // The client receives an alert, and no request.
    #expect(duet.server.takeOutgoing() == RecordMaker.plain(21, [2, 10]))
  }

  // MARK: Early data

  /// A handshake with early data after the first ClientHello.
  private func duet(
    afterEarlyData byteCounts: [Int], offering isOffered: Bool = true,
    groups: [TLS.NamedGroup] = [.x25519]
  ) throws -> Duet {
    let duet = try Duet { $0.groups = groups }
    let record = duet.client.takeOutgoing()
    var hello: ClientHello = try ReceivedMessage(Array(record.dropFirst(5))).expect()
    if isOffered { hello.extensions.append(ExtensionType.earlyData.rawValue, []) }
    let message = try hello.encoded()
    duet.deliverToServer(RecordMaker.plain(22, message))
    for count in byteCounts {
      duet.deliverToServer(RecordMaker.plain(23, [UInt8](repeating: 0x5a, count: count)))
    }
    return duet
  }

  @Test func `a server skips up to 16 KiB of early data, and rejects more`() throws {
    for groups in [[TLS.NamedGroup.x25519], [.secp384r1]] {
      for (counts, error) in [
        ([40, 16_344], nil), ([16_384], nil),
        ([40, 16_345], TLSError.unexpectedRecord(type: 23)),
      ] as [([Int], TLSError?)] {
        let duet = try duet(afterEarlyData: counts, groups: groups)
        #expect(duet.serverError == error, "\(groups) \(counts)")
      }
    }
  }

  @Test func `early data without the early_data extension is rejected`() throws {
    #expect(
      try duet(afterEarlyData: [40], offering: false).serverError == .forgedRecord)
    #expect(
      try duet(afterEarlyData: [40], offering: false, groups: [.secp384r1]).serverError
        == .unexpectedRecord(type: 23))
  }

  @Test func `after the first decrypted record, no undecryptable record is skipped`() throws {
    let maker = RecordMaker(.aes128GCM)
    var reader = try maker.reader()
    reader.allowsApplicationData = true
    reader.skippableByteCount = 1_000
    let junk = RecordMaker.plain(23, [UInt8](repeating: 0x5a, count: 60))
    let good = try maker.sealed(23, [1, 2], number: 0)
    let reading = RecordReading(junk + junk + good + junk, pieceSize: 7, by: &reader)
    #expect(reading.applicationData == [1, 2])
    #expect(reading.failure == .forgedRecord)
  }
}
