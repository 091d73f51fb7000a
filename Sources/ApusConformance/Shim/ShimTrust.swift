import ApusTLS
import ApusX509

/// The shim's verification of a server.
///
/// The runner wants most servers trusted with any certificate, and the library trusts no server
/// without a policy. So a server that need not be verified gets its own certificate as a root, and
/// a policy without the checks of dates and names. This is only in this program; the library gives
/// no caller a way around its policy.
struct ShimTrust {
  /// The result of a verification.
  enum Verdict {
    /// No verification was requested.
    case unasked
    case believed(TLS.TrustedChain)
    case refused(why: String)
  }

  let settings: ShimSettings

  /// Verifies a server, if the flags require it; the leaf is the first certificate.
  func verdict(
    on certificates: [X509.Certificate], stapledResponse: [UInt8]?, at moment: UnixTime
  ) -> Verdict {
    let flags = settings.flags
    guard flags.contains(.verifyPeer) || flags.contains(.expectVerifyResult) else {
      return .unasked
    }
    guard !flags.contains(.verifyFail) else { return .refused(why: "as requested") }
    var policy = TLS.Policy()
    // The server's name is unknown.
    if settings.name == nil { policy.danger = .wrongHost }
    do throws(TLS.TrustFailure) {
      return .believed(
        try policy.evaluate(
          certificates, for: settings.host, at: moment, trusting: settings.anchors,
          stapledResponse: stapledResponse))
    } catch {
      return .refused(why: "\(error)")
    }
  }

  /// Returns the proof for a server that need not be verified.
  func unjudged(
    _ leaf: X509.Certificate, at moment: UnixTime
  ) throws(TLS.TrustFailure) -> TLS.TrustedChain {
    var policy = TLS.Policy()
    policy.danger = [.wrongHost, .expired]
    return try policy.evaluate(
      [leaf], for: settings.host, at: moment, trusting: X509.Anchors([leaf]))
  }

  /// The alert for a server that is not trusted: the runner expects different alerts for its two
  /// kinds of verification.
  var alert: TLS.AlertDescription {
    let isFailedOnPurpose = settings.flags.contains(.verifyFail)
    return isFailedOnPurpose && !settings.flags.contains(.useCustomVerifyCallback)
      ? .handshakeFailure : .certificateUnknown
  }
}

/// A session to offer to the next connection, with the facts of its handshake.
///
/// A resumed session does not repeat the data of a full handshake.
struct ShimSession: Sendable {
  /// The data of a full handshake.
  struct Origin: Sendable {
    var certificates: [X509.Certificate] = []
    var stapledResponse: [UInt8]?
    var timestamps: [[UInt8]] = []
    var group: TLS.NamedGroup?
    var scheme: TLS.SignatureScheme?
    /// A Boolean value that indicates whether the server was verified and trusted; nil if no
    /// verification was requested.
    var isVerified: Bool?
  }

  let session: TLS.Session
  let origin: Origin
}
