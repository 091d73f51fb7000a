/// The flags of the test runner that have no value.
enum ShimSwitch: String, CaseIterable, Sendable {
  case isHandshakerSupported = "-is-handshaker-supported"
  case server = "-server"
  case ipv6 = "-ipv6"
  case noTLS1 = "-no-tls1"
  case noTLS11 = "-no-tls11"
  case noTLS12 = "-no-tls12"
  case noTLS13 = "-no-tls13"
  /// The shim always behaves as this flag requires, because no wait blocks other work.
  case async = "-async"
  /// The shim always behaves as this flag requires, because it transfers no data before the
  /// handshake is complete.
  case implicitHandshake = "-implicit-handshake"
  /// The shim always behaves as this flag requires, because there is only one way to set an
  /// identity.
  case useOldClientCertCallback = "-use-old-client-cert-callback"
  /// The shim always behaves as this flag requires, because data is lent before it is consumed.
  case peekThenRead = "-peek-then-read"
  /// The shim always behaves as this flag requires, because a complete handshake is not started
  /// again.
  case noOpExtraHandshake = "-no-op-extra-handshake"
  /// The shim always behaves as this flag requires, because it declines a renegotiation and the
  /// connection continues.
  case renegotiateIgnore = "-renegotiate-ignore"
  /// The server always behaves as this flag requires, because it decides as soon as the ClientHello
  /// is available.
  case useEarlyCallback = "-use-early-callback"
  /// The flag begins a credential. The following flags about credentials belong to that credential.
  case newX509Credential = "-new-x509-credential"
  case mustMatchIssuer = "-must-match-issuer"
  case requireAnyClientCertificate = "-require-any-client-certificate"
  /// A server without a protocol to select always behaves as this flag requires.
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
