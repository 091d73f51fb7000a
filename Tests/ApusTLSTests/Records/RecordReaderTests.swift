import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 5, RFC 5246 section 6.2.
@Suite struct RecordReaderTests {
  private let hello: [UInt8] = [2, 0, 0, 3, 7, 8, 9]
  private let finished: [UInt8] = [20, 0, 0, 2, 5, 6]

  // MARK: Without a key

  @Test func `a record with many messages and a message in many records are both read`() throws {
    let stream =
      RecordMaker.plain(22, hello + finished + hello[..<2])
      + RecordMaker.plain(22, Array(hello[2..<3]), version: 0x0301)
      + RecordMaker.plain(22, Array(hello[3...] + finished[..<5])) + RecordMaker.plain(22, [6])
    for size in 1...stream.count {
      var reader = RecordReader { _ in 3 }
      let reading = RecordReading(stream, pieceSize: size, by: &reader)
      #expect(reading.failure == nil)
      #expect(reading.events == [hello, finished, hello, finished].map { .handshake($0) })
      let isAtBorder = reader.isAtBorder
      #expect(isAtBorder)
    }
  }

  @Test func `a truncated record is incomplete until its last byte arrives`() throws {
    let stream = RecordMaker.plain(22, hello) + RecordMaker.plain(21, [1, 0])
    for count in 0..<stream.count {
      var reader = RecordReader { _ in 3 }
      let reading = RecordReading(Array(stream[..<count]), pieceSize: 1000, by: &reader)
      #expect(reading.failure == nil)
      #expect(reading.events.count == (count < 12 ? 0 : 1))
    }
  }

