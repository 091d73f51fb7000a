internal import ApusASN1
import ApusBytes

/// A TLS 1.3 session of a trusted server that a ClientHello offers to resume.
struct OfferedSession: Sendable {
  let session: TLS.Session
  /// The proof that the certificate chain of the session's server is trusted.
  let chain: TLS.TrustedChain

  /// Creates an offer from a TLS 1.3 session.
  ///
  /// The initializer returns `nil` if the session has expired, or if this process has not verified
  /// the session's server.
  init?(_ session: TLS.Session, at moment: UnixTime) {
    guard session.suite.version == .tls13, session.isUsable(at: moment),
      case .verified(let chain) = session.peer
    else { return nil }
    self.session = session
    self.chain = chain
  }

  /// Returns the early secret of the key schedule, which is derived from the pre-shared key of the
  /// session.
  func earlySecret() -> EarlySecret {
    let key = session.secret.copy()
    return EarlySecret(session.suite.hash, preSharedKey: key)
  }

  /// Encodes the ClientHello with the offered session as the last extension.
  ///
  /// The binder in the extension proves that the client has the pre-shared key of the session. The
  /// binder covers the previous handshake messages and the ClientHello up to the binder list. RFC
  /// 8446 section 4.2.11.2.
  func encoded(
    _ hello: ClientHello, after messages: Transcript?, at moment: UnixTime
  ) throws(TLSError) -> [UInt8] {
    let hash = session.suite.hash
    let placeholder = [UInt8](repeating: 0, count: hash.digestByteCount)
    let identity = PreSharedKeys.Identity(
      ticket: session.ticket, obfuscatedAge: session.obfuscatedAge(at: moment))
    let offer = PreSharedKeys([identity], binders: [placeholder])
    var message = try hello.appending(offer).encoded()
    let digest = digest(
      of: message.span.extracting(droppingLast: offer.binderByteCount), after: messages)
    // The encoded ClientHello ends with a placeholder for its only binder.
    message.removeLast(placeholder.count)
    message += earlySecret().binder(over: digest)
    return message
  }

  private func digest(of partial: Span<UInt8>, after messages: Transcript?) -> [UInt8] {
    messages?.digest(adding: partial) ?? session.suite.hash.digest(of: partial)
  }
}

extension ClientHello {
  fileprivate func appending(_ offer: PreSharedKeys) throws(TLSError) -> ClientHello {
    var hello = self
    do throws(EncodeError) { try hello.extensions.append(offer) } catch {
      throw .unencodable(error)
    }
    return hello
  }
}

/// A TLS 1.2 session of a trusted server that a ClientHello offers to resume.
struct OfferedSession12: Sendable {
  let session: TLS.Session
  /// The proof that the certificate chain of the session's server is trusted.
  let chain: TLS.TrustedChain

  /// Creates an offer from a TLS 1.2 session.
  ///
  /// The initializer returns `nil` if the session has expired, or if this process has not verified
  /// the session's server.
  init?(_ session: TLS.Session, at moment: UnixTime) {
    guard session.suite.version == .tls12, session.isUsable(at: moment),
      case .verified(let chain) = session.peer
    else { return nil }
    self.session = session
    self.chain = chain
  }

  /// Returns the master secret of the session, which is bound to the handshake that created the
  /// session.
  func masterSecret() -> MasterSecret12 {
    let secret = session.secret.copy()
    return MasterSecret12(session.suite, resuming: secret)
  }
}
