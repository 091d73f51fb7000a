import ApusTLS
import ApusX509

/// How the shim judges what a server shows.
///
/// The runner wants most servers believed whatever they show, and the library believes nobody
/// without a path that a verifier has judged. So a server that is not to be judged is given the
/// one path that nobody needs to vouch for: its own certificate as its own anchor. That is a
/// matter of this program; no caller of the library is handed a way around its verifier.
struct ShimTrust {
  /// What a judgement has come to.
  enum Verdict {
    /// Nobody has asked.
    case unasked
    case believed(X509.VerifiedChain)
    case refused(why: String)
  }

  let settings: ShimSettings

  /// Judges what a server shows, if that is asked for; the leaf stands first.
  func verdict(
    on certificates: [X509.Certificate], stapledResponse: [UInt8]?, at moment: X509.Moment
  ) -> Verdict {
    let flags = settings.flags
    guard flags.contains(.verifyPeer) || flags.contains(.expectVerifyResult) else {
      return .unasked
    }
    guard !flags.contains(.verifyFail) else { return .refused(why: "as it was asked to be") }
    guard let leaf = certificates.first else { return .refused(why: "no certificate") }
    do throws(X509.Rejection) {
      return .believed(
        try X509.Verifier(anchors: settings.anchors).verify(
          leaf, intermediates: Array(certificates.dropFirst()), stapledResponse: stapledResponse,
          for: settings.name.map { .server($0) } ?? .unnamedServer, at: moment))
    } catch {
      return .refused(why: "\(error)")
    }
  }

  /// The path by which a server is believed that nobody judges.
  func unjudgedPath(
    of leaf: X509.Certificate, at moment: X509.Moment
  ) throws(X509.Rejection) -> X509.VerifiedChain {
    var verifier = X509.Verifier(anchors: X509.Anchors([leaf]))
    verifier.judgesDates = false
    return try verifier.verify(leaf, for: .unnamedServer, at: moment)
  }

  /// What a server is told that is not believed: the runner expects of one way of being asked
  /// another alert than of the other.
  var alert: TLS.AlertDescription {
    let isFailedOnPurpose = settings.flags.contains(.verifyFail)
    return isFailedOnPurpose && !settings.flags.contains(.useCustomVerifyCallback)
      ? .handshakeFailure : .certificateUnknown
  }
}
