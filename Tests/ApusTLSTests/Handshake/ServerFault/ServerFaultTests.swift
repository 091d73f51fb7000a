import ApusBytes
import Testing

@testable import ApusTLS

/// The reactions of a client to every fault of a server, including its records.
///
/// RFC 8446 sections 4, 5 and 6.
struct ServerFaultTests {
  /// A fault, and its results on both sides.
  struct Row: Sendable, CustomStringConvertible {
    let fault: TLS.ServerFault
    let error: TLSError?
    /// The server's error; by default the alert for the client's error.
    let serverError: TLSError?

    init(_ fault: TLS.ServerFault, _ error: TLSError?, server: TLSError? = nil) {
      self.fault = fault
      self.error = error
      serverError = server ?? error?.alert.map { .alerted($0.rawValue) }
    }

    var description: String { "\(fault)" }
  }

  private func duet(_ fault: TLS.ServerFault?) throws -> Duet {
    let duet = try Duet(serverSigner: Signer.ed25519) {
      $0.clientCertificates = .optional
      $0.fault = fault
    }
    duet.run()
    return duet
  }

  private func check(_ row: Row) throws {
    let duet = try duet(row.fault)
    #expect(duet.clientError == row.error)
    #expect(duet.serverError == row.serverError)
    guard row.error == nil else { return }
    try duet.chat()
  }

  private static func rows(
    _ change: TLS.ServerFault.Change, _ errors: KeyValuePairs<TLS.ServerFault.Message, TLSError?>
  ) -> [Row] {
    errors.map { Row(.flight($0.key, change), $0.value) }
  }

  @Test(
    arguments: rows(
      .extended(by: 0xabcd),
      [
        .serverHello: .unsolicitedExtension(0xabcd),
        .encryptedExtensions: .unsolicitedExtension(0xabcd), .certificateRequest: nil,
        .certificate: .unsolicitedExtension(0xabcd),
      ]))
  func `an extension that was not requested is rejected outside CertificateRequest`(row: Row) throws
  {
    try check(row)
  }

  @Test(
    arguments: rows(
      .repeated,
      [
        .encryptedExtensions: .unexpectedMessage(8, expected: [11, 13]),
        .certificateRequest: .unexpectedMessage(13, expected: [11]),
        .certificate: .unexpectedMessage(11, expected: [15]),
        .certificateVerify: .unexpectedMessage(15, expected: [20]),
      ])
      + rows(
        .omitted,
        [
          .serverHello: .unexpectedRecord(type: 23),
          .encryptedExtensions: .unexpectedMessage(13, expected: [8]),
          .certificate: .unexpectedMessage(15, expected: [11]),
          .certificateVerify: .unexpectedMessage(20, expected: [15]),
        ])
      + rows(
        .delayed,
        [
          .serverHello: .unexpectedRecord(type: 23),
          .encryptedExtensions: .unexpectedMessage(13, expected: [8]),
          .certificateRequest: .unexpectedMessage(13, expected: [15]),
          .certificate: .unexpectedMessage(15, expected: [11]),
          .certificateVerify: .unexpectedMessage(20, expected: [15]),
        ])
      + [
        // Each side has seen another input of the keys.
        Row(
          .flight(.serverHello, .repeated), .unexpectedRecord(type: 22), server: .forgedRecord),
        // Here the server misses a response.
        Row(
          .flight(.certificateRequest, .omitted), .alerted(10),
          server: .unexpectedMessage(20, expected: [11])),
      ])
  func `a missing, repeated or reordered server message is rejected`(row: Row) throws {
    try check(row)
  }

