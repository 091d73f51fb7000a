import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The texts about a connection whose TLS failed, with their remedies.
@Suite struct TLSFaultTests {
  private let certificate: X509.Certificate

  init() throws { certificate = try TestAuthority().client("worker").leaf }

  private func hint(
    _ error: TLSError, _ authentication: TLS.ClientAuthentication, hasCertificate: Bool = false,
    isHandshake: Bool = true
  ) -> String? {
    HTTPSessionError.TLSFault(
      error: error, server: "a", isHandshake: isHandshake, clientAuthentication: authentication,
      clientCertificate: hasCertificate ? certificate : nil, clientObstacle: nil
    ).hint
  }

  /// The alerts of servers that reject their client.
  static let ends: [TLSError] =
    [
      TLS.AlertDescription.handshakeFailure, .badCertificate, .unsupportedCertificate,
      .certificateRevoked, .certificateExpired, .certificateUnknown, .unknownCA, .accessDenied,
      .certificateRequired,
    ].map { .alerted($0.rawValue) } + [.truncated]

  @Test(arguments: ends)
  func `a TLS error after a certificate request names the client certificate`(
    error: TLSError
  ) {
    let none = hint(error, .declined)
    #expect(none?.contains("the server requested a client certificate, but") == true)
    #expect(none?.contains("the client has no certificate: set tls.identity") == true)
    let unfit = hint(error, .declined, hasCertificate: true)
    #expect(
      unfit?.contains("CN=worker, so the client did not send that certificate: set tls.identity")
        == true)
    let shown = hint(error, .signed(.ed25519), hasCertificate: true)
    #expect(shown?.contains("and received the certificate of CN=worker: ") == true)
    #expect(shown?.contains("set tls.identity") == true)
  }

  @Test(arguments: ends)
  func `a TLS error without a certificate request names no client certificate`(
    error: TLSError
  ) {
    let words = hint(error, .notRequested)
    #expect(words?.contains("has asked") != true)
    let after = hint(.truncated, .signed(.ed25519), hasCertificate: true, isHandshake: false)
    #expect(after == nil)
  }

  @Test func `errors without a TLS cause name no client certificate`() {
    for error in [
      TLSError.wrongFinished, .forgedRecord,
      .alerted(TLS.AlertDescription.protocolVersion.rawValue),
      .alerted(TLS.AlertDescription.internalError.rawValue), .alerted(255),
    ] {
      #expect(hint(error, .declined)?.contains("tls.identity") != true)
      #expect(hint(error, .declined) == hint(error, .notRequested))
    }
  }
}
