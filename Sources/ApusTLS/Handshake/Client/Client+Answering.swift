public import ApusBytes

/// The methods by which the caller responds to events and sends data.
extension TLS.Client {
  /// Continues the handshake with the policy's proof that the server's certificates are trusted.
  ///
  /// The proof must refer to the presented certificate and the requested host. Call the method only
  /// after the `certificates` event.
  ///
  /// - Parameter chain: The proof of trust that `TLS.Policy.evaluate` returns.
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

  /// Continues the handshake with the requested signature.
  ///
  /// - Parameter signature: The signature in the form of its signature scheme: DER for ECDSA, and
  ///   as long as the modulus for RSA.
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

  /// Ends the handshake because the caller does not trust the server or cannot continue.
  ///
  /// - Parameter alert: The TLS alert that the client sends to the server.
  public mutating func refuse(_ alert: TLS.AlertDescription) {
    guard isSound else { return }
    fail(.untrusted(alert))
  }

  /// Encrypts application data after the handshake is complete.
  ///
  /// - Parameter content: The application data. An empty span sends nothing.
  public mutating func send(_ content: Span<UInt8>) throws(TLSError) {
    let nothing: [UInt8] = []
    try send(content, nothing.span, nothing.span)
  }

  /// Encrypts three pieces of application data in their order, in as few records as possible.
  ///
  /// TLS 1.3 replaces a traffic key before the key reaches its limit of records. TLS 1.2 cannot
  /// replace a traffic key, so the connection ends. RFC 8446 section 5.5.
  ///
  /// - Parameters:
  ///   - first: The first piece of application data.
  ///   - second: The second piece of application data.
  ///   - third: The third piece of application data.
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

  /// Updates the sending key of the client, and optionally requests a key update from the server.
  ///
  /// The method does nothing in TLS 1.2, which has no key updates. RFC 8446 section 4.6.3.
  ///
  /// - Parameter requestingPeer: A Boolean value that indicates whether the server must also change
  ///   its sending key.
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

  /// Closes this side's sending direction.
  ///
  /// The client can still receive data from the server. RFC 8446 section 6.1.
  public mutating func close() {
    guard isSound, context.maySend else { return }
    do throws(TLSError) {
      try context.recordLayer.send(Alert(.closeNotify))
      context.maySend = false
    } catch {
      fail(error)
    }
  }

  /// Returns keying material that only the client and the server of this connection have.
  ///
  /// RFC 8446 section 7.5. The handshake must be complete.
  ///
  /// - Parameters:
  ///   - label: The exporter label that a standard assigns to the purpose.
  ///   - context: The exporter context, which both sides must know.
  ///   - byteCount: The number of bytes of keying material to return.
  public func keyingMaterial(
    _ label: String, context: Span<UInt8>, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try exporter().keyingMaterial(label, context: context.copy(), byteCount: byteCount)
  }

  /// Returns keying material of this connection for a label without a context.
  ///
  /// TLS 1.3 derives the same keying material for no context and for an empty context. TLS 1.2
  /// derives different keying material. RFC 5705 section 4.
  ///
  /// - Parameters:
  ///   - label: The exporter label that a standard assigns to the purpose.
  ///   - byteCount: The number of bytes of keying material to return.
  public func keyingMaterial(
    _ label: String, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    try exporter().keyingMaterial(label, byteCount: byteCount)
  }
}

extension TLS.Client {
  /// A Boolean value that indicates whether the TLS handshake is complete.
  public var isConnected: Bool {
    switch handshake {
    case .some(.connected): true
    case .some(.older(.connected)): true
    default: false
    }
  }

  /// The client's response to the server's certificate request.
  ///
  /// The property is also valid after a failed handshake.
  public var clientAuthentication: TLS.ClientAuthentication { context.clientAuthentication }

  /// The server's requirements for the client certificate, or `nil` if no request was received.
  ///
  /// The property is also valid after a failed handshake.
  public var identityRequest: TLS.IdentityRequest? { context.identityRequest }

  /// A Boolean value that indicates whether the server has not yet responded to an offered session.
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

  /// A Boolean value that indicates whether no error has occurred on the TLS connection.
  var isSound: Bool {
    switch handshake {
    case .some(.failed): false
    default: true
    }
  }

  /// Throws the error of the TLS connection, if an error has occurred.
  func checkSound() throws(TLSError) {
    switch handshake {
    case .some(.failed(let error)): throw error
    default: return
    }
  }

  /// The event that requires a response of the caller before the handshake can continue, or `nil`
  /// if no response is needed.
  var question: TLS.ClientEvent? {
    switch handshake {
    case .some(.awaitingTrust(let state)): .certificates(state.presented)
    case .some(.awaitingSignature(let state)): .signing(state.signing)
    case .some(.older(.awaitingTrust(let state))): .certificates(state.presented)
    case .some(.older(.awaitingSignature(let state))): .signing(state.signing)
    default: nil
    }
  }

  /// Ends the TLS connection with an error, and sends the alert of the error to the server.
  ///
  /// The client sends no alert if the TLS error has no matching alert.
  mutating func fail(_ error: TLSError) {
    handshake = .failed(error)
    guard let alert = error.alert, context.maySend else { return }
    context.maySend = false
    // The connection ends without an alert if the alert cannot be encrypted.
    try? context.recordLayer.send(Alert(alert))
  }
}
