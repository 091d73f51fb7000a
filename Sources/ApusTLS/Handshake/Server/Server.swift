public import ApusBytes
public import ApusX509

extension TLS {
  /// The server's side of one TLS 1.3 connection, without input or output of its own.
  ///
  /// It is for tests and demonstrations, and accepts no early data. An error is final.
  public struct Server: ~Copyable, Sendable {
    private var handshake: ServerHandshake?
    var context: ServerHandshakeContext
    private var isClientDone = false

    /// Creates a server that waits for a client.
    ///
    /// - Parameters:
    ///   - configuration: The certificates and the settings of the server.
    ///   - moment: The time at which dates are checked.
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
  /// Adds bytes from the client; `next` reads them.
  ///
  /// - Parameter bytes: The received bytes, in any pieces.
  public mutating func receive(_ bytes: Span<UInt8>) {
    context.recordLayer.reader.inbox.append(bytes)
  }

  /// Returns the bytes to send to the client, and removes them.
  public mutating func takeOutgoing() -> [UInt8] {
    context.takeOutgoing()
  }

  /// The way to end the connection now, if the server does so wrongly on purpose.
  package var faultEnding: TLS.ServerFault.Ending? { context.fault.ending }

  /// The number of bytes of application data to consume.
  public var applicationDataCount: Int { context.recordLayer.reader.inbox.applicationCount }

  /// Calls a closure with the application data to consume.
  ///
  /// - Parameter body: The closure that reads the data; it is valid only during the call.
  public func withApplicationData<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try context.recordLayer.reader.inbox.withApplicationData(body)
  }

  /// Removes application data from the front, which must exist.
  ///
  /// - Parameter count: The number of bytes.
  public mutating func consumeApplicationData(_ count: Int) {
    context.recordLayer.reader.inbox.consumeApplicationData(count)
  }

  /// Continues to the next event.
  ///
  /// While a question waits for the caller, it is returned again, and no messages are read.
  ///
  /// - Parameter moment: The time at which dates are checked.
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

  // Reads and changes of the state are in separate functions, because the compiler takes seconds to
  // analyze both in one loop.
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

  /// The question that waits for the caller, if there is one.
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

  /// RFC 8446 section 6.
  private mutating func receive(_ description: UInt8) throws(TLSError) {
    switch TLS.AlertDescription(rawValue: description) {
    case .closeNotify: isClientDone = true
    case .userCanceled: try context.peerLimits.count(.warnings, at: context.now)
    default: throw .alerted(description)
    }
  }

  /// Continues with the requested signature.
  ///
  /// - Parameter signature: The signature, in the form of its scheme: DER for ECDSA, and as long as
  ///   the modulus for RSA.
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

  /// Continues with the path that makes the client's certificates trusted.
  ///
  /// - Parameter chain: The path from the client's certificate to an anchor.
  public mutating func trust(_ chain: X509.VerifiedChain) {
    switch handshake.take() {
    case .some(.awaitingTrust(let state)): handshake = state.trusted(chain)
    case .some(.failed(let error)): handshake = .failed(error)
    default: precondition(false, "no certificates are waiting for trust")
    }
  }

  /// Ends the handshake, because the caller does not trust the client or cannot continue.
  ///
  /// - Parameter alert: The reason, which is sent to the client.
  public mutating func refuse(_ alert: TLS.AlertDescription) { fail(.untrusted(alert)) }

  /// Encrypts application data, after the handshake is complete.
  ///
  /// - Parameter content: The data; an empty piece sends nothing.
  public mutating func send(_ content: Span<UInt8>) throws(TLSError) {
    try checkSound()
    guard context.maySend else { throw .closed }
    if context.recordLayer.writer.key.use != .fresh { try updateKey(requestingPeer: false) }
    try context.recordLayer.writer.write(
      .applicationData, content, to: &context.recordLayer.outgoing)
  }

  /// Changes to the next key for sending, and optionally requests an update from the client.
  ///
  /// - Parameter requestingPeer: A Boolean value that indicates whether the client must also change
  ///   its key.
  public mutating func updateKey(requestingPeer: Bool) throws(TLSError) {
    try checkSound()
    switch handshake.take() {
    case .some(.connected(var state)):
      try state.keys.update(requestingPeer: requestingPeer, &context.recordLayer)
      handshake = .connected(state)
    default: precondition(false, "key updates require a complete handshake")
    }
  }

  /// Closes this side's sending direction; data from the client is still received.
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
