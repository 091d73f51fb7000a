public import ApusASN1
public import ApusBytes
public import ApusNames

extension TLS {
  /// The client's side of one connection, without input or output of its own.
  ///
  ///     var client = try TLS.Client(configuration, host: host, at: now, using: SystemRandom())
  ///     send(client.takeOutgoing())
  ///     client.receive(bytes.span)
  ///     switch try client.next(at: now) { … }
  ///
  /// After each call there may be bytes to send, even if it threw an error: the alert is one of
  /// them. An error is final.
  public struct Client: ~Copyable, Sendable {
    var handshake: ClientHandshake?
    var context: HandshakeContext
    /// A Boolean value that indicates whether the server has closed its sending direction.
    private var isServerDone = false

    /// Starts a handshake with a host.
    ///
    /// A session is offered if it has not expired, and has one of these identities or none; its
    /// scope must match this host, port and configuration. The scope is stored in the sessions that
    /// the server offers.
    ///
    /// - Parameters:
    ///   - configuration: The versions, algorithms and names that the client offers.
    ///   - host: The host, which the certificate must name.
    ///   - session: A session to resume; nil for a full handshake.
    ///   - scope: The scope of the sessions that the server offers; nil for none.
    ///   - moment: The time at which dates are checked.
    ///   - random: The source of random bytes.
    public init(
      _ configuration: ClientConfiguration, host: CanonicalHost, session: Session? = nil,
      scope: SessionScope? = nil, at moment: UnixTime, using random: some RandomSource
    ) throws(TLSError) {
      let configuration = try configuration.usable()
      let session = session.flatMap {
        configuration.offeredSuites.contains($0.suite) && $0.fits(configuration.identities)
          ? $0 : nil
      }
      let session12 = session.flatMap { OfferedSession12($0, at: moment) }
      let offer = try ClientOffer(
        configuration, host: host, session12: session12, using: random)
      var context = HandshakeContext(
        random: random,
        keyLog: KeyLog(clientRandom: offer.random.bytes, logger: configuration.keyLog),
        sessionScope: scope, now: moment)
      let offered = session.flatMap { OfferedSession($0, at: moment) }
      let handshake = try ClientHandshake.started(offer, session: offered, &context)
      self.handshake = consume handshake
      self.context = consume context
    }
  }
}

// MARK: Bytes

extension TLS.Client {
  /// Adds bytes from the server; `next` reads them.
  ///
  /// - Parameter bytes: The received bytes, in any pieces.
  public mutating func receive(_ bytes: Span<UInt8>) {
    context.recordLayer.reader.inbox.append(bytes)
  }

  /// Calls a closure that writes up to `count` bytes from the server into the input buffer.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - body: The closure that writes the bytes, such as `recv`.
  public mutating func receive<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try context.recordLayer.reader.inbox.append(atMost: count, body)
  }

  /// Checks that the server announced the end of the stream.
  ///
  /// RFC 8446 section 6.1.
  public mutating func receiveEnd() throws(TLSError) {
    try checkSound()
    guard !isServerDone else { return }
    handshake = .failed(.truncated)
    throw .truncated
  }

  /// Returns the bytes to send to the server, and removes them.
  public mutating func takeOutgoing() -> [UInt8] {
    context.recordLayer.holdsKeyUpdate = false
    defer { context.recordLayer.outgoing = [] }
    return context.recordLayer.outgoing
  }

  /// Calls a closure with the bytes to send to the server, and removes the sent ones.
  ///
  /// `body` returns their number, from the front. The memory is kept for further bytes.
  ///
  /// - Parameter body: The closure that sends bytes from the front, and returns their number.
  public mutating func sendOutgoing<Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    let count = try body(context.recordLayer.outgoing.span)
    if count == context.recordLayer.outgoing.count {
      context.recordLayer.outgoing.removeAll(keepingCapacity: true)
      context.recordLayer.holdsKeyUpdate = false
    } else {
      context.recordLayer.outgoing.removeSubrange(..<count)
    }
  }

  /// Releases an empty buffer if its capacity exceeds a number of bytes.
  ///
  /// - Parameter byteCount: The largest capacity to keep, in bytes.
  public mutating func releaseMemory(above byteCount: Int) {
    if context.recordLayer.reader.inbox.capacity > byteCount {
      context.recordLayer.reader.inbox.releaseMemory()
    }
    if context.recordLayer.outgoing.isEmpty, context.recordLayer.outgoing.capacity > byteCount {
      context.recordLayer.outgoing = []
    }
  }

  /// The number of received bytes of an incomplete record.
  public var partialByteCount: Int { context.recordLayer.reader.inbox.sealedCount }

  /// A Boolean value that indicates whether there are bytes to send.
  public var hasOutgoing: Bool { !context.recordLayer.outgoing.isEmpty }

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
}

