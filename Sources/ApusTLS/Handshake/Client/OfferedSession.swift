internal import ApusASN1
import ApusBytes

/// A session that a ClientHello offers to resume, of a server that was believed.
struct OfferedSession: Sendable {
  let session: TLS.Session
  /// The proof by which it was.
  let chain: TLS.TrustedChain

  /// A session of TLS 1.3 that is still good and whose server this process has judged.
  init?(_ session: TLS.Session, at moment: UnixTime) {
    guard session.suite.version == .tls13, session.isUsable(at: moment),
      case .verified(let chain) = session.peer
    else { return nil }
    self.session = session
    self.chain = chain
  }

  /// The first stage of the key schedule, by the pre-shared key.
  func earlySecret() -> EarlySecret {
    let key = session.secret.copy()
    return EarlySecret(session.suite.hash, preSharedKey: key)
  }

  /// Writes the ClientHello with the session at its end, and with the proof that its key is known.
  ///
  /// The proof is made over what came before and over the ClientHello up to the list of binders.
  /// RFC 8446 section 4.2.11.2.
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
    // The one binder ends the message.
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

/// A session of TLS 1.2 that a ClientHello offers to resume, of a server that was believed.
struct OfferedSession12: Sendable {
  let session: TLS.Session
  /// The proof by which it was.
  let chain: TLS.TrustedChain

  /// A session of TLS 1.2 that is still good and whose server this process has judged.
  init?(_ session: TLS.Session, at moment: UnixTime) {
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
