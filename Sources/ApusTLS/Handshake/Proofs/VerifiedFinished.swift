import ApusBytes

/// The proof that a peer has seen the same handshake; only a successful check of a Finished creates
/// one.
struct VerifiedFinished {
  fileprivate init() {}
}

extension Finished {
  /// Checks the message with the sender's secret, over all messages before it, in constant time.
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

  /// Checks the message of a TLS 1.2 server in the same way.
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

/// The proof of a server's identity.
enum ServerProof {
  /// A trusted chain, and a signature with the key of its leaf.
  case certificate(TLS.TrustedChain, VerifiedSignature, TLS.PresentedCertificates)
  /// The key of a session with such a proof.
  case session(TLS.TrustedChain)

  /// The policy's proof that the server is trusted.
  var chain: TLS.TrustedChain {
    switch self {
    case .certificate(let chain, _, _), .session(let chain): chain
    }
  }

  /// The server's signature scheme, if it signed.
  var scheme: TLS.SignatureScheme? {
    switch self {
    case .certificate(_, let signature, _): signature.scheme
    case .session: nil
    }
  }

  /// The server's certificates, unless a session was resumed.
  var presented: TLS.PresentedCertificates? {
    switch self {
    case .certificate(_, _, let presented): presented
    case .session: nil
    }
  }
}