  @Test(
    arguments: rows(
      .unprotected,
      [
        .encryptedExtensions: .unexpectedRecord(type: 22),
        .certificate: .unexpectedRecord(type: 22), .finished: .unexpectedRecord(type: 22),
      ])
      + rows(
        .followed(by: [8, 0, 0, 2, 0, 0]),
        [
          .serverHello: .keyChangeInsideRecord, .finished: .keyChangeInsideRecord,
          .encryptedExtensions: .unexpectedMessage(8, expected: [11, 13]),
        ])
      + rows(.followed(by: [20]), [.serverHello: .keyChangeInsideRecord]))
  func `data after a key change and unencrypted handshake messages are rejected`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [
    Row(.wrongSignature, .wrongSignature), Row(.wrongFinished, .wrongFinished),
    Row(.flight(.certificate, .altered(at: -3)), .untrusted(.unknownCA)),
    // If the shares do not match, neither side can decrypt the other's records.
    Row(.flight(.serverHello, .altered(at: -1)), .forgedRecord, server: .forgedRecord),
    Row(.downgrade, .broken(.downgradeIsNotTold)),
  ])
  func `a wrong handshake signature and a wrong Finished message are rejected`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: 0..<5)
  func `a damaged record ends the handshake`(number: Int) throws {
    try check(Row(.forgedRecord(number), .forgedRecord))
  }

  @Test(arguments: [
    Row(.plainHTTP, .notTLS(firstBytes: Array("HTTP/".utf8))),
    Row(.greeting([0, 1, 2, 3, 4]), .notTLS(firstBytes: [0, 1, 2, 3, 4])),
    Row(.greeting([21, 3, 3, 0, 2, 2, 40]), .alerted(40)),
    Row(.greeting([21, 3, 3, 0, 1, 2]), .malformedAlert(byteCount: 1)),
    Row(.greeting([22, 3, 3, 0, 0]), .emptyRecord(type: 22)),
    Row(.greeting([22, 3, 3, 0x40, 0x01]), .recordTooLong),
    Row(.greeting([23, 3, 3, 0, 1, 0]), .unexpectedRecord(type: 23)),
    Row(.greeting([22, 3, 3, 0, 4, 20, 0, 0, 0]), .unexpectedMessage(20, expected: [2])),
  ])
  func `bytes of the server that are not a ServerHello are rejected`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: [
    Row(.afterHandshake(.keyUpdates(32, requestingPeer: true)), nil),
    Row(.afterHandshake(.keyUpdates(33, requestingPeer: false)), .tooMany(.keyUpdates)),
    Row(.afterHandshake(.keyUpdates(500, requestingPeer: true)), .tooMany(.keyUpdates)),
    Row(.afterHandshake(.emptyRecords(32)), nil),
    Row(.afterHandshake(.emptyRecords(33)), .tooManyEmptyRecords(limit: 32)),
    Row(.afterHandshake(.alerts(4, level: 1, description: 90)), nil),
    Row(.afterHandshake(.alerts(5, level: 1, description: 90)), .tooMany(.warnings)),
  ])
  func `one message more than the flood limit ends the connection`(row: Row) throws {
    try check(row)
  }

  /// A message at a point where only a ticket or a KeyUpdate is allowed.
  private static func unexpected(_ number: UInt8) -> TLSError {
    .unexpectedMessage(number, expected: [4, 24])
  }

  @Test(arguments: [
    Row(.renegotiation, Self.unexpected(0)),
    Row(.afterHandshake(.message([13, 0, 0, 3, 0, 0, 0])), Self.unexpected(13)),
    Row(.afterHandshake(.message([2, 0, 0, 0])), Self.unexpected(2)),
    Row(.afterHandshake(.message([20, 0, 0, 0])), Self.unexpected(20)),
    Row(.afterHandshake(.message([77, 0, 0, 0])), Self.unexpected(77)),
    Row(
      .afterHandshake(.message([4, 0xff, 0xff, 0xff])),
      .messageTooLong(
        type: 4, byteCount: 0xffffff, limit: HandshakeType.newSessionTicket.byteLimit)),
    Row(.afterHandshake(.alerts(1, level: 2, description: 80)), .alerted(80)),
    Row(.afterHandshake(.alerts(1, level: 1, description: 100)), .misleadingAlert(100)),
    Row(.oversizedRecord, .recordTooLong),
    Row(.afterHandshake(.bytes([20, 3, 3, 0, 1, 1])), .unexpectedRecord(type: 20)),
    Row(.afterHandshake(.bytes([22, 3, 3, 0, 4, 0, 0, 0, 0])), .unexpectedRecord(type: 22)),
    Row(.afterHandshake(.bytes([23, 3, 4, 0, 17])), .wrongRecordVersion(0x0304)),
  ])
  func `after the handshake, messages except ticket and KeyUpdate are rejected`(row: Row) throws {
    try check(row)
  }

  @Test func `a stream that is cut at any byte throws truncated`() throws {
    let count = try duet(nil).serverSent.count
    for end in stride(from: 0, through: count, by: 41) {
      let duet = try duet(.end(afterByteCount: end, .finish))
      #expect(duet.server.faultEnding == .finish)
      #expect(duet.serverSent.count == end)
      #expect(throws: TLSError.truncated) { try duet.client.receiveEnd() }
    }
    for message in TLS.ServerFault.Message.allCases {
      let duet = try duet(.flight(message, .end(.reset)))
      #expect(duet.server.faultEnding == .reset && duet.clientFacts == nil)
      #expect(throws: TLSError.truncated) { try duet.client.receiveEnd() }
    }
  }

  @Test(arguments: TLS.ServerFault.Message.allCases)
  func `a handshake message with a wrong length is rejected`(message: TLS.ServerFault.Message)
    throws
  {
    for difference in [-1000, -2, -1, 1, 2, 1000] {
      let duet = try duet(.flight(message, .resized(by: difference)))
      #expect(duet.clientFacts == nil && duet.clientError != nil, "\(difference)")
    }
  }
}
