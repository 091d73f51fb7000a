/// A session of TLS 1.2 that a ClientHello offers to resume, of a server that was believed.
struct OfferedSession12: Sendable {
  let session: TLS.Session
  /// The proof by which it was.
  let chain: TLS.TrustedChain

  /// A session of TLS 1.2 that is still good and whose server this process has judged.
  init?(_ session: TLS.Session, at moment: TLS.Moment) {
    guard session.suite.version == .tls12, session.isUsable(at: moment),
      case .verified(let chain) = session.peer
    else { return nil }
    self.session = session
    self.chain = chain
  }

  /// The master secret, which was bound to the handshake that made it.
  func masterSecret() -> MasterSecret12 {
    let secret = session.secret.copy()
    return MasterSecret12(session.suite, resuming: secret)
  }
}
