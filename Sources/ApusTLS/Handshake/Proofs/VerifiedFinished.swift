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
