import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 5.2, RFC 5246 section 6.2.3.3.
@Suite struct RecordProtectionTests {
  private let text = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  // MARK: Writing

  @Test(arguments: RecordMaker.suites)
  func `encrypted records equal records built by the formula of the RFC`(suite: TLS.CipherSuite)
    throws
  {
    let maker = RecordMaker(suite)
    var writer = RecordWriter()
    writer.setProtection(maker.protection())
    var output: [UInt8] = [0xff]
    try writer.write(.applicationData, text.span, to: &output)
    try writer.write(.alert, [1, 0].span, to: &output)
    let expected =
      try maker.sealed(23, Array(text[..<16384]), number: 0)
      + maker.sealed(23, Array(text[16384..<32768]), number: 1)
      + maker.sealed(23, Array(text[32768...]), number: 2) + maker.sealed(21, [1, 0], number: 3)
    #expect(output == [0xff] + expected)
  }

  @Test(arguments: RecordMaker.suites)
  func `three plaintext spans are encrypted like their concatenation`(suite: TLS.CipherSuite) throws
  {
    let maker = RecordMaker(suite)
    for (first, second) in [(0, 0), (0, 40), (17, 17), (100, 20_000), (16_384, 32_768)] {
      var writer = RecordWriter()
      var other = RecordWriter()
      writer.setProtection(maker.protection())
      other.setProtection(maker.protection())
      var (scattered, whole): ([UInt8], [UInt8]) = ([], [])
      try writer.write(
        .applicationData, text.span.extracting(..<first), text.span.extracting(first..<second),
        text.span.extracting(second...), to: &scattered)
      try other.write(.applicationData, text.span, to: &whole)
      #expect(scattered == whole)
    }
  }

  @Test func `a small record size limit splits content, and empty content makes no record`() throws
  {
    let maker = RecordMaker(.aes128GCM)
    var writer = RecordWriter()
    writer.setProtection(maker.protection())
    writer.plaintextLimit = 63
    var output: [UInt8] = []
    try writer.write(.handshake, text.span.extracting(..<130), to: &output)
    try writer.write(.applicationData, [UInt8]().span, to: &output)
    let expected =
      try maker.sealed(22, Array(text[..<63]), number: 0)
      + maker.sealed(22, Array(text[63..<126]), number: 1)
      + maker.sealed(22, Array(text[126..<130]), number: 2)
    #expect(output == expected)
  }

  // MARK: Reading

