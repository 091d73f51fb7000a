import ApusX509

/// Why a server is believed to be who it says.
enum ServerProof {
  /// It has shown certificates, which were believed, and has signed with the key of the first.
  case certificate(X509.VerifiedChain, VerifiedSignature)
  /// It knows the key of a session in which it has done so.
  case session(X509.VerifiedChain)

  /// The path by which it was believed.
  var chain: X509.VerifiedChain {
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
