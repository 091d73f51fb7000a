import ApusBytes
import ApusNet
import ApusTLS
import ApusX509

/// A connection of the runner's client to the library's test server.
final class ShimServer {
  private let settings: ShimServerSettings
  private let isResumption: Bool
  private let clock: ShimClock
  private let wire: ShimWire
  private let identity: ShimIdentity
  private var server: TLS.Server
  private var facts: TLS.ServerFacts?
  private var isPeerDone = false

  /// Waits for a handshake over a connection. If the credential depends on the ClientHello, the
  /// initializer also waits for the ClientHello.
  init(
    _ settings: ShimServerSettings, isResumption: Bool, over wire: ShimWire, by clock: ShimClock
  ) async throws(ShimFailure) {
    self.settings = settings
    self.isResumption = isResumption
    self.wire = wire
    self.clock = clock
    var (received, hello): ([UInt8], ShimHello?) = ([], nil)
    while settings.needsHello, hello == nil {
      let bytes = try await wire.receive()
      guard !bytes.isEmpty else { throw .unexpected("UNEXPECTED_EOF") }
      received += bytes
      hello = ShimHello(records: received)
    }
    let choice = settings.choice(for: hello)
    identity = choice.identity
    server = TLS.Server(choice.configuration, at: clock.now, using: SystemRandom())
    server.receive(received.span)
  }

  /// Runs the server test as its flags require.
  ///
  /// The shim sends all remaining bytes to the runner in any case, and the runner closes the
  /// connection last.
  func run() async throws(ShimFailure) {
    do throws(ShimFailure) {
      try await converse()
    } catch {
      await end()
      throw error
    }
    await end()
  }

  private func converse() async throws(ShimFailure) {
    let facts = try await handshake()
    try await flush()
    try check(facts)
    if settings.flags.contains(.shimWritesFirst) { try await send(Array("hello".utf8)) }
    guard settings.flags.contains(.shimShutsDown) else { return try await echo() }
    server.close()
    try await flush()
    guard settings.flags.contains(.checkCloseNotify) else { return }
    while !isPeerDone {
      guard try await nextEvent() != .applicationData else {
        throw .unexpected("APPLICATION_DATA_ON_SHUTDOWN")
      }
    }
  }

  /// Sends each received byte back with inverted bits, until the runner closes its sending
  /// direction.
  private func echo() async throws(ShimFailure) {
    while !isPeerDone {
      guard try await nextEvent() == .applicationData else { continue }
      while server.applicationDataCount > 0 {
        let count = min(settings.readSize, server.applicationDataCount)
        let piece = server.withApplicationData { $0.extracting(first: count).copy() }
        server.consumeApplicationData(count)
        try await send(piece.map { ~$0 })
      }
    }
    server.close()
  }

  private func send(_ bytes: [UInt8]) async throws(ShimFailure) {
    do throws(TLSError) {
      if settings.flags.contains(.keyUpdate) { try server.updateKey(requestingPeer: false) }
      try server.send(bytes.span)
    } catch {
      throw ShimFailure(error)
    }
    try await flush()
  }
}

// MARK: The handshake

extension ShimServer {
  private func handshake() async throws(ShimFailure) -> TLS.ServerFacts {
    while true {
      if let facts { return facts }
      _ = try await nextEvent()
    }
  }

  /// An event that determines the next step of the connection.
  private enum Event {
    case applicationData, other
  }

  /// Waits for the next TLS event, and handles the requests of the TLS server.
  private func nextEvent() async throws(ShimFailure) -> Event {
    let event: TLS.ServerEvent
    do throws(TLSError) { event = try server.next(at: clock.now) } catch {
      throw try failure(error)
    }
    switch event {
    case .needsInput:
      // After the handshake, the replies to several KeyUpdate messages are merged and sent with the
      // next data.
      if facts == nil { try await flush() }
      try await receive()
    case .certificates(let presented): try judge(presented)
    case .signing(let request): try sign(request)
    case .connected(let facts): self.facts = facts
    case .applicationData: return .applicationData
    case .closed: isPeerDone = true
    }
    return .other
  }

