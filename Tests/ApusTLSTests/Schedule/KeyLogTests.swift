import ApusBytes
import ApusCrypto
import Synchronization
import Testing

@testable import ApusTLS

/// RFC 9850 section 2.
@Suite struct KeyLogTests {
  private let random = [UInt8](repeating: 0xab, count: 32)

  @Test func `each key log line has a label, the client random and a secret`() {
    let lines = Mutex<[String]>([])
    let log = KeyLog(clientRandom: random) { line in lines.withLock { $0.append(line) } }
    let shared = SecretBytes(zeros: 32)
    let early = EarlySecret(.sha256)
    let handshake = early.handshakeSecrets(shared, after: [1])
    let application = handshake.applicationSecrets(after: [2])
    log.log(handshake)
    log.log(application)
    log.log(MasterSecret12(.ecdheRSAWithAES128GCM, shared, sessionHash: [3]))
    let name = String(repeating: "ab", count: 32)
    let written = lines.withLock { $0 }
    #expect(
      written[..<5] == [
        "CLIENT_HANDSHAKE_TRAFFIC_SECRET \(name) \(Hex.encode(handshake.client.bytes))",
        "SERVER_HANDSHAKE_TRAFFIC_SECRET \(name) \(Hex.encode(handshake.server.bytes))",
        "CLIENT_TRAFFIC_SECRET_0 \(name) \(Hex.encode(application.client.bytes))",
        "SERVER_TRAFFIC_SECRET_0 \(name) \(Hex.encode(application.server.bytes))",
        "EXPORTER_SECRET \(name) \(Hex.encode(application.exporter.withBytes { $0.copy() }))",
      ])
    #expect(written.count == 6 && written[5].utf8.starts(with: "CLIENT_RANDOM \(name) ".utf8))
    #expect(written[5].utf8.count == 14 + 64 + 1 + 96)
  }
}
