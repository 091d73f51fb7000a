public import ApusBytes

/// What the caller says and asks for.
extension TLS.Client {
  /// Goes on with a policy's proof that the certificates that were shown are to be believed.
  ///
  /// It must be about the very certificate that was shown and this host, and be asked for.
  public mutating func trust(_ chain: TLS.TrustedChain) throws(TLSError) {
    try checkSound()
    do throws(TLSError) {
      switch handshake.take() {
      case .some(.awaitingTrust(let state)): handshake = state.trusted(chain)
      case .some(.older(.awaitingTrust(let state))):
        handshake = .older(try state.trusted(chain))
      default: precondition(false, "trust is given when it is asked for")
      }
    } catch {
      fail(error)
      throw error
    }
  }

  /// Goes on with the signature that was asked for.
  public mutating func sign(_ signature: [UInt8]) throws(TLSError) {
    try checkSound()
    do throws(TLSError) {
      switch handshake.take() {
      case .some(.awaitingSignature(let state)):
        handshake = try state.signed(signature, &context)
      case .some(.older(.awaitingSignature(let state))):
        handshake = .older(try state.signed(signature, &context))
      default: precondition(false, "a signature is given when it is asked for")
      }
    } catch {
      fail(error)
      throw error
    }
  }

  /// Ends the handshake, because the caller does not believe the server or cannot go on.
  public mutating func refuse(_ alert: TLS.AlertDescription) {
    guard isSound else { return }
    fail(.untrusted(alert))
  }

  /// Protects application data, once the handshake is complete.
  public mutating func send(_ content: Span<UInt8>) throws(TLSError) {
    let nothing: [UInt8] = []
    try send(content, nothing.span, nothing.span)
  }

  /// Protects three pieces of application data, one behind the other, in as few records.
  ///
  /// Before a key has protected as much as it may, the next takes its place; TLS 1.2 has none, and
  /// the connection ends. RFC 8446 section 5.5.
  public mutating func send(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>
  ) throws(TLSError) {
    try checkSound()
    precondition(isConnected, "application data is sent once the handshake is complete")
    guard context.maySend else { throw .closed }
    do throws(TLSError) {
      if context.recordLayer.writer.key.use != .fresh { try replaceKey() }
      try context.recordLayer.writer.write(
        .applicationData, first, second, third, to: &context.recordLayer.outgoing)
    } catch {
      fail(error)
      throw error
    }
  }

  /// Goes on with the next key for what is sent, and perhaps asks for the server's.
  ///
  /// There is none in TLS 1.2, where nothing happens. RFC 8446 section 4.6.3.
  public mutating func updateKey(requestingPeer: Bool) throws(TLSError) {
    try checkSound()
    guard context.maySend else { throw .closed }
    do throws(TLSError) {
      switch handshake.take() {
      case .some(.connected(var state)):
        try state.updateKey(requestingPeer: requestingPeer, &context)
        handshake = .connected(state)
      case .some(.older(let older)): handshake = .older(older)
      default: precondition(false, "keys are updated once the handshake is complete")
      }
    } catch {
      fail(error)
      throw error
    }
  }

  private mutating func replaceKey() throws(TLSError) {
    guard speaksTLS12 else { return try updateKey(requestingPeer: false) }
    close()
    throw .keySpent
  }

  /// Says that this side sends nothing more; what the server sends is still received.
  ///
  /// RFC 8446 section 6.1.
  public mutating func close() {
    guard isSound, context.maySend else { return }
    do throws(TLSError) {
      try context.recordLayer.send(Alert(.closeNotify))
      context.maySend = false
    } catch {
      fail(error)
    }
  }

  /// Returns keying material for others, that both sides of this connection have and no one else.
  ///
  /// RFC 8446 section 7.5. The handshake must be complete.
  public func keyingMaterial(
    _ label: String, context: Span<UInt8>, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try exporter().keyingMaterial(label, context: context.copy(), byteCount: byteCount)
  }

  /// Returns keying material for others, without a context.
  ///
  /// In TLS 1.3 that is as good as an empty one, and in TLS 1.2 another. RFC 5705 section 4.
  public func keyingMaterial(
    _ label: String, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try exporter().keyingMaterial(label, byteCount: byteCount)
  }
}

extension TLS.Client {
  /// Whether the handshake is complete.
  public var isConnected: Bool {
    switch handshake {
    case .some(.connected): true
    case .some(.older(.connected)): true
    default: false
    }
  }

  /// Whether the server has asked who the client is, and which way it was answered.
  ///
  /// It is told of a handshake that has failed too.
  public var clientAuthentication: TLS.ClientAuthentication { context.clientAuthentication }

  /// What the server has said of the certificate that it wants, if it has asked for one.
  ///
  /// It is told of a handshake that has failed too.
  public var identityRequest: TLS.IdentityRequest? { context.identityRequest }

  /// Whether a ClientHello waits for its answer that offers to resume a session.
  public var offersSession: Bool {
    switch handshake {
    case .some(.awaitingServerHello(let state)):
      state.session != nil || state.sentHello.offer.session12 != nil
    default: false
    }
  }

  /// Whether the server has chosen TLS 1.2.
  var speaksTLS12: Bool {
    switch handshake {
    case .some(.older): true
    default: false
    }
  }

  /// Whether nothing has gone wrong.
  var isSound: Bool {
    switch handshake {
    case .some(.failed): false
    default: true
    }
  }

  /// Throws what has gone wrong, if anything has.
  func checkSound() throws(TLSError) {
    switch handshake {
    case .some(.failed(let error)): throw error
    default: return
    }
  }

  /// What the caller is asked, if it is.
  var question: TLS.ClientEvent? {
    switch handshake {
    case .some(.awaitingTrust(let state)): .certificates(state.presented)
    case .some(.awaitingSignature(let state)): .signing(state.signing)
    case .some(.older(.awaitingTrust(let state))): .certificates(state.presented)
    case .some(.older(.awaitingSignature(let state))): .signing(state.signing)
    default: nil
    }
  }

  /// Ends the connection, and tells the server why where it must be told.
  mutating func fail(_ error: TLSError) {
    handshake = .failed(error)
    guard let alert = error.alert, context.maySend else { return }
    context.maySend = false
    // Where not even the alert can be protected, the connection ends without it.
    try? context.recordLayer.send(Alert(alert))
  }
}
