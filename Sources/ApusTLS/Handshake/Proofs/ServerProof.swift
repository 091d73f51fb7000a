/// Why a server is believed to be who it says.
enum ServerProof {
  /// It has shown certificates, which were believed, and has signed with the key of the first.
  case certificate(TLS.TrustedChain, VerifiedSignature)
  /// It knows the key of a session in which it has done so.
  case session(TLS.TrustedChain)

  /// The policy's proof by which it was believed.
  var chain: TLS.TrustedChain {
    switch self {
    case .certificate(let chain, _), .session(let chain): chain
    }
  }

  /// How it has signed, if it did.
  var scheme: TLS.SignatureScheme? {
    switch self {
    case .certificate(_, let signature): signature.scheme
    case .session: nil
    }
  }
}
