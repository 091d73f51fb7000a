/// Why a server is believed to be who it says.
enum ServerProof {
  /// It has shown certificates, which were believed, and has signed with the key of the first;
  /// beside them it may have stapled an OCSP response.
  case certificate(TLS.TrustedChain, VerifiedSignature, stapledResponse: [UInt8]?)
  /// It knows the key of a session in which it has done so.
  case session(TLS.TrustedChain)

  /// The policy's proof by which it was believed.
  var chain: TLS.TrustedChain {
    switch self {
    case .certificate(let chain, _, _), .session(let chain): chain
    }
  }

  /// How it has signed, if it did.
  var scheme: TLS.SignatureScheme? {
    switch self {
    case .certificate(_, let signature, _): signature.scheme
    case .session: nil
    }
  }

  /// What it has stapled, if it has.
  var stapledResponse: [UInt8]? {
    switch self {
    case .certificate(_, _, let response): response
    case .session: nil
    }
  }
}
