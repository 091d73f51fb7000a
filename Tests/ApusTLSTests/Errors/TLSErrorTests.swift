import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 6.
struct TLSErrorTests {
  @Test func `an error says what has happened, by name where there is one`() {
    let texts: [(TLSError, String)] = [
      (.alerted(40), "the peer has ended the connection: handshakeFailure (40)"),
      (.alerted(200), "the peer has ended the connection: alert 200"),
      (.unexpectedMessage(11, expected: []), "message certificate may not come now"),
      (
        .unexpectedMessage(99, expected: [20]), "message 99 may not come now, only finished"
      ),
      (
        .unexpectedMessage(15, expected: [11, 13]),
        "message certificateVerify may not come now, only certificate or certificateRequest"
      ),
      (.missingExtension(51), "extension keyShare is missing"),
      (.unsolicitedExtension(0xabcd), "extension 43981 was not asked for"),
      (.unsupportedVersion(0x0302), "the peer would only speak version 0x0302"),
      (.tooMany(.keyUpdates), "the peer sends more than 32 KeyUpdates in a row"),
      (
        .notTLS(firstBytes: Array("HTTP/".utf8)),
        "the peer does not speak TLS: it begins with \"HTTP/\""
      ),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }

  @Test(arguments: TLS.Rule.allCases)
  func `a rule that is broken is told as an illegal parameter`(rule: TLS.Rule) {
    #expect(TLSError.broken(rule).alert == .illegalParameter)
    #expect(!rule.description.isEmpty && TLSError.broken(rule).description.utf8.count > 25)
  }

  @Test func `what is no fault of the peer's on the wire is not told it`() {
    for error: TLSError in [.alerted(40), .truncated, .closed, .notConnected] {
      #expect(error.alert == nil)
    }
    #expect(TLSError.nothingInCommon(.applicationProtocol).alert == .noApplicationProtocol)
    #expect(TLSError.nothingInCommon(.suite).alert == .handshakeFailure)
    #expect(TLSError.untrusted(.unknownCA).alert == .unknownCA)
  }
}
