public import ApusBytes
public import ApusX509

extension TLS {
  /// The server side of one TLS 1.3 connection, which does no input or output itself.
  ///
  /// The server is for tests and demonstrations, and accepts no early data. The server cannot
  /// continue after an error.
  public struct Server: ~Copyable, Sendable {
    private var handshake: ServerHandshake?
    var context: ServerHandshakeContext
    private var isClientDone = false

    /// Creates a TLS server that waits for a client.
    ///
    /// - Parameters:
    ///   - configuration: The certificates and the settings of the server.
    ///   - moment: The current time, which the server uses to check dates.
    ///   - random: The source of random bytes.
    public init(
      _ configuration: ServerConfiguration, at moment: UnixTime, using random: some RandomSource
    ) {
      context = ServerHandshakeContext(configuration: configuration, random: random, now: moment)
      handshake = .awaitingClientHello(AwaitingClientHello(retry: nil))
    }
  }
}

extension TLS.Server {
  /// Appends bytes from the client to the input that `next` reads.
  ///
  /// - Parameter bytes: The received bytes, in pieces of any size.
  public mutating func receive(_ bytes: Span<UInt8>) {
    context.recordLayer.reader.inbox.append(bytes)
  }

  /// Returns the bytes to send to the client, and removes them from the output buffer.
  public mutating func takeOutgoing() -> [UInt8] {
    context.takeOutgoing()
  }

  /// The simulated end of the connection because of the server's deliberate fault, or `nil` if the
  /// connection continues.
  package var faultEnding: TLS.ServerFault.Ending? { context.fault.ending }

  /// The number of decrypted bytes of application data that the caller has not consumed.
  public var applicationDataCount: Int { context.recordLayer.reader.inbox.applicationCount }

  /// Calls a closure with the decrypted application data that the caller has not consumed.
  ///
  /// - Parameter body: The closure that reads the application data. The span is valid only during
  ///   the call.
  public func withApplicationData<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try context.recordLayer.reader.inbox.withApplicationData(body)
  }

  /// Removes bytes of application data from the front of the input buffer.
  ///
  /// The input buffer must contain at least `count` bytes of application data.
  ///
  /// - Parameter count: The number of bytes of application data to remove.
  public mutating func consumeApplicationData(_ count: Int) {
    context.recordLayer.reader.inbox.consumeApplicationData(count)
  }

  /// Reads the input up to the next event, and returns the event.
  ///
  /// An event that requires a response is returned again by each call until the caller responds.
  /// The server reads no messages until then.
  ///
  /// - Parameter moment: The current time, which the server uses to check dates.
  public mutating func next(at moment: UnixTime) throws(TLSError) -> TLS.ServerEvent {
    try checkSound()
    context.now = moment
    do throws(TLSError) {
      return try readOn()
    } catch {
      fail(error)
      throw error
    }
  }

  // Separate functions read the input and change the handshake state, because the compiler needs
  // seconds for one combined loop.
  private mutating func readOn() throws(TLSError) -> TLS.ServerEvent {
    while true {
      if let event = context.event.take() { return event }
      if let question { return question }
      guard !isClientDone else { return .closed }
      switch try context.recordLayer.reader.next() {
      case .incomplete: return .needsInput
      case .handshake(let bytes): try advance(by: try ReceivedMessage(bytes))
      case .alert(_, let description): try receive(description)
      case .changeCipherSpec: throw .unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
      case .applicationData:
        context.peerLimits.applicationDataArrived()
        return .applicationData
      }
    }
  }

  /// The event that requires a response of the caller before the handshake can continue, or `nil`
  /// if no response is needed.
  private var question: TLS.ServerEvent? {
    switch handshake {
    case .some(.signing(let state)): .signing(state.request)
    case .some(.awaitingTrust(let state)): .certificates(state.presented)
    default: nil
    }
  }

  private mutating func advance(by message: ReceivedMessage) throws(TLSError) {
    guard let state = handshake.take() else { throw message.unexpected() }
    handshake = try state.advanced(by: message, &context)
  }

  /// Handles an alert of the TLS client.
  ///
  /// RFC 8446 section 6.
  private mutating func receive(_ description: UInt8) throws(TLSError) {
    switch TLS.AlertDescription(rawValue: description) {
    case .closeNotify: isClientDone = true
    case .userCanceled: try context.peerLimits.count(.warnings, at: context.now)
    default: throw .alerted(description)
    }
  }

  /// Continues the handshake with the requested signature.
  ///
  /// - Parameter signature: The signature in the form of its signature scheme: DER for ECDSA, and
  ///   as long as the modulus for RSA.
  public mutating func sign(_ signature: [UInt8]) throws(TLSError) {
    try checkSound()
    switch handshake.take() {
    case .some(.signing(let state)):
      do throws(TLSError) {
        handshake = try state.signed(signature, &context)
      } catch {
        fail(error)
        throw error
      }
    default: precondition(false, "no signature was requested")
    }
  }

  /// Continues the handshake with the trusted certification path of the client's certificate.
  ///
  /// - Parameter chain: The certification path from the client's certificate to a trust anchor.
  public mutating func trust(_ chain: X509.VerifiedChain) {
    switch handshake.take() {
    case .some(.awaitingTrust(let state)): handshake = state.trusted(chain)
    case .some(.failed(let error)): handshake = .failed(error)
    default: precondition(false, "no certificates are waiting for trust")
    }
  }

  /// Ends the handshake because the caller does not trust the client or cannot continue.
  ///
  /// - Parameter alert: The TLS alert that the server sends to the client.
  public mutating func refuse(_ alert: TLS.AlertDescription) { fail(.untrusted(alert)) }

  /// Encrypts application data after the handshake is complete.
  ///
  /// - Parameter content: The application data. An empty span sends nothing.
  public mutating func send(_ content: Span<UInt8>) throws(TLSError) {
    try checkSound()
    guard context.maySend else { throw .closed }
    if context.recordLayer.writer.key.use != .fresh { try updateKey(requestingPeer: false) }
    try context.recordLayer.writer.write(
      .applicationData, content, to: &context.recordLayer.outgoing)
  }

  /// Updates the sending key of the server, and optionally requests a key update from the client.
  ///
  /// - Parameter requestingPeer: A Boolean value that indicates whether the client must also change
  ///   its sending key.
  public mutating func updateKey(requestingPeer: Bool) throws(TLSError) {
    try checkSound()
    switch handshake.take() {
    case .some(.connected(var state)):
      try state.keys.update(requestingPeer: requestingPeer, &context.recordLayer)
      handshake = .connected(state)
    default: precondition(false, "key updates require a complete handshake")
    }
  }

  /// Closes this side's sending direction.
  ///
  /// The server can still receive data from the client.
  public mutating func close() {
    guard context.maySend else { return }
    context.maySend = false
    try? context.recordLayer.send(Alert(.closeNotify))
  }

  private func checkSound() throws(TLSError) {
    switch handshake {
    case .some(.failed(let error)): throw error
    default: return
    }
  }

  private mutating func fail(_ error: TLSError) {
    handshake = .failed(error)
    guard let alert = error.alert, context.maySend else { return }
    context.maySend = false
    try? context.recordLayer.send(Alert(alert))
  }
}
