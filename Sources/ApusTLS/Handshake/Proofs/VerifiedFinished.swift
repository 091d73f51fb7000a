import ApusBytes

/// The proof that a TLS peer has seen the same handshake messages as this side.
///
/// Only a successful check of a Finished message creates the proof.
struct VerifiedFinished {
  fileprivate init() {}
}

extension Finished {
  /// Checks a TLS 1.3 Finished message with the sender's secret and the hash of all previous
  /// messages, in constant time.
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

  /// Checks the Finished message of a TLS 1.2 server with the master secret and the hash of all
  /// previous messages, in constant time.
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

/// The proof of a TLS server's identity.
enum ServerProof {
  /// The proof by a trusted certificate chain and a signature with the private key of the server's
  /// certificate.
  case certificate(TLS.TrustedChain, VerifiedSignature, TLS.PresentedCertificates)
  /// The proof by the key of a session whose server has proved its identity with a certificate.
  case session(TLS.TrustedChain)

  /// The trust policy's proof that the server's certificate chain is trusted.
  var chain: TLS.TrustedChain {
    switch self {
    case .certificate(let chain, _, _), .session(let chain): chain
    }
  }

  /// The scheme of the server's handshake signature, or `nil` if the server resumed a session.
  var scheme: TLS.SignatureScheme? {
    switch self {
    case .certificate(_, let signature, _): signature.scheme
    case .session: nil
    }
  }

  /// The server's certificates, or `nil` if the server resumed a session.
  var presented: TLS.PresentedCertificates? {
    switch self {
    case .certificate(_, _, let presented): presented
    case .session: nil
    }
  }
}
