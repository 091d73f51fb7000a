public import ApusASN1
public import ApusBytes
public import ApusNames

extension TLS {
  /// The client's side of one connection: bytes go in and bytes come out, and nothing else.
  ///
  ///     var client = try TLS.Client(configuration, host: host, at: now, using: SystemRandom())
  ///     send(client.takeOutgoing())
  ///     client.receive(bytes.span)
  ///     switch try client.next(at: now) { … }
  ///
  /// After each call there may be bytes to send, whether it has thrown or not: what the peer is
  /// told of an error is among them. An error is final.
  public struct Client: ~Copyable, Sendable {
    var handshake: ClientHandshake?
    var context: HandshakeContext
    /// Whether the server has said that it sends nothing more.
    private var isServerDone = false

    /// Starts a handshake with a host.
    ///
    /// A session is offered if it is still good and of one of these identities or of none; it must
    /// be of this very host, port and configuration. Sessions that the server offers come with the
    /// scope.
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
  /// Takes in bytes that the server has sent; `next` reads them.
  public mutating func receive(_ bytes: Span<UInt8>) {
    context.recordLayer.reader.inbox.append(bytes)
  }

  /// Lets `body` write up to `count` bytes of the server's straight to where they are read.
  public mutating func receive<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try context.recordLayer.reader.inbox.append(atMost: count, body)
  }

  /// Checks that the stream ends where the server has said that it does.
  ///
  /// RFC 8446 section 6.1.
  public mutating func receiveEnd() throws(TLSError) {
    try checkSound()
    guard !isServerDone else { return }
    handshake = .failed(.truncated)
    throw .truncated
  }

  /// Hands out the bytes to send to the server, and is rid of them.
  public mutating func takeOutgoing() -> [UInt8] {
    context.recordLayer.holdsKeyUpdate = false
    defer { context.recordLayer.outgoing = [] }
    return context.recordLayer.outgoing
  }

  /// Lends the bytes to send to the server, and is rid of those that were sent.
  ///
  /// `body` says how many these are, from the front. The memory is kept for the next.
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

  /// Gives back memory in which nothing waits, if it is more than so many bytes.
  public mutating func releaseMemory(above byteCount: Int) {
    if context.recordLayer.reader.inbox.capacity > byteCount {
      context.recordLayer.reader.inbox.releaseMemory()
    }
    if context.recordLayer.outgoing.isEmpty, context.recordLayer.outgoing.capacity > byteCount {
      context.recordLayer.outgoing = []
    }
  }

  /// How many bytes have come of a record that is not whole.
  public var partialByteCount: Int { context.recordLayer.reader.inbox.sealedCount }

  /// Whether there are bytes to send.
  public var hasOutgoing: Bool { !context.recordLayer.outgoing.isEmpty }

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
}

// MARK: Events

extension TLS.Client {
  /// Reads on to whatever happens next.
  ///
  /// While a question waits for the caller it is asked again, and nothing is read.
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

  /// Passes a warning by where TLS 1.2 is spoken or may yet be, as `unrecognized_name`: RFC 5246
  /// section 7.2.2. In TLS 1.3 what is an error is one whatever its level says: RFC 8446 section 6.
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
  /// What a client has come to.
  public enum ClientEvent: Sendable {
    /// Nothing more happens until more bytes are received.
    case needsInput
    /// The server has shown its certificates: go on with `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The server has asked who the client is: go on with `sign` or `refuse`.
    case signing(SigningRequest)
    /// The handshake is complete, and application data may be sent.
    case connected(HandshakeFacts)
    /// There is more application data than there was.
    case applicationData
    /// The server offers to resume the session later.
    case session(Session)
    /// The server sends nothing more. What was received until then is all there is.
    case closed
  }
}