// MARK: Events

extension TLS.Client {
  /// Continues to the next event.
  ///
  /// While a question waits for the caller, it is returned again, and no messages are read.
  ///
  /// - Parameter moment: The time at which dates are checked.
  public mutating func next(at moment: UnixTime) throws(TLSError) -> TLS.ClientEvent {
    try checkSound()
    context.now = moment
    do throws(TLSError) {
      return try readOn()
    } catch {
      fail(error)
      throw error
    }
  }

  private mutating func readOn() throws(TLSError) -> TLS.ClientEvent {
    while true {
      if !context.events.isEmpty { return context.events.removeFirst() }
      if let question { return question }
      guard !isServerDone else { return .closed }
      switch try context.recordLayer.reader.next() {
      case .incomplete: return .needsInput
      case .handshake(let bytes): try advance(by: try ReceivedMessage(bytes))
      case .alert(let level, let description): try receive(level, description)
      case .changeCipherSpec: try advanceByChangeCipherSpec()
      case .applicationData:
        context.peerLimits.applicationDataArrived()
        return .applicationData
      }
    }
  }

  private mutating func advance(by message: ReceivedMessage) throws(TLSError) {
    guard let state = handshake.take() else { throw message.unexpected() }
    handshake = try state.advanced(by: message, &context)
  }

  private mutating func advanceByChangeCipherSpec() throws(TLSError) {
    switch handshake.take() {
    case .some(.older(let older)):
      handshake = .older(try older.advancedByChangeCipherSpec(&context))
    default: throw .unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
    }
  }

  /// Ignores warnings, such as `unrecognized_name`, if the version is or may become TLS 1.2: RFC
  /// 5246 section 7.2.2. In TLS 1.3 the level of an error does not matter: RFC 8446 section 6.
  private mutating func receive(_ level: UInt8, _ description: UInt8) throws(TLSError) {
    guard level == Alert.warning || level == Alert.fatal else {
      throw .broken(.alertLevelIsKnown)
    }
    switch TLS.AlertDescription(rawValue: description) {
    case .closeNotify:
      guard isConnected else { throw .alerted(description) }
      isServerDone = true
    case .userCanceled: try context.peerLimits.count(.warnings, at: context.now)
    default:
      guard level == Alert.warning else { throw .alerted(description) }
      guard toleratesWarnings else { throw .misleadingAlert(description) }
      try context.peerLimits.count(.warnings, at: context.now)
    }
  }

  private var toleratesWarnings: Bool {
    switch handshake {
    case .some(.awaitingServerHello): true
    default: speaksTLS12
    }
  }
}

extension TLS {
  /// The events of a client.
  public enum ClientEvent: Sendable {
    /// More bytes are needed before the next event.
    case needsInput
    /// The server has sent its certificates: continue with `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The server has requested a client certificate: continue with `sign` or `refuse`.
    case signing(SigningRequest)
    /// The handshake is complete, and application data can be sent.
    case connected(HandshakeFacts)
    /// More application data is available.
    case applicationData
    /// The server offers to resume the session later.
    case session(Session)
    /// The server has closed its sending direction, and all of its data has been received.
    case closed
  }
}
