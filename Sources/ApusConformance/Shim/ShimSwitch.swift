/// The flags of the runner that stand alone.
enum ShimSwitch: String, CaseIterable, Sendable {
  case isHandshakerSupported = "-is-handshaker-supported"
  case server = "-server"
  case ipv6 = "-ipv6"
  case noTLS1 = "-no-tls1"
  case noTLS11 = "-no-tls11"
  case noTLS12 = "-no-tls12"
  case noTLS13 = "-no-tls13"
  /// What it does anyway: nothing is blocked by whatever it waits for.
  case async = "-async"
  /// What it does anyway: nothing is read or written before the handshake is complete.
  case implicitHandshake = "-implicit-handshake"
  /// What it does anyway: there is one way to have an identity.
  case useOldClientCertCallback = "-use-old-client-cert-callback"
  /// What it does anyway: data is lent before it is taken.
  case peekThenRead = "-peek-then-read"
  /// What it does anyway: a handshake that is complete is not begun again.
  case noOpExtraHandshake = "-no-op-extra-handshake"
  /// What it does anyway: a wish to negotiate anew is declined, and the connection goes on.
  case renegotiateIgnore = "-renegotiate-ignore"
  /// What a server does anyway: it decides by the ClientHello when that is there.
  case useEarlyCallback = "-use-early-callback"
  /// Begins a credential, to which the flags of credentials that follow belong.
  case newX509Credential = "-new-x509-credential"
  case mustMatchIssuer = "-must-match-issuer"
  case requireAnyClientCertificate = "-require-any-client-certificate"
  /// What a server does anyway that is not told which protocol to select.
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
