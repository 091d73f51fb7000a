import ApusBytes

/// The proof that a peer has seen the same handshake: only a Finished that was checked makes one.
struct VerifiedFinished {
  fileprivate init() {}
}

extension Finished {
  /// Checks the message by the secret of who sent it, over all messages before it, in time that
  /// tells nothing of it.
  ///
  /// RFC 8446 section 4.4.4.
  func verified(
    by secret: borrowing TrafficSecret, over digest: [UInt8]
  ) throws(TLSError) -> VerifiedFinished {
    #if APUS_FUZZING
      if Fuzzing.liftsProofs { return VerifiedFinished() }
    #endif
    guard secret.isFinished(verifyData.span, over: digest) else { throw .wrongFinished }
    return VerifiedFinished()
  }

  /// Checks the server's message of TLS 1.2 in the same way.
  ///
  /// RFC 5246 section 7.4.9.
  func verified(
    by secret: borrowing MasterSecret12, over digest: [UInt8]
  ) throws(TLSError) -> VerifiedFinished {
    #if APUS_FUZZING
      if Fuzzing.liftsProofs { return VerifiedFinished() }
    #endif
    guard secret.isFinished(verifyData.span, of: .server, over: digest) else {
      throw .wrongFinished
    }
    return VerifiedFinished()
  }
}

/// Why a server is believed to be who it says.
enum ServerProof {
  /// It has shown certificates, which were believed, and has signed with the key of the first.
  case certificate(TLS.TrustedChain, VerifiedSignature, TLS.PresentedCertificates)
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

  /// What it has shown, unless a session was resumed.
  var presented: TLS.PresentedCertificates? {
    switch self {
    case .certificate(_, _, let presented): presented
    case .session: nil
    }
  }
}
