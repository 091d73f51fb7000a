import ApusBytes
import Testing

@testable import ApusTLS

/// The places of a ChangeCipherSpec among the records of a server. Keys change when both sides
/// know them, and only once.
///
/// RFC 5246 section 7.1, RFC 8446 sections 5 and D.4.
@Suite struct EarlyChangeCipherSpecTests {
  private static let change: [UInt8] = [20, 3, 3, 0, 1, 1]
  private let refusal = TLSError.unexpectedRecord(type: 20)

  /// Returns the result of a client's reader for a ChangeCipherSpec at this point.
  private func outcome(_ context: inout HandshakeContext) -> Result<RecordReader.Event, TLSError> {
    context.recordLayer.reader.inbox.append(Self.change.span)
    do throws(TLSError) { return .success(try context.recordLayer.reader.next()) } catch {
      return .failure(error)
    }
  }

  @Test(arguments: Script12.Step.allCases)
  func `TLS 1.2 allows ChangeCipherSpec only after ServerHelloDone or the ticket`(
    step: Script12.Step
  ) throws {
    let script = try Script12()
    script.promisesTicket = true
    script.promisesStatus = true
    script.asks = true
    try script.play(upTo: step)
    let isInPlace = step == .newSessionTicket || step == .changeCipherSpec
    // Before the version is known, it can be one of TLS 1.3, which has no effect.
    let expected: Result<RecordReader.Event, TLSError> =
      step == .serverHello
      ? .success(.incomplete) : isInPlace ? .success(.changeCipherSpec) : .failure(refusal)
    let first = outcome(&script.context)
    // With a key of TLS 1.2, a record of that type is decrypted like any other, and is too short.
    #expect(step == .finished ? first == .failure(.forgedRecord) : first == expected)
    if isInPlace {
      let second = outcome(&script.context)
      #expect(second == .failure(refusal))
    }
  }

  @Test func `in a resumed TLS 1.2 session, ChangeCipherSpec may follow the ServerHello`()
    throws
  {
    let first = try Script12()
    try first.play(upTo: nil)
    let session = try #require(first.session)
    let script = try Script12(session: session)
    try script.play(upTo: .newSessionTicket)
    let event = outcome(&script.context)
    #expect(event == .success(.changeCipherSpec))
  }

  @Test(arguments: Script.Step.allCases)
  func `a TLS 1.3 client ignores ChangeCipherSpec until the server's Finished`(
    step: Script.Step
  ) throws {
    let script = try Script()
    try script.play(upTo: step, asking: step == .certificate)
    let event = outcome(&script.context)
    #expect(event == .success(.incomplete))
    let connected = try Script()
    try connected.play(upTo: nil)
    let later = outcome(&connected.context)
    #expect(later == .failure(refusal))
  }

  @Test func `a misplaced ChangeCipherSpec ends a TLS 1.2 handshake`() throws {
    for step in Script12.Step.allCases where step != .newSessionTicket && step != .changeCipherSpec
    {
      let script = try Script12()
      try script.play(upTo: step)
      #expect(throws: refusal) { try script.giveChangeCipherSpec() }
      #expect(throws: refusal) { try script.giveChangeCipherSpec() }
    }
    // The Finished is not accepted without it either.
    let script = try Script12()
    try script.play(upTo: .changeCipherSpec)
    let message = try script.message(.finished)
    #expect(throws: TLSError.unexpectedMessage(.finished, [])) { try script.give(message) }
  }
}
