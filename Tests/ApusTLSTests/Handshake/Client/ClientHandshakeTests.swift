import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 2 and appendix A.
struct ClientHandshakeTests {
  @Test func `after a full handshake, client and server have the same results`() throws {
    let duet = try Duet()
    duet.run()
    #expect(duet.clientError == nil && duet.serverError == nil)
    let facts = try #require(duet.clientFacts)
    let serverFacts = try #require(duet.serverFacts)
    #expect(facts.version == .tls13 && facts.suite == .aes128GCM)
    #expect(facts.group == .x25519MLKEM768 && serverFacts.group == .x25519MLKEM768)
    #expect(!facts.isResumed && !facts.isRetried && facts.applicationProtocol == nil)
    #expect(facts.serverScheme == .ecdsaSECP256R1SHA256)
    #expect(facts.clientAuthentication == .notRequested)
    #expect(facts.chain.leaf == Signer.p256?.leaf)
    #expect(serverFacts.hostName == Array(Duet.host.utf8))
    try duet.chat()
  }

  @Test func `a handshake completes if each byte arrives separately`() throws {
    let duet = try Duet()
    duet.chunk = 1
    duet.run()
    #expect(duet.clientFacts != nil && duet.serverFacts != nil)
    try duet.chat(byteCount: 40)
  }
}