  /// Converts a TLS error to a shim failure. If the flags allow old TLS versions, a client without
  /// TLS 1.3 is reported as unsupported.
  private func failure(_ error: TLSError) throws(ShimFailure) -> ShimFailure {
    guard case .unsupportedVersion(let version) = error, try settings.flags.allows(version) else {
      return ShimFailure(error)
    }
    return .unimplemented("a server of TLS 1.2")
  }

  /// A Boolean value that indicates whether the connection should resume the TLS session of an
  /// earlier connection.
  private var expectsResumption: Bool {
    isResumption && !settings.flags.contains(.expectSessionMiss)
  }

  /// The library's server resumes no session if a client certificate is required.
  private static let withoutResumption = ShimFailure.unimplemented(
    "a session with a client certificate")

  private func judge(_ presented: TLS.PresentedCertificates) throws(ShimFailure) {
    guard !expectsResumption else { throw Self.withoutResumption }
    guard !settings.flags.contains(.verifyFail) else {
      let isCustom = settings.flags.contains(.useCustomVerifyCallback)
      server.refuse(isCustom ? .certificateUnknown : .handshakeFailure)
      throw .unexpected("CERTIFICATE_VERIFY_FAILED", "as requested")
    }
    do throws(X509.TrustFailure) {
      server.trust(try settings.path(of: presented, at: clock.now.wholeSecond))
    } catch {
      server.refuse(.badCertificate)
      throw .unexpected("CERTIFICATE_VERIFY_FAILED", "\(error)")
    }
  }

  private func sign(_ request: TLS.SigningRequest) throws(ShimFailure) {
    do {
      let signature = try identity.key.signature(
        for: request.message.span, by: request.scheme, using: SystemRandom())
      try server.sign(signature)
    } catch {
      server.refuse(.internalError)
      throw .unexpected("SIGNING_FAILED", "\(error)")
    }
  }

  /// Checks that the result of a server handshake is the expected result.
  private func check(_ facts: TLS.ServerFacts) throws(ShimFailure) {
    let flags = settings.flags
    for (flag, found) in [
      (.expectVersion, 0x0304), (.expectCipher, Int(facts.suite.rawValue)),
      (.expectCurveID, Int(facts.group.rawValue)),
      (.expectPeerSignatureAlgorithm, facts.clientScheme.map { Int($0.rawValue) } ?? 0),
    ] as [(ShimParameter, Int)] {
      if let expected = try flags.number(flag), expected != found {
        throw .unexpected("UNEXPECTED_VALUE", "\(flag.rawValue) \(expected), found \(found)")
      }
    }
    if let name = flags.text(.expectServerName), Array(name.utf8) != facts.hostName ?? [] {
      throw .unexpected("UNEXPECTED_SERVER_NAME")
    }
    if let name = flags.text(.expectALPN), Array(name.utf8) != facts.applicationProtocol ?? [] {
      throw .unexpected("UNEXPECTED_ALPN", "\(facts.applicationProtocol ?? [])")
    }
    if flags.contains(.expectHRR) || flags.contains(.expectNoHRR),
      facts.isRetried != flags.contains(.expectHRR)
    {
      throw .unexpected("UNEXPECTED_HELLO_RETRY_REQUEST", "\(facts.isRetried)")
    }
    guard
      !expectsResumption || facts.isResumed
        || settings.ignoresClients
    else { throw Self.withoutResumption }
    if !facts.isResumed {
      try ShimExpectations(flags: flags, isResumption: isResumption)
        .check(selectedCredential: identity.place)
    }
    guard facts.isResumed == expectsResumption else {
      throw .unexpected("UNEXPECTED_RESUMPTION", "\(facts.isResumed)")
    }
  }
}

// MARK: Bytes

extension ShimServer {
  private func receive() async throws(ShimFailure) {
    let bytes = try await wire.receive()
    // The runner's client may close the connection without an alert after it has received all data.
    guard !bytes.isEmpty else { throw .unexpected("UNEXPECTED_EOF") }
    server.receive(bytes.span)
  }

  private func flush() async throws(ShimFailure) { try await wire.send(server.takeOutgoing()) }

  private func end() async {
    try? await flush()
    await wire.end()
  }
}
