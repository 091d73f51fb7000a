/// The flags of the test runner that have no value.
enum ShimSwitch: String, CaseIterable, Sendable {
  case isHandshakerSupported = "-is-handshaker-supported"
  case server = "-server"
  case ipv6 = "-ipv6"
  case noTLS1 = "-no-tls1"
  case noTLS11 = "-no-tls11"
  case noTLS12 = "-no-tls12"
  case noTLS13 = "-no-tls13"
  /// The flag requires asynchronous callbacks. The shim always works asynchronously, because no
  /// wait blocks other work.
  case async = "-async"
  /// The flag requires a handshake before any data. The shim always completes the handshake before
  /// transferring data.
  case implicitHandshake = "-implicit-handshake"
  /// The flag selects an old callback for the client certificate. The shim has only one way to set
  /// an identity.
  case useOldClientCertCallback = "-use-old-client-cert-callback"
  /// The flag requires that data can be inspected before it is read. The shim always reads data in
  /// this way.
  case peekThenRead = "-peek-then-read"
  /// The flag requires that a second handshake call has no effect. The shim never starts a complete
  /// handshake again.
  case noOpExtraHandshake = "-no-op-extra-handshake"
  /// The flag requires that a renegotiation is ignored. The shim always declines a renegotiation,
  /// and the connection continues.
  case renegotiateIgnore = "-renegotiate-ignore"
  /// The flag requires an early decision. The server always decides as soon as the ClientHello is
  /// available.
  case useEarlyCallback = "-use-early-callback"
  /// The flag begins a new credential. The following flags about credentials belong to the new
  /// credential.
  case newX509Credential = "-new-x509-credential"
  case mustMatchIssuer = "-must-match-issuer"
  case requireAnyClientCertificate = "-require-any-client-certificate"
  /// The flag declines all application protocols. A server without a configured protocol always
  /// declines them.
  case declineALPN = "-decline-alpn"
  case noTicket = "-no-ticket"
  case enableGREASE = "-enable-grease"
  case enableOCSPStapling = "-enable-ocsp-stapling"
  case enableSignedCertTimestamps = "-enable-signed-cert-timestamps"
  case useOCSPCallback = "-use-ocsp-callback"
  case failOCSPCallback = "-fail-ocsp-callback"
  case verifyPeer = "-verify-peer"
  case verifyFail = "-verify-fail"
  case useCustomVerifyCallback = "-use-custom-verify-callback"
  case reverifyOnResume = "-reverify-on-resume"
  case expectVerifyResult = "-expect-verify-result"
  case expectHRR = "-expect-hrr"
  case expectNoHRR = "-expect-no-hrr"
  case expectSessionMiss = "-expect-session-miss"
  case expectExtendedMasterSecret = "-expect-extended-master-secret"
  case expectNoSession = "-expect-no-session"
  case expectTicketRenewal = "-expect-ticket-renewal"
  case useExportContext = "-use-export-context"
  case keyUpdate = "-key-update"
  case shimWritesFirst = "-shim-writes-first"
  case shimShutsDown = "-shim-shuts-down"
  case checkCloseNotify = "-check-close-notify"
}
