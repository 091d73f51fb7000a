import ApusBytes
import Testing

@testable import ApusTLS

/// Truncated, longer and changed messages: they end the handshake, and have no other effect.
///
/// RFC 8446 sections 4 and 4.4.4, RFC 5246 section 7.4.9.
@Suite struct HandshakeInputTests {
  /// Returns places in a message: its whole beginning, and some of the rest.
  ///
  /// A handshake is slow in a debug build; the tests of each message's parser change every byte.
  private func places(_ count: Int) -> [Int] {
    Array(0..<min(count, 8)) + stride(from: 8, to: count, by: max(1, count / 10))
  }

  /// Returns a message with the right length in its header.
  private func sized(_ message: [UInt8]) -> [UInt8] {
    let count = message.count - 4
    return [message[0], UInt8(count >> 16), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)]
      + message.dropFirst(4)
  }

  /// Returns all changed forms of a message: truncated, longer, and with other bytes.
  private func changes(of message: [UInt8]) -> [[UInt8]] {
    places(message.count).filter { $0 >= 4 }.map { sized(Array(message.prefix($0))) }
      + [sized(message + [0]), Array(message.dropLast()), message + [0]]
      + places(message.count).map { place in
        var changed = message
        changed[place] ^= 1 << UInt8(place % 8)
        return changed
      }
  }

  // MARK: TLS 1.3

  @Test(arguments: Script.Step.allCases)
  func `changing any byte of a TLS 1.3 server message fails the handshake`(step: Script.Step) throws
  {
    let asks = step == .certificateRequest
    let sample = try Script()
    try sample.play(upTo: step, asking: asks)
    for number in changes(of: try sample.message(step)).indices {
      let script = try Script()
      try script.play(upTo: step, asking: asks)
      let changed = changes(of: try script.message(step))[number]
      // The server continues without noticing, and its Finished covers its own messages.
      #expect(throws: (any Error).self, "\(number)") {
        try script.give(changed)
        if script.presented != nil { try script.trust() }
        for next in Script.Step.allCases where next.rawValue > step.rawValue {
          if next != .certificateRequest { try script.play(next) }
        }
      }
      #expect(!script.isConnected)
    }
  }

  @Test func `changing the ServerHello after a HelloRetryRequest fails the handshake`() throws {
    let sample = try retried()
    let count = changes(of: try sample.message(.serverHello)).count
    for number in 0..<count {
      let script = try retried()
      let changed = changes(of: try script.message(.serverHello))[number]
      #expect(throws: (any Error).self, "\(number)") {
        try script.give(changed)
        for next in Script.Step.allCases.dropFirst() where next != .certificateRequest {
          try script.play(next)
        }
      }
      #expect(!script.isConnected)
    }
  }

  private func retried() throws -> Script {
    let script = try Script()
    try script.retry { try? $0.extensions.append(WantedKeyShare(0x0017)) }
    return script
  }

  @Test func `a truncated NewSessionTicket or KeyUpdate ends the connection`() throws {
    var ticket = NewSessionTicket(lifetime: 7, ageAdd: 1, nonce: [0, 1], ticket: [1, 2, 3])
    try ticket.extensions.append(EarlyDataLimit(1))
    for message in [try ticket.encoded(), try KeyUpdate.requested.encoded()] {
      for count in 4..<message.count {
        let script = try Script()
        try script.play(upTo: nil)
        #expect(throws: TLSError.self) { try script.give(sized(Array(message.prefix(count)))) }
        #expect(!script.isConnected)
      }
    }
  }

  // MARK: TLS 1.2

  @Test(arguments: Script12.Step.allCases.filter { $0 != .changeCipherSpec })
  func `changing any byte of a TLS 1.2 server message fails the handshake`(
    step: Script12.Step
  ) throws {
    let sample = try prepared(for: step)
    for number in changes(of: try sample.message(step)).indices {
      let script = try prepared(for: step)
      let changed = changes(of: try script.message(step))[number]
      #expect(throws: (any Error).self, "\(number)") {
        try script.give(changed)
        if script.presented != nil { try script.trust() }
        if step == .serverHelloDone { try script.reply() }
        for next in Script12.Step.allCases where next.rawValue > step.rawValue {
          if script.says(next) { try script.play(next) }
        }
      }
      #expect(!script.isConnected)
    }
  }

  private func prepared(for step: Script12.Step) throws -> Script12 {
    let script = try Script12()
    script.promisesTicket = true
    script.promisesStatus = true
    script.asks = true
    try script.play(upTo: step)
    return script
  }
}
