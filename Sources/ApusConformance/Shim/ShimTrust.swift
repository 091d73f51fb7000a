import ApusTLS
import ApusX509

/// The shim's verification of a server certificate.
///
/// The runner expects trust in most servers with any certificate, and the library trusts no server
/// without a policy. A server that need not be verified therefore gets its own certificate as a
/// root and a policy without checks of dates and names. Only this program does that. The library
/// gives no caller a way around its policy.
struct ShimTrust {
  /// The result of verifying a server certificate.
  enum Verdict {
    /// The flags require no verification of the server.
    case unasked
    case believed(TLS.TrustedChain)
    case refused(why: String)
  }

  let settings: ShimSettings

  /// Verifies a server's certificates if the flags require the verification. The first certificate
  /// is the leaf certificate.
  func verdict(
    on certificates: [X509.Certificate], stapledResponse: [UInt8]?, at moment: UnixTime
  ) -> Verdict {
    let flags = settings.flags
    guard flags.contains(.verifyPeer) || flags.contains(.expectVerifyResult) else {
      return .unasked
    }
    guard !flags.contains(.verifyFail) else { return .refused(why: "as requested") }
    var policy = TLS.Policy()
    // If the flags do not name the server's host, the host name is not checked.
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

  /// Returns a verified chain for a server that need not be verified.
  func unjudged(
    _ leaf: X509.Certificate, at moment: UnixTime
  ) throws(TLS.TrustFailure) -> TLS.TrustedChain {
    var policy = TLS.Policy()
    policy.danger = [.wrongHost, .expired]
    return try policy.evaluate(
      [leaf], for: settings.host, at: moment, trusting: X509.Anchors([leaf]))
  }

  /// The alert for a server that is not trusted. The runner expects different alerts for its two
  /// kinds of verification.
  var alert: TLS.AlertDescription {
    let isFailedOnPurpose = settings.flags.contains(.verifyFail)
    return isFailedOnPurpose && !settings.flags.contains(.useCustomVerifyCallback)
      ? .handshakeFailure : .certificateUnknown
  }
}

/// A TLS session to offer in the next connection, with the facts of its handshake.
///
/// A resumed session does not repeat the data of a full handshake.
struct ShimSession: Sendable {
  /// The data of the full handshake that created the session.
  struct Origin: Sendable {
    var certificates: [X509.Certificate] = []
    var stapledResponse: [UInt8]?
    var timestamps: [[UInt8]] = []
    var group: TLS.NamedGroup?
    var scheme: TLS.SignatureScheme?
    /// A Boolean value that indicates whether the server was verified and trusted. The value is
    /// `nil` if the flags required no verification.
    var isVerified: Bool?
  }

  let session: TLS.Session
  let origin: Origin
}
