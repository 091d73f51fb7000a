public import ApusBytes

/// The caller's responses and requests.
extension TLS.Client {
  /// Continues with a policy's proof that the server's certificates are trusted.
  ///
  /// The proof must be for the presented certificate and this host. Call it only after the event
  /// that requests it.
  ///
  /// - Parameter chain: The proof, as `TLS.Policy.evaluate` returns it.
  public mutating func trust(_ chain: TLS.TrustedChain) throws(TLSError) {
    try checkSound()
    do throws(TLSError) {
      switch handshake.take() {
      case .some(.awaitingTrust(let state)): handshake = state.trusted(chain)
      case .some(.older(.awaitingTrust(let state))):
        handshake = .older(try state.trusted(chain))
      default: precondition(false, "no certificates are waiting for trust")
      }
    } catch {
      fail(error)
      throw error
    }
  }

  /// Continues with the requested signature.
  ///
  /// - Parameter signature: The signature, in the form of its scheme: DER for ECDSA, and as long as
  ///   the modulus for RSA.
  public mutating func sign(_ signature: [UInt8]) throws(TLSError) {
    try checkSound()
    do throws(TLSError) {
      switch handshake.take() {
      case .some(.awaitingSignature(let state)):
        handshake = try state.signed(signature, &context)
      case .some(.older(.awaitingSignature(let state))):
        handshake = .older(try state.signed(signature, &context))
      default: precondition(false, "no signature was requested")
      }
    } catch {
      fail(error)
      throw error
    }
  }

  /// Ends the handshake, because the caller does not trust the server or cannot continue.
  ///
  /// - Parameter alert: The reason, which is sent to the server.
  public mutating func refuse(_ alert: TLS.AlertDescription) {
    guard isSound else { return }
    fail(.untrusted(alert))
  }

  /// Encrypts application data, after the handshake is complete.
  ///
  /// - Parameter content: The data; an empty piece sends nothing.
  public mutating func send(_ content: Span<UInt8>) throws(TLSError) {
    let nothing: [UInt8] = []
    try send(content, nothing.span, nothing.span)
  }

  /// Encrypts three pieces of application data, one after the other, in as few records as possible.
  ///
  /// Before a key reaches its limit of records, the next one replaces it; TLS 1.2 has no other key,
  /// so the connection ends. RFC 8446 section 5.5.
  ///
  /// - Parameters:
  ///   - first: The first piece.
  ///   - second: The second piece.
  ///   - third: The third piece.
  public mutating func send(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>
  ) throws(TLSError) {
    try checkSound()
    precondition(isConnected, "application data requires a complete handshake")
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

  /// Changes to the next key for sending, and optionally requests an update from the server.
  ///
  /// In TLS 1.2, which has no updates, it does nothing. RFC 8446 section 4.6.3.
  ///
  /// - Parameter requestingPeer: A Boolean value that indicates whether the server must also change
  ///   its key.
  public mutating func updateKey(requestingPeer: Bool) throws(TLSError) {
    try checkSound()
    guard context.maySend else { throw .closed }
    do throws(TLSError) {
      switch handshake.take() {
      case .some(.connected(var state)):
        try state.updateKey(requestingPeer: requestingPeer, &context)
        handshake = .connected(state)
      case .some(.older(let older)): handshake = .older(older)
      default: precondition(false, "key updates require a complete handshake")
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

  /// Closes this side's sending direction; data from the server is still received.
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

  /// Returns keying material that only both sides of this connection have.
  ///
  /// RFC 8446 section 7.5. The handshake must be complete.
  ///
  /// - Parameters:
  ///   - label: The label that a standard assigns to the purpose.
  ///   - context: The context, which both sides must know.
  ///   - byteCount: The number of bytes to return.
  public func keyingMaterial(
    _ label: String, context: Span<UInt8>, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try exporter().keyingMaterial(label, context: context.copy(), byteCount: byteCount)
  }

  /// Returns keying material without a context.
  ///
  /// In TLS 1.3 the result is the same as for an empty context, and in TLS 1.2 another. RFC 5705
  /// section 4.
  ///
  /// - Parameters:
  ///   - label: The label that a standard assigns to the purpose.
  ///   - byteCount: The number of bytes to return.
  public func keyingMaterial(
    _ label: String, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try exporter().keyingMaterial(label, byteCount: byteCount)
  }
}

extension TLS.Client {
  /// A Boolean value that indicates whether the handshake is complete.
  public var isConnected: Bool {
    switch handshake {
    case .some(.connected): true
    case .some(.older(.connected)): true
    default: false
    }
  }

  /// The server's request for a client certificate, and the client's response.
  ///
  /// It is also available after a failed handshake.
  public var clientAuthentication: TLS.ClientAuthentication { context.clientAuthentication }

  /// The server's requirements for the client certificate, if it has requested one.
  ///
  /// It is also available after a failed handshake.
  public var identityRequest: TLS.IdentityRequest? { context.identityRequest }

  /// A Boolean value that indicates whether an offer to resume a session awaits its response.
  public var offersSession: Bool {
    switch handshake {
    case .some(.awaitingServerHello(let state)):
      state.session != nil || state.sentHello.offer.session12 != nil
    default: false
    }
  }

  /// A Boolean value that indicates whether the server has chosen TLS 1.2.
  var speaksTLS12: Bool {
    switch handshake {
    case .some(.older): true
    default: false
    }
  }

  /// A Boolean value that indicates whether no error has occurred.
  var isSound: Bool {
    switch handshake {
    case .some(.failed): false
    default: true
    }
  }

  /// Throws the error of the connection, if there is one.
  func checkSound() throws(TLSError) {
    switch handshake {
    case .some(.failed(let error)): throw error
    default: return
    }
  }

  /// The question that waits for the caller, if there is one.
  var question: TLS.ClientEvent? {
    switch handshake {
    case .some(.awaitingTrust(let state)): .certificates(state.presented)
    case .some(.awaitingSignature(let state)): .signing(state.signing)
    case .some(.older(.awaitingTrust(let state))): .certificates(state.presented)
    case .some(.older(.awaitingSignature(let state))): .signing(state.signing)
    default: nil
    }
  }

  /// Ends the connection, and sends the server an alert if there is one.
  mutating func fail(_ error: TLSError) {
    handshake = .failed(error)
    guard let alert = error.alert, context.maySend else { return }
    context.maySend = false
    // If the alert cannot be encrypted, the connection ends without it.
    try? context.recordLayer.send(Alert(alert))
  }
}
