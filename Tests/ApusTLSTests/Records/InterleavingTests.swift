import ApusBytes
import Testing

@testable import ApusTLS

/// No other record is allowed between the records of one handshake message. RFC 8446 section 5.1.
///
/// TLS 1.2 does not require this, and has the same check.
@Suite struct InterleavingTests {
  private static let others: [(type: UInt8, content: [UInt8])] = [
    (21, [1, 0]), (21, [1, 90]), (21, [2, 40]), (21, []), (23, [7]), (23, []),
  ]
  private let message: [UInt8] = [24, 0, 0, 1, 0]

  @Test func `another record between parts of an unencrypted handshake message is an error`() {
    for (type, content) in Self.others {
      let strange = RecordMaker.plain(type, content)
      let ends = [Array(message[..<3]), Array(message[3...])].map { RecordMaker.plain(22, $0) }
      let stream = ends[0] + strange + ends[1]
      for size in [1, stream.count] {
        var reader = RecordReader { _ in 3 }
        let reading = RecordReading(stream, pieceSize: size, by: &reader)
        #expect(reading.failure == .unexpectedRecord(type: type) && reading.events.isEmpty)
      }
    }
    #expect(TLSError.unexpectedRecord(type: 21).alert == .unexpectedMessage)
    // After the message an alert is allowed.
    let alert = RecordMaker.plain(21, [1, 90])
    var reader = RecordReader { _ in 3 }
    let whole = RecordMaker.plain(22, message) + alert + RecordMaker.plain(22, message)
    let reading = RecordReading(whole, pieceSize: 1, by: &reader)
    #expect(reading.failure == nil && reading.events.count == 3)
  }

  @Test(arguments: RecordMaker.suites)
  func `another record between parts of an encrypted handshake message is an error`(
    suite: TLS.CipherSuite
  )
    throws
  {
    let maker = RecordMaker(suite)
    for (type, content) in Self.others {
      let stream =
        try maker.sealed(22, Array(message[..<3]), number: 0)
        + maker.sealed(type, content, number: 1)
        + maker.sealed(22, Array(message[3...]), number: 2)
      for size in [1, stream.count] {
        var reader = try maker.reader()
        let reading = RecordReading(stream, pieceSize: size, by: &reader)
        #expect(reading.failure == .unexpectedRecord(type: type) && reading.events.isEmpty)
        #expect(reading.applicationData.isEmpty)
      }
    }
  }

  @Test func `an unencrypted alert between parts of an encrypted message is rejected`() throws {
    let maker = RecordMaker(.aes128GCM)
    var reader = try maker.reader()
    reader.allowsUnprotectedAlerts = true
    let stream =
      try maker.sealed(22, Array(message[..<3]), number: 0) + RecordMaker.plain(21, [2, 40])
    let reading = RecordReading(stream, pieceSize: stream.count, by: &reader)
    #expect(reading.failure == .unexpectedRecord(type: 21))
  }

  /// Divides a record of a message into two, with a warning between them.
  private func split(_ record: [UInt8]) -> [UInt8] {
    let fragment = Array(record[5...])
    return RecordMaker.plain(22, Array(fragment[..<10])) + RecordMaker.plain(21, [1, 90])
      + RecordMaker.plain(22, Array(fragment[10...]))
  }

  @Test func `a server rejects an alert between two parts of a ClientHello`() throws {
    let duet = try Duet()
    let hello = duet.client.takeOutgoing()
    duet.deliverToServer(split(hello))
    #expect(duet.serverError == .unexpectedRecord(type: 21))
    let told = duet.server.takeOutgoing()
    #expect(told.count == 7 && told.suffix(2) == [2, 10])
  }

  @Test func `a client rejects an alert between two parts of a ServerHello`() throws {
    let duet = try Duet()
    let hello = duet.client.takeOutgoing()
    duet.deliverToServer(hello)
    let flight = duet.server.takeOutgoing()
    let count = 5 + Int(flight[3]) << 8 + Int(flight[4])
    duet.deliverToClient(split(Array(flight[..<count])) + flight[count...])
    #expect(duet.clientError == .unexpectedRecord(type: 21))
    let told = duet.client.takeOutgoing()
    #expect(told.count == 7 && told.suffix(2) == [2, 10])
  }

  @Test func `another record between two parts of a KeyUpdate is rejected`() throws {
    for isServer in [true, false] {
      let duet = try Duet()
      duet.run()
      if isServer {
        try duet.serverSends(.handshake, Array(message[..<3]))
        try duet.serverSends(.alert, [1, 90])
      } else {
        for (type, content) in [(ContentType.handshake, Array(message[..<3])), (.alert, [1, 90])] {
          var records: [UInt8] = []
          try duet.client.context.recordLayer.writer.write(type, content.span, to: &records)
          duet.client.context.recordLayer.outgoing += records
        }
      }
      duet.run()
      let refusal = TLSError.unexpectedRecord(type: 21)
      let told = TLSError.alerted(TLS.AlertDescription.unexpectedMessage.rawValue)
      #expect(duet.clientError == (isServer ? refusal : told))
      #expect(duet.serverError == (isServer ? told : refusal))
    }
  }
}
