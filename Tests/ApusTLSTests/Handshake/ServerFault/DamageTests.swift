import ApusBytes
import Testing

@testable import ApusTLS

/// Changed bytes in every message of a server: nothing traps, and no connection is trusted.
///
/// Only some bytes of certificates are changed, because the tests of their parser change all.
struct DamageTests {
  /// A handshake of few bytes with one changed byte.
  private func duet(_ fault: TLS.ServerFault?) throws -> Duet {
    var configuration = TLS.ClientConfiguration()
    configuration.groups = [.x25519]
    configuration.versions = [.tls13]
    let duet = try Duet(configuration, serverSigner: Signer.ed25519) {
      $0.clientCertificates = .optional
      $0.fault = fault
    }
    duet.run()
    return duet
  }

  /// Returns the length of each message; the first is unencrypted.
  private func byteCounts() throws -> [Int] {
    var records = ByteReader(try duet(nil).serverSent)
    var counts: [Int] = []
    while !records.isAtEnd, counts.count < TLS.ServerFault.Message.allCases.count {
      let type = try records.readUInt8()
      _ = try records.readUInt16()
      let count = try records.readVector16().remaining
      if type == 22 { counts.append(count) }
      // The content is followed by its type and the tag.
      if type == 23 { counts.append(count - 17) }
    }
    return counts
  }

  @Test(arguments: TLS.ServerFault.Message.allCases)
  func `the handshake fails for any changed server byte, except the random bytes`(
    message: TLS.ServerFault.Message
  ) throws {
    let all = TLS.ServerFault.Message.allCases
    let count = try byteCounts()[try #require(all.firstIndex(of: message))]
    // The highest bit of a share is ignored: RFC 7748 section 5.
    let bits: [UInt8] = [1, 0x40, 0xff, 0x10, 2]
    for at in 0..<count where message != .certificate || at < 20 || at % 7 == 0 {
      let change = TLS.ServerFault.Change.altered(at: at, flipping: bits[at % bits.count])
      let duet = try duet(.flight(message, change))
      // The server's random number is arbitrary, and so are some parts of a request.
      let isRandom = message == .serverHello && 6..<38 ~= at
      if message != .certificateRequest {
        #expect((duet.clientFacts != nil) == isRandom, "\(at)")
      }
      #expect(duet.clientFacts == nil || duet.clientError == nil, "\(at)")
    }
  }
}
