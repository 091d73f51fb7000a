import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 6.
struct TLSErrorTests {
  @Test func `the description of a TLS error names known alerts, messages and extensions`() {
    let texts: [(TLSError, String)] = [
      (.alerted(40), "the peer ended the connection with a TLS alert: handshakeFailure (40)"),
      (.alerted(200), "the peer ended the connection with a TLS alert: alert 200"),
      (
        .unexpectedMessage(11, expected: []),
        "message certificate is not allowed in this state of the handshake"
      ),
      (
        .unexpectedMessage(99, expected: [20]),
        "message 99 is not allowed in this state of the handshake, only finished"
      ),
      (
        .unexpectedMessage(15, expected: [11, 13]),
        "message certificateVerify is not allowed in this state of the handshake, only "
          + "certificate or certificateRequest"
      ),
      (.missingExtension(51), "extension keyShare is missing in the peer's message"),
      (.unsolicitedExtension(0xabcd), "extension 43981 of the peer was not requested"),
      (.unsupportedVersion(0x0302), "the peer selected the unsupported TLS version 0x0302"),
      (.tooMany(.keyUpdates), "the peer sent more than 32 KeyUpdate messages in a row"),
      (
        .notTLS(firstBytes: Array("HTTP/".utf8)),
        "the peer does not use TLS: the first bytes of the peer are \"HTTP/\""
      ),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }

  @Test(arguments: TLS.Rule.allCases)
  func `a violated handshake rule sends an illegal_parameter alert to the peer`(rule: TLS.Rule) {
    #expect(TLSError.broken(rule).alert == .illegalParameter)
    #expect(!rule.description.isEmpty && TLSError.broken(rule).description.utf8.count > 25)
  }

  @Test func `an error of this side of the connection sends no alert to the peer`() {
    for error: TLSError in [.alerted(40), .truncated, .closed, .notConnected] {
      #expect(error.alert == nil)
    }
    #expect(TLSError.nothingInCommon(.applicationProtocol).alert == .noApplicationProtocol)
    #expect(TLSError.nothingInCommon(.suite).alert == .handshakeFailure)
    #expect(TLSError.untrusted(.unknownCA).alert == .unknownCA)
  }
}
