import ApusBytes
import Testing

@testable import ApusTLS

/// The limit of records for one key: RFC 8446 sections 5.3 and 5.5. No nonce is used twice, and no
/// key too often.
@Suite struct KeyLimitTests {
  private let due = RecordLimits.keyUsesBeforeUpdate
  private let spent = RecordLimits.keyUses

  /// Returns a connection whose client has sent a number of records.
  private func connected(
    sent count: UInt64, _ suite: TLS.CipherSuite = .aes128GCM
  ) throws -> Duet {
    let duet = try Duet { $0.suites = [suite] }
    duet.run()
    #expect(duet.clientFacts?.suite == suite)
    duet.client.context.recordLayer.writer.key.advance(to: count)
    duet.server.context.recordLayer.reader.key.advance(to: count)
    return duet
  }

  /// Returns the number of records that the client has sent with its current key.
  private func sentCount(_ duet: Duet) -> UInt64 {
    duet.client.context.recordLayer.writer.key.recordCount
  }

  @Test(arguments: [TLS.CipherSuite.aes128GCM, .aes256GCM])
  func `a client updates its AES-GCM key before 2 to the 24.5 records`(
    suite: TLS.CipherSuite
  ) throws {
    let duet = try connected(sent: due - 1, suite)
    try duet.client.send([1].span)
    #expect(sentCount(duet) == due)
    // The key is due: the next records are a KeyUpdate, and one with the next key.
    try duet.client.send([2].span)
    #expect(sentCount(duet) == 1)
    duet.run()
    #expect(duet.serverReceived == [1, 2])
    try duet.chat()
    #expect(sentCount(duet) == 2)
  }

  @Test func `a server updates its AES-GCM key before 2 to the 24.5 records`() throws {
    let duet = try Duet()
    duet.run()
    duet.server.context.recordLayer.writer.key.advance(to: due)
    duet.client.context.recordLayer.reader.key.advance(to: due)
    try duet.chat()
    let count = duet.server.context.recordLayer.writer.key.recordCount
    #expect(count == 1)
  }

  @Test func `a ChaCha20-Poly1305 key is never updated because of its record count`() throws {
    let duet = try connected(sent: spent + 1, .chaCha20Poly1305)
    try duet.chat()
    #expect(sentCount(duet) == spent + 2)
  }

  @Test func `a key that has reached its limit cannot send a KeyUpdate`() throws {
    let duet = try connected(sent: spent)
    #expect(throws: TLSError.keySpent) { try duet.client.send([1].span) }
    #expect(throws: TLSError.keySpent) { try duet.client.send([1].span) }
    #expect(sentCount(duet) == spent)
    let outgoing = duet.client.takeOutgoing()
    #expect(outgoing == [])
  }

  @Test func `a key at its limit encrypts its last record and then throws an error`() throws {
    for (content, isSent) in [(1, true), (16_384, true), (16_385, false), (1 << 20, false)] {
      let maker = RecordMaker(.aes128GCM)
      var writer = RecordWriter()
      var output: [UInt8] = []
      writer.setProtection(maker.protection())
      writer.key.advance(to: spent - 1)
      var failure: TLSError?
      do throws(TLSError) {
        let bytes = [UInt8](repeating: 7, count: content)
        try writer.write(.applicationData, bytes.span, to: &output)
      } catch {
        failure = error
      }
      #expect(failure == (isSent ? nil : .keySpent))
      let count = writer.key.recordCount
      #expect(count == (isSent ? spent : spent - 1) && output.isEmpty != isSent)
    }
  }

  @Test func `a TLS 1.2 connection ends before its key reaches the limit of records`() throws {
    let script = try Script12()
    try script.play(upTo: nil)
    script.context.recordLayer.outgoing = []
    var client = try script.client()
    client.context.recordLayer.writer.key.advance(to: due - 1)
    try client.send([1].span)
    #expect(throws: TLSError.keySpent) { try client.send([2].span) }
    #expect(throws: TLSError.keySpent) { try client.next(at: Duet.now) }
    let outgoing = client.takeOutgoing()
    // One record of application data, followed by one close_notify.
    #expect(outgoing.first == 23)
    let second = 5 + (Int(outgoing[3]) << 8 | Int(outgoing[4]))
    #expect(outgoing[second] == 21)
    #expect(outgoing.count == second + 5 + 8 + 2 + 16)
    let count = client.context.recordLayer.writer.key.recordCount
    #expect(count == due + 1)
  }

  @Test(arguments: RecordMaker.suites)
  func `a record number that would wrap around to zero is an error`(suite: TLS.CipherSuite) throws {
    let maker = RecordMaker(suite)
    let record = try maker.sealed(23, [1], number: .max - 1)
    var reader = try maker.reader()
    reader.key.advance(to: .max - 1)
    let reading = RecordReading(record + record, pieceSize: 1000, by: &reader)
    #expect(reading.applicationData == [1] && reading.failure == .keySpent)
    #expect(TLSError.keySpent.alert == .internalError)
    var protection = maker.protection()
    protection.advance(to: .max - 1)
    var output: [UInt8] = []
    let nothing: [UInt8] = []
    try protection.seal(
      .alert, [1, 0].span, nothing.span, nothing.span, limit: 64, to: &output)
    let count = output.count
    #expect(throws: TLSError.keySpent) {
      try protection.seal(
        .alert, [1, 0].span, nothing.span, nothing.span, limit: 64, to: &output)
    }
    #expect(output.count == count && count > 0)
  }
}
