import ApusTLS
import ApusX509

/// How the shim judges what a server shows.
///
/// The runner wants most servers believed whatever they show, and the library believes no one whom
/// no policy has judged. So a server that is not to be judged is given its own certificate as root,
/// and a policy that lifts the checks of dates and names. That is a matter of this program; no
/// caller of the library is handed a way around its policy.
struct ShimTrust {
  /// What a judgement has come to.
  enum Verdict {
    /// No one has asked.
    case unasked
    case believed(TLS.TrustedChain)
    case refused(why: String)
  }

  let settings: ShimSettings

  /// Judges what a server shows, if that is asked for; the leaf stands first.
  func verdict(
    on certificates: [X509.Certificate], stapledResponse: [UInt8]?, at moment: UnixTime
  ) -> Verdict {
    let flags = settings.flags
    guard flags.contains(.verifyPeer) || flags.contains(.expectVerifyResult) else {
      return .unasked
    }
    guard !flags.contains(.verifyFail) else { return .refused(why: "as it was asked to be") }
    var policy = TLS.Policy()
    // No one has said what the server is called.
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

  /// The proof by which a server is believed that no one judges.
  func unjudged(
    _ leaf: X509.Certificate, at moment: UnixTime
  ) throws(TLS.TrustFailure) -> TLS.TrustedChain {
    var policy = TLS.Policy()
    policy.danger = [.wrongHost, .expired]
    return try policy.evaluate(
      [leaf], for: settings.host, at: moment, trusting: X509.Anchors([leaf]))
  }

  /// What a server is told that is not believed: the runner expects of one way of being asked
  /// another alert than of the other.
  var alert: TLS.AlertDescription {
    let isFailedOnPurpose = settings.flags.contains(.verifyFail)
    return isFailedOnPurpose && !settings.flags.contains(.useCustomVerifyCallback)
      ? .handshakeFailure : .certificateUnknown
  }
}

/// A session to be offered to the next connection, with what the handshake was like that began it.
///
/// What a server shows in a full handshake it does not show again when the session is resumed.
struct ShimSession: Sendable {
  /// What a full handshake has shown.
  struct Origin: Sendable {
    var certificates: [X509.Certificate] = []
    var stapledResponse: [UInt8]?
    var timestamps: [[UInt8]] = []
    var group: TLS.NamedGroup?
    var scheme: TLS.SignatureScheme?
    /// Whether the server was judged and believed; nil if no one has asked.
    var isVerified: Bool?
  }

  let session: TLS.Session
  let origin: Origin
}