  @Test func `first bytes that are not a TLS record throw notTLS`() {
    let answer = Array("HTTP/1.1 400 Bad Request\r\n".utf8)
    #expect(failure(answer) == .notTLS(firstBytes: Array("HTTP/".utf8)))
    #expect(failure([21, 2, 0, 0, 2, 1, 1]) == .notTLS(firstBytes: [21, 2, 0, 0, 2]))
    #expect(
      failure(RecordMaker.plain(21, [1, 90]) + answer) == .unexpectedRecord(type: 0x48))
    #expect(failure(RecordMaker.plain(24, [1])) == .notTLS(firstBytes: [24, 3, 3, 0, 1]))
  }

  @Test func `an unencrypted record with more than 16,384 bytes is rejected`() {
    let most = [22, 3, 3, 0x40, 0x00] + [UInt8](repeating: 0, count: 1 << 14)
    #expect(failure(most) == nil)
    #expect(failure([22, 3, 3, 0x40, 0x01]) == .recordTooLong)
    #expect(TLSError.recordTooLong.alert == .recordOverflow)
  }

  @Test func `an empty handshake record or alert record is rejected`() {
    #expect(failure(RecordMaker.plain(22, [])) == .emptyRecord(type: 22))
    #expect(failure(RecordMaker.plain(21, [])) == .emptyRecord(type: 21))
    #expect(TLSError.emptyRecord(type: 22).alert == .unexpectedMessage)
  }

  @Test func `an alert record with more than one alert is rejected`() {
    #expect(failure(RecordMaker.plain(21, [2])) == .malformedAlert(byteCount: 1))
    #expect(failure(RecordMaker.plain(21, [2, 40, 2])) == .malformedAlert(byteCount: 3))
    #expect(failure(RecordMaker.plain(21, [2, 40, 2, 40])) == .malformedAlert(byteCount: 4))
  }

  @Test func `unencrypted application data is rejected`() {
    #expect(failure(RecordMaker.plain(23, [1])) == .unexpectedRecord(type: 23))
    #expect(failure(RecordMaker.plain(23, [])) == .unexpectedRecord(type: 23))
  }

  @Test func `a handshake message above the length limit of its type is rejected`() {
    let limit: HandshakeReassembler.Limit = { $0 == 11 ? 5 : 4 }
    let most: [UInt8] = [11, 0, 0, 5, 1, 2, 3, 4, 5]
    #expect(failure(RecordMaker.plain(22, most), limit: limit) == nil)
    // The header alone is rejected, before any part is stored.
    #expect(
      failure(RecordMaker.plain(22, [11, 0, 0, 6]), limit: limit)
        == .messageTooLong(type: 11, byteCount: 6, limit: 5))
    #expect(
      failure(RecordMaker.plain(22, [1, 0xff, 0xff, 0xff]), limit: limit)
        == .messageTooLong(type: 1, byteCount: 0xff_ffff, limit: 4))
  }

  @Test func `after an error, a record reader throws the same error again`() {
    var reader = RecordReader { _ in 100 }
    reader.inbox.append(RecordMaker.plain(23, [1]).span)
    let first = outcome(of: &reader)
    reader.inbox.append(RecordMaker.plain(22, hello).span)
    let second = outcome(of: &reader)
    #expect(first == .failure(.unexpectedRecord(type: 23)))
    #expect(second == first)
  }

  // MARK: ChangeCipherSpec

  @Test func `an unexpected ChangeCipherSpec record is rejected`() {
    #expect(failure(RecordMaker.plain(20, [1])) == .unexpectedRecord(type: 20))
  }

  @Test func `a TLS 1.3 reader ignores up to 32 ChangeCipherSpec records`() {
    let one = RecordMaker.plain(20, [1])
    for (content, error) in [
      ([1], nil), ([], TLSError.unexpectedRecord(type: 20)), ([2], .unexpectedRecord(type: 20)),
      ([1, 1], .unexpectedRecord(type: 20)),
    ] as [([UInt8], TLSError?)] {
      #expect(failure(RecordMaker.plain(20, content), rule: .dropped) == error)
    }
    let most = [[UInt8]](repeating: one, count: 32).flatMap { $0 }
    #expect(failure(most, rule: .dropped) == nil)
    #expect(failure(most + one, rule: .dropped) == .tooManyChangeCipherSpecs(limit: 32))
  }

  @Test func `a TLS 1.2 reader returns one ChangeCipherSpec and rejects a second one`() {
    var reader = RecordReader { _ in 100 }
    reader.changeCipherSpecRule = .told
    let one = RecordMaker.plain(20, [1])
    let reading = RecordReading(one + one, pieceSize: 1, by: &reader)
    #expect(reading.events == [.changeCipherSpec])
    #expect(reading.failure == .unexpectedRecord(type: 20))
    #expect(failure(RecordMaker.plain(20, [2]), rule: .told) == .malformedChangeCipherSpec)
    #expect(failure(RecordMaker.plain(20, []), rule: .told) == .malformedChangeCipherSpec)
    #expect(TLSError.malformedChangeCipherSpec.alert == .illegalParameter)
  }

  @Test(arguments: [ControlRecords.ChangeCipherSpecRule.dropped, .told])
  func `a ChangeCipherSpec between two parts of a handshake message is rejected`(
    rule: ControlRecords.ChangeCipherSpecRule
  ) {
    let stream =
      RecordMaker.plain(22, Array(hello[..<5])) + RecordMaker.plain(20, [1])
      + RecordMaker.plain(22, Array(hello[5...]))
    #expect(failure(stream, rule: rule) == .unexpectedRecord(type: 20))
  }

  @Test func `an unencrypted alert is accepted only if the peer may have no key yet`() throws {
    for isAllowed in [true, false] {
      var reader = RecordReader { _ in 3 }
      try reader.setProtection(RecordMaker(.aes128GCM).protection())
      reader.allowsUnprotectedAlerts = isAllowed
      let stream = RecordMaker.plain(21, [2, 47])
      let reading = RecordReading(stream, pieceSize: 1, by: &reader)
      #expect(reading.events == (isAllowed ? [.alert(level: 2, description: 47)] : []))
      #expect(reading.failure == (isAllowed ? nil : .unexpectedRecord(type: 21)))
    }
    // No other record is accepted unencrypted.
    var reader = RecordReader { _ in 3 }
    try reader.setProtection(RecordMaker(.aes128GCM).protection())
    reader.allowsUnprotectedAlerts = true
    let reading = RecordReading(RecordMaker.plain(22, hello), pieceSize: 1, by: &reader)
    #expect(reading.failure == .unexpectedRecord(type: 22))
  }

  // MARK: Support

  private func failure(
    _ stream: [UInt8], rule: ControlRecords.ChangeCipherSpecRule = .refused,
    limit: @escaping HandshakeReassembler.Limit = { _ in 1 << 14 }
  ) -> TLSError? {
    var whole = RecordReader(messageLimit: limit)
    whole.changeCipherSpecRule = rule
    let reading = RecordReading(stream, pieceSize: stream.count, by: &whole)
    var single = RecordReader(messageLimit: limit)
    single.changeCipherSpecRule = rule
    #expect(RecordReading(stream, pieceSize: 1, by: &single) == reading)
    return reading.failure
  }

  private func outcome(
    of reader: inout RecordReader
  ) -> Result<RecordReader.Event, TLSError> {
    do throws(TLSError) { return .success(try reader.next()) } catch { return .failure(error) }
  }
}