  @Test(arguments: RecordMaker.suites)
  func `a reader returns all written data, however the bytes are split on arrival`(
    suite: TLS.CipherSuite
  ) throws {
    let message: [UInt8] = [4, 0, 0, 2, 8, 9]
    var stream: [UInt8] = []
    var writer = RecordWriter()
    writer.setProtection(RecordMaker(suite).protection())
    try writer.write(.applicationData, text.span, to: &stream)
    try writer.write(.handshake, (message + message).span, to: &stream)
    try writer.write(.applicationData, text.span.extracting(..<3), to: &stream)
    try writer.write(.alert, [1, 0].span, to: &stream)
    for size in [1, 7, 1000, 16_000, stream.count] {
      for isConsuming in [true, false] {
        var reader = try RecordMaker(suite).reader()
        let reading = RecordReading(
          stream, pieceSize: size, by: &reader, isConsuming: isConsuming)
        #expect(reading.failure == nil)
        #expect(
          reading.events
            == [.handshake(message), .handshake(message), .alert(level: 1, description: 0)])
        #expect(reading.applicationData == text + text[..<3])
      }
    }
  }

  @Test(arguments: RecordMaker.suites)
  func `flipping any bit of an encrypted record makes decryption fail`(suite: TLS.CipherSuite)
    throws
  {
    let maker = RecordMaker(suite)
    let record = try maker.sealed(23, Array(text[..<9]), number: 0)
    for bit in 0..<8 * record.count {
      var damaged = record
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      var reader = try maker.reader()
      let reading = RecordReading(damaged, pieceSize: damaged.count, by: &reader)
      #expect(reading.applicationData == [] && reading.events == [])
      let isLonger = bit / 8 == 3 || bit / 8 == 4
      #expect(reading.failure != nil || isLonger, "bit \(bit)")
    }
  }

  @Test(arguments: RecordMaker.suites)
  func `a reordered, repeated or missing record makes decryption fail`(suite: TLS.CipherSuite)
    throws
  {
    let maker = RecordMaker(suite)
    let records = try (0..<3).map { try maker.sealed(23, [UInt8($0)], number: UInt64($0)) }
    for order in [[1], [0, 0], [0, 2], [1, 0]] {
      var reader = try maker.reader()
      let stream = order.flatMap { records[$0] }
      let reading = RecordReading(stream, pieceSize: stream.count, by: &reader)
      #expect(reading.failure == .forgedRecord)
      #expect(reading.applicationData == (order[0] == 0 ? [0] : []))
    }
    #expect(TLSError.forgedRecord.alert == .badRecordMAC)
  }

  @Test func `application data before a damaged record is returned before the error`() throws {
    let maker = RecordMaker(.aes128GCM)
    let good = try maker.sealed(23, [7], number: 0)
    let ends: [([UInt8], TLSError)] = [
      ([UInt8](repeating: 23, count: 5), .wrongRecordVersion(0x1717)),
      ([23, 3, 3, 0, 17] + [UInt8](repeating: 0, count: 17), .forgedRecord),
      ([23, 3, 3, 0, 15], .forgedRecord), ([21, 3, 3, 0, 2], .unexpectedRecord(type: 21)),
      // A handshake message in an unencrypted record. RFC 8446 section 5.
      ([22, 3, 3, 0, 2], .unexpectedRecord(type: 22)),
      ([23, 3, 3, 0x41, 1], .recordTooLong),
      (try maker.sealed(22, [], number: 1), .emptyRecord(type: 22)),
      (try maker.sealed(20, [1], number: 1), .unexpectedRecord(type: 20)),
      (try maker.sealed(24, [1], number: 1), .unexpectedRecord(type: 24)),
      (try maker.seal([0, 0, 0], outerType: 23, number: 1), .recordWithoutType),
      (try maker.seal([], outerType: 23, number: 1), .recordWithoutType),
      (try maker.sealed(21, [1], number: 1), .malformedAlert(byteCount: 1)),
    ]
    for (end, error) in ends {
      for size in [1, good.count + end.count] {
        var reader = try maker.reader()
        let reading = RecordReading(good + end, pieceSize: size, by: &reader)
        #expect(reading.applicationData == [7] && reading.events == [])
        #expect(reading.failure == error)
      }
    }
    #expect(TLSError.recordWithoutType.alert == .unexpectedMessage)
    #expect(TLSError.wrongRecordVersion(0).alert == .protocolVersion)
  }

  @Test func `a record with more than 16,384 bytes or the announced limit is rejected`() throws {
    for suite in RecordMaker.suites {
      let maker = RecordMaker(suite)
      for limit in [64, 16_384] {
        for (count, error) in [(limit, nil), (limit + 1, TLSError.recordTooLong)] {
          let record = try maker.sealed(23, Array(text[..<count]), number: 0)
          var reader = try maker.reader()
          reader.plaintextLimit = limit
          let reading = RecordReading(record, pieceSize: record.count, by: &reader)
          #expect(reading.failure == error)
          #expect(reading.applicationData.count == (error == nil ? limit : 0))
        }
      }
    }
  }

  @Test func `padding counts toward the record size limit and is removed`() throws {
    let maker = RecordMaker(.aes256GCM)
    for (padding, error) in [(54, nil), (55, TLSError.recordTooLong)] {
      var reader = try maker.reader()
      reader.plaintextLimit = 64
      let record = try maker.sealed(23, Array(text[..<10]), number: 0, padding: padding)
      let reading = RecordReading(record, pieceSize: 9, by: &reader)
      #expect(reading.failure == error)
      #expect(reading.applicationData == (error == nil ? Array(text[..<10]) : []))
    }
  }

  @Test func `32 empty records in a row are allowed, and 33 are not`() throws {
    for suite in [TLS.CipherSuite.aes128GCM, .ecdheRSAWithAES128GCM] {
      let maker = RecordMaker(suite)
      for (count, error) in [(32, nil), (33, TLSError.tooManyEmptyRecords(limit: 32))] {
        var stream = try (0..<32).flatMap { try maker.sealed(23, [], number: $0) }
        stream += try maker.sealed(23, [1], number: 32)
        stream += try (0..<count).flatMap { try maker.sealed(23, [], number: 33 + UInt64($0)) }
        for size in [1, 50, stream.count] {
          var reader = try maker.reader()
          let reading = RecordReading(stream, pieceSize: size, by: &reader)
          #expect(reading.applicationData == [1])
          #expect(reading.failure == error)
        }
      }
    }
  }

  @Test func `alerts between empty records do not restart the count of empty records`() throws {
    let maker = RecordMaker(.aes128GCM)
    for (count, error) in [(32, nil), (33, TLSError.tooManyEmptyRecords(limit: 32))] {
      var stream: [UInt8] = []
      for index in 0..<count {
        stream += try maker.sealed(23, [], number: UInt64(2 * index))
        stream += try maker.sealed(21, [1, 90], number: UInt64(2 * index + 1))
      }
      var reader = try maker.reader()
      let reading = RecordReading(stream, pieceSize: stream.count, by: &reader)
      #expect(reading.failure == error)
    }
  }

  // MARK: Forbidden records

  @Test func `application data before the end of the handshake is rejected`() throws {
    let maker = RecordMaker(.aes128GCM)
    for content in [[], [1]] as [[UInt8]] {
      var reader = try maker.reader()
      reader.allowsApplicationData = false
      let record = try maker.sealed(23, content, number: 0)
      let reading = RecordReading(record, pieceSize: 1, by: &reader)
      #expect(reading.failure == .unexpectedRecord(type: 23))
      let waiting = reader.inbox.applicationCount
      #expect(waiting == 0)
    }
  }

  @Test func `application data inside a handshake message is rejected`() throws {
    let maker = RecordMaker(.aes128GCM)
    for content in [[], [1]] as [[UInt8]] {
      let stream =
        try maker.sealed(22, [4, 0, 0, 2, 8], number: 0) + maker.sealed(23, content, number: 1)
      for size in [1, stream.count] {
        var reader = try maker.reader()
        let reading = RecordReading(stream, pieceSize: size, by: &reader)
        #expect(reading.failure == .unexpectedRecord(type: 23))
      }
    }
  }

  @Test func `an unencrypted ChangeCipherSpec between encrypted records is skipped`() throws {
    let maker = RecordMaker(.aes128GCM)
    let message: [UInt8] = [8, 0, 0, 0]
    let record = try maker.sealed(22, message, number: 0)
    let cases: [([UInt8], TLSError?)] = [
      ([20, 3, 3, 0, 1, 1], nil), ([20, 3, 3, 0, 1, 2], .unexpectedRecord(type: 20)),
      ([20, 3, 3, 0, 2, 1, 1], .unexpectedRecord(type: 20)),
      ([20, 3, 3, 0, 0], .unexpectedRecord(type: 20)),
      ([20, 3, 1, 0, 1, 1], .unexpectedRecord(type: 20)),
    ]
    for (change, error) in cases {
      for size in [1, 100] {
        var reader = try maker.reader()
        reader.allowsApplicationData = false
        reader.changeCipherSpecRule = .dropped
        let reading = RecordReading(change + record, pieceSize: size, by: &reader)
        #expect(reading.failure == error)
        #expect(reading.events == (error == nil ? [.handshake(message)] : []))
        var strict = try maker.reader()
        #expect(
          RecordReading(change + record, pieceSize: size, by: &strict).failure
            == .unexpectedRecord(type: 20))
      }
    }
  }

  // MARK: Keys

  @Test func `data after a key-changing message in the same record is rejected`() throws {
    let maker = RecordMaker(.aes128GCM)
    let message: [UInt8] = [2, 0, 0, 0]
    for (record, isAllowed) in [
      (message, true), (message + [8], false), (message + message, false),
    ] {
      var reader = RecordReader { _ in 100 }
      reader.inbox.append(RecordMaker.plain(22, record).span)
      let event = try reader.next()
      #expect(event == .handshake(message))
      var failure: TLSError?
      do throws(TLSError) {
        try reader.setProtection(maker.protection())
      } catch {
        failure = error
      }
      #expect(failure == (isAllowed ? nil : .keyChangeInsideRecord))
      // The remaining bytes are decrypted with the new key, and an error is final.
      let end = RecordReading(
        try maker.sealed(22, message, number: 0), pieceSize: 100, by: &reader)
      #expect(end.failure == failure)
      #expect(end.events == (isAllowed ? [.handshake(message)] : []))
    }
    #expect(TLSError.keyChangeInsideRecord.alert == .unexpectedMessage)
  }

  @Test func `a key change is rejected while an alert is pending`() throws {
    var reader = RecordReader { _ in 100 }
    reader.inbox.append(RecordMaker.plain(21, [1, 90]).span)
    _ = try reader.next()
    let isAtBorder = reader.isAtBorder
    #expect(isAtBorder)
    try reader.setProtection(RecordMaker(.aes128GCM).protection())
  }

  @Test func `a key update becomes due before the key reaches its limit`() throws {
    #expect(RecordLimits.keyUse(.aes128GCM, recordCount: 16_777_215) == .fresh)
    #expect(RecordLimits.keyUse(.aes128GCM, recordCount: 16_777_216) == .due)
    #expect(RecordLimits.keyUse(.aes256GCM, recordCount: 23_726_565) == .due)
    #expect(RecordLimits.keyUse(.aes256GCM, recordCount: 23_726_566) == .spent)
    #expect(RecordLimits.keyUse(.chaCha20Poly1305, recordCount: .max - 1) == .fresh)
    #expect(RecordLimits.keyUse(.chaCha20Poly1305, recordCount: .max) == .spent)
    // 2^24.5 squared is 2^49.
    #expect(RecordLimits.keyUses * RecordLimits.keyUses < 1 << 49)
    #expect((RecordLimits.keyUses + 1) * (RecordLimits.keyUses + 1) > 1 << 49)
  }

  @Test func `writer and reader count the records of their traffic keys`() throws {
    let maker = RecordMaker(.aes128GCM)
    var writer = RecordWriter()
    var reader = try maker.reader()
    let protection = maker.protection()
    let before = protection.recordCount
    #expect(before == 0)
    writer.setProtection(protection)
    var output: [UInt8] = []
    try writer.write(.applicationData, text.span, to: &output)
    reader.inbox.append(output.span)
    _ = try reader.next()
    let (sent, received) = (writer.key.recordCount, reader.key.recordCount)
    #expect(sent == 3 && received == 3)
    writer.setProtection(maker.protection())
    let afterwards = writer.key.recordCount
    #expect(afterwards == 0)
  }
}
