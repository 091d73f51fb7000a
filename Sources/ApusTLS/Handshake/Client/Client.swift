public import ApusASN1
public import ApusBytes
public import ApusNames

extension TLS {
  /// The client side of one TLS connection, which does no input or output itself.
  ///
  ///     var client = try TLS.Client(configuration, host: host, at: now, using: SystemRandom())
  ///     send(client.takeOutgoing())
  ///     client.receive(bytes.span)
  ///     switch try client.next(at: now) { … }
  ///
  /// The caller must send the outgoing bytes after each call, even after a call that threw an
  /// error, because the bytes can contain an alert. The client cannot continue after an error.
  public struct Client: ~Copyable, Sendable {
    var handshake: ClientHandshake?
    var context: HandshakeContext
    /// A Boolean value that indicates whether the server has sent a close_notify alert.
    private var isServerDone = false

    /// Starts a TLS handshake with a host.
    ///
    /// The client offers the session if the session has not expired and its client identity, if
    /// any, is configured. The scope of an offered session must match this host, port and
    /// configuration. The client stores `scope` in the sessions that the server offers.
    ///
    /// - Parameters:
    ///   - configuration: The versions, algorithms and names that the client offers.
    ///   - host: The host that the server's certificate must name.
    ///   - session: The session to resume, or `nil` for a full handshake.
    ///   - scope: The scope of the sessions that the server offers, or `nil` if the client discards
    ///     the sessions.
    ///   - moment: The current time, which the client uses to check dates.
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
  /// Appends bytes from the server to the input that `next` reads.
  ///
  /// - Parameter bytes: The received bytes, in pieces of any size.
  public mutating func receive(_ bytes: Span<UInt8>) {
    context.recordLayer.reader.inbox.append(bytes)
  }

  /// Calls a closure that writes up to `count` bytes from the server into the input buffer.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes that the closure writes.
  ///   - body: The closure that writes the bytes, for example with `recv`.
  public mutating func receive<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try context.recordLayer.reader.inbox.append(atMost: count, body)
  }

  /// Checks that the server announced the end of the stream with a `close_notify` alert.
  ///
  /// RFC 8446 section 6.1.
  public mutating func receiveEnd() throws(TLSError) {
    try checkSound()
    guard !isServerDone else { return }
    handshake = .failed(.truncated)
    throw .truncated
  }

  /// Returns the bytes to send to the server, and removes them from the output buffer.
  public mutating func takeOutgoing() -> [UInt8] {
    context.recordLayer.holdsKeyUpdate = false
    defer { context.recordLayer.outgoing = [] }
    return context.recordLayer.outgoing
  }

  /// Calls a closure with the bytes to send to the server, and removes the sent bytes.
  ///
  /// The client reuses the memory of the sent bytes for later output.
  ///
  /// - Parameter body: The closure that sends bytes from the front of the output buffer, and
  ///   returns their number.
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

  /// Releases the memory of an empty buffer if its capacity exceeds a number of bytes.
  ///
  /// - Parameter byteCount: The maximum capacity of an empty buffer in bytes.
  public mutating func releaseMemory(above byteCount: Int) {
    if context.recordLayer.reader.inbox.capacity > byteCount {
      context.recordLayer.reader.inbox.releaseMemory()
    }
    if context.recordLayer.outgoing.isEmpty, context.recordLayer.outgoing.capacity > byteCount {
      context.recordLayer.outgoing = []
    }
  }

  /// The number of received bytes that belong to an incomplete TLS record.
  public var partialByteCount: Int { context.recordLayer.reader.inbox.sealedCount }

  /// A Boolean value that indicates whether the client has bytes to send to the server.
  public var hasOutgoing: Bool { !context.recordLayer.outgoing.isEmpty }

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
}

// MARK: Events

extension TLS.Client {
  /// Reads the input up to the next event, and returns the event.
  ///
  /// An event that requires a response is returned again by each call until the caller responds.
  /// The client reads no messages until then.
  ///
  /// - Parameter moment: The current time, which the client uses to check dates.
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

  /// Handles an alert of the TLS server.
  ///
  /// The client ignores warnings, such as `unrecognized_name`, if the version is or may become TLS
  /// 1.2. RFC 5246 section 7.2.2. The level of an error alert has no meaning in TLS 1.3. RFC 8446
  /// section 6.
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
  /// An event of a TLS client that the caller receives.
  public enum ClientEvent: Sendable {
    /// The client needs more bytes from the server before the next event.
    case needsInput
    /// The server has sent its certificates, and the caller must call `trust` or `refuse`.
    case certificates(PresentedCertificates)
    /// The server has requested a client certificate, and the caller must call `sign` or `refuse`.
    case signing(SigningRequest)
    /// The handshake is complete, and the caller can send application data.
    case connected(HandshakeFacts)
    /// The client has received more application data.
    case applicationData
    /// The server offers to resume the session in a later connection.
    case session(Session)
    /// The server has closed its sending direction, and the client has received all of the server's
    /// data.
    case closed
  }
}
