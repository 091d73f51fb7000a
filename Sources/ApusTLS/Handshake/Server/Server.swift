public import ApusBytes
public import ApusX509

extension TLS {
  /// The server's side of one connection of TLS 1.3: bytes go in and bytes come out.
  ///
  /// It is for tests and demonstrations, and takes no early data. An error is final.
  public struct Server: ~Copyable, Sendable {
    private var handshake: ServerHandshake?
    var context: ServerHandshakeContext
    private var isClientDone = false

    /// Waits for a client.
    public init(
      _ configuration: ServerConfiguration, at moment: UnixTime, using random: some RandomSource
    ) {
      context = ServerHandshakeContext(configuration: configuration, random: random, now: moment)
      handshake = .awaitingClientHello(AwaitingClientHello(retry: nil))
    }
  }
}

extension TLS.Server {
  /// Takes in bytes that the client has sent; `next` reads them.
  public mutating func receive(_ bytes: Span<UInt8>) {
    context.recordLayer.reader.inbox.append(bytes)
  }

  /// Hands out the bytes to send to the client, and is rid of them.
  public mutating func takeOutgoing() -> [UInt8] {
    context.takeOutgoing()
  }

  /// How the connection is to end now, where the server does that wrong on purpose.
  package var faultEnding: TLS.ServerFault.Ending? { context.fault.ending }

  /// How much application data waits to be consumed.
  public var applicationDataCount: Int { context.recordLayer.reader.inbox.applicationCount }

  /// Lends the application data that waits.
  public func withApplicationData<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try context.recordLayer.reader.inbox.withApplicationData(body)
  }

  /// Drops application data at the front, which must be there.
  public mutating func consumeApplicationData(_ count: Int) {
    context.recordLayer.reader.inbox.consumeApplicationData(count)
  }

  /// Reads on to whatever happens next.
  ///
  /// While a question waits for the caller it is asked again, and nothing is read.
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

  // Looks at the state and moves of it stand in functions of their own: the compiler takes seconds
  // to follow both through one loop.
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

  /// What the caller is asked, until it has answered.
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

  /// Goes on with the signature that was asked for.
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
    default: precondition(false, "a signature is given when it is asked for")
    }
  }

  /// Goes on with the path by which the client's certificates are believed.
  public mutating func trust(_ chain: X509.VerifiedChain) {
    switch handshake.take() {
    case .some(.awaitingTrust(let state)): handshake = state.trusted(chain)
    case .some(.failed(let error)): handshake = .failed(error)
    default: precondition(false, "trust is given when it is asked for")
    }
  }

  /// Ends the handshake, because the caller does not believe the client or cannot go on.
  public mutating func refuse(_ alert: TLS.AlertDescription) { fail(.untrusted(alert)) }

  /// Protects application data, once the handshake is complete.
  public mutating func send(_ content: Span<UInt8>) throws(TLSError) {
    try checkSound()
    guard context.maySend else { throw .closed }
    if context.recordLayer.writer.key.use != .fresh { try updateKey(requestingPeer: false) }
    try context.recordLayer.writer.write(
      .applicationData, content, to: &context.recordLayer.outgoing)
  }

  /// Goes on with the next key for what is sent, and perhaps asks for the client's.
  public mutating func updateKey(requestingPeer: Bool) throws(TLSError) {
    try checkSound()
    switch handshake.take() {
    case .some(.connected(var state)):
      try state.keys.update(requestingPeer: requestingPeer, &context.recordLayer)
      handshake = .connected(state)
    default: precondition(false, "keys are updated once the handshake is complete")
    }
  }

  /// Says that this side sends nothing more; what the client sends is still received.
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
