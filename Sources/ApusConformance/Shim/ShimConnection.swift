import ApusBytes
import ApusCrypto
import ApusNet
import ApusTLS
import ApusX509

/// A TLS connection to the test runner, which tests the TLS client of the library.
final class ShimConnection {
  private let settings: ShimSettings
  private let expectations: ShimExpectations
  private let clock: ShimClock
  private let wire: ShimWire
  private var client: TLS.Client
  private var origin: ShimSession.Origin
  private var facts: TLS.HandshakeFacts?
  private var newSession: TLS.Session?
  private var isPeerDone = false
  /// The index of the credential that signed the handshake, or `nil` if no credential signed.
  private var selectedCredential: Int?

  /// Begins a handshake over an open connection and offers a TLS session if there is one.
  init(
    _ settings: ShimSettings, resuming old: ShimSession?, isResumption: Bool, over wire: ShimWire,
    by clock: ShimClock
  ) throws(ShimFailure) {
    self.settings = settings
    self.wire = wire
    self.clock = clock
    expectations = ShimExpectations(flags: settings.flags, isResumption: isResumption)
    origin = old?.origin ?? ShimSession.Origin()
    do throws(TLSError) {
      client = try TLS.Client(
        settings.configuration, host: settings.host, session: old?.session,
        scope: TLS.SessionScope(host: "runner", port: 0, configuration: []), at: clock.now,
        using: SystemRandom())
    } catch {
      throw ShimFailure(error)
    }
  }

  /// Runs the test as its flags require, and returns a new TLS session for the next connection. The
  /// result is `nil` if the server has sent no session.
  ///
  /// The shim sends all remaining bytes to the runner in any case, and the runner closes the
  /// connection last.
  func run() async throws(ShimFailure) -> ShimSession? {
    do throws(ShimFailure) {
      try await converse()
    } catch {
      await end()
      throw error
    }
    await end()
    try expectations.check(hasNewSession: newSession != nil)
    return newSession.map { ShimSession(session: $0, origin: origin) }
  }

  private func converse() async throws(ShimFailure) {
    let facts = try await handshake()
    try await flush()
    if let request = client.identityRequest {
      try expectations.check(authorities: request.authorities)
    }
    try reverify(facts)
    guard !withholdsCredentials else { throw Self.withoutCredential }
    try expectations.check(facts, origin)
    if let selectedCredential { try expectations.check(selectedCredential: selectedCredential) }
    try await exportKeyingMaterial()
    if settings.flags.contains(.shimWritesFirst) { try await send(Array("hello".utf8)) }
    guard settings.flags.contains(.shimShutsDown) else { return try await echo() }
    client.close()
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
      while client.applicationDataCount > 0 {
        let count = min(settings.readSize, client.applicationDataCount)
        let piece = client.withApplicationData { $0.extracting(first: count).copy() }
        client.consumeApplicationData(count)
        try await send(piece.map { ~$0 })
      }
    }
    client.close()
  }

  private func send(_ bytes: [UInt8]) async throws(ShimFailure) {
    do throws(TLSError) {
      if settings.flags.contains(.keyUpdate) { try client.updateKey(requestingPeer: false) }
      try client.send(bytes.span)
    } catch {
      throw ShimFailure(error)
    }
    try await flush()
  }

  private func exportKeyingMaterial() async throws(ShimFailure) {
    let flags = settings.flags
    guard let count = try flags.number(.exportKeyingMaterial), count > 0 else { return }
    let label = flags.text(.exportLabel) ?? ""
    let context = Array((flags.text(.exportContext) ?? "").utf8)
    let material: SecretBytes
    do throws(TLSError) {
      if flags.contains(.useExportContext) {
        material = try client.keyingMaterial(label, context: context.span, byteCount: count)
      } else {
        material = try client.keyingMaterial(label, byteCount: count)
      }
    } catch {
      throw ShimFailure(error)
    }
    try await send(material.withBytes { $0.copy() })
  }
}

// MARK: The handshake

extension ShimConnection {
  private func handshake() async throws(ShimFailure) -> TLS.HandshakeFacts {
    while true {
      if let facts { return facts }
      _ = try await nextEvent()
    }
  }

  /// An event that determines the next step of the connection.
  private enum Event {
    case applicationData, other
  }

  /// Waits for the next TLS event, and handles the requests of the TLS client.
  private func nextEvent() async throws(ShimFailure) -> Event {
    let event: TLS.ClientEvent
    do throws(TLSError) { event = try client.next(at: clock.now) } catch {
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
    case .connected(let facts):
      self.facts = facts
      if !facts.isResumed { (origin.group, origin.scheme) = (facts.group, facts.serverScheme) }
    case .session(let session): newSession = session
    case .applicationData: return .applicationData
    case .closed: isPeerDone = true
    }
    return .other
  }

  /// Converts a TLS error to a shim failure. If the flags allow old TLS versions, a server with at
  /// most TLS 1.1 is reported as unsupported.
  private func failure(_ error: TLSError) throws(ShimFailure) -> ShimFailure {
    guard !withholdsCredentials else { return Self.withoutCredential }
    let older: [UInt16] =
      switch error {
      case .unsupportedVersion(let version) where version < 0x0303: [version]
      case .alerted(TLS.AlertDescription.protocolVersion.rawValue) where facts == nil:
        [0x0301, 0x0302]
      default: []
      }
    for version in older where try settings.flags.allows(version) {
      return .unimplemented("versions before 1.2")
    }
    return ShimFailure(error)
  }

  /// A Boolean value that indicates whether the server accepts none of the client's listed
  /// credentials.
  ///
  /// The runner expects an error in this case. RFC 8446 section 4.4.2 and RFC 5246 section 7.4.6
  /// use an empty Certificate message instead and leave the decision to the server.
  private var withholdsCredentials: Bool {
    !settings.flags.credentials.isEmpty && client.clientAuthentication == .declined
  }

  private static let withoutCredential = ShimFailure.unimplemented(
    "a client that fails if no credential fits")

  private func judge(_ presented: TLS.PresentedCertificates) throws(ShimFailure) {
    let trust = ShimTrust(settings: settings)
    let certificates = [presented.leaf] + presented.intermediates
    origin = ShimSession.Origin(
      certificates: certificates, stapledResponse: presented.stapledResponse,
      timestamps: presented.timestamps)
    if settings.flags.contains(.useOCSPCallback), settings.flags.contains(.failOCSPCallback) {
      throw refuse(.badCertificateStatusResponse, "the OCSP response, as requested")
    }
    let proof: TLS.TrustedChain
    switch trust.verdict(
      on: certificates, stapledResponse: presented.stapledResponse, at: clock.now.wholeSecond)
    {
    case .believed(let chain):
      origin.isVerified = true
      proof = chain
    case .refused(let why):
      origin.isVerified = false
      guard !settings.flags.contains(.verifyPeer) else { throw refuse(trust.alert, why) }
      proof = try unjudged(presented.leaf, trust)
    case .unasked: proof = try unjudged(presented.leaf, trust)
    }
    do throws(TLSError) { try client.trust(proof) } catch { throw ShimFailure(error) }
  }

  private func unjudged(
    _ leaf: X509.Certificate, _ trust: ShimTrust
  ) throws(ShimFailure) -> TLS.TrustedChain {
    do throws(TLS.TrustFailure) {
      return try trust.unjudged(leaf, at: clock.now.wholeSecond)
    } catch {
      throw refuse(.badCertificate, "\(error)")
    }
  }

  /// Verifies the server certificate of a resumed session again if the flags require the
  /// verification.
  private func reverify(_ facts: TLS.HandshakeFacts) throws(ShimFailure) {
    guard facts.isResumed, settings.flags.contains(.reverifyOnResume) else { return }
    let trust = ShimTrust(settings: settings)
    switch trust.verdict(
      on: origin.certificates, stapledResponse: origin.stapledResponse, at: clock.now.wholeSecond)
    {
    case .unasked: return
    case .believed: origin.isVerified = true
    case .refused(let why):
      origin.isVerified = false
      guard settings.flags.contains(.verifyPeer) else { return }
      throw refuse(trust.alert, why)
    }
  }

  private func refuse(_ alert: TLS.AlertDescription, _ why: String) -> ShimFailure {
    client.refuse(alert)
    return .unexpected("CERTIFICATE_VERIFY_FAILED", why)
  }

  private func sign(_ request: TLS.SigningRequest) throws(ShimFailure) {
    try expectations.check(peerPreferences: request.peerSchemes)
    do {
      let chosen = settings.identities.first { $0.shown.generation == request.identity?.generation }
      guard let chosen else { return client.refuse(.internalError) }
      selectedCredential = chosen.place
      let signature = try chosen.key.signature(
        for: request.message.span, by: request.scheme, using: SystemRandom())
      try client.sign(signature)
    } catch {
      client.refuse(.internalError)
      throw .unexpected("SIGNING_FAILED", "\(error)")
    }
  }
}

// MARK: Bytes

extension ShimConnection {
  /// Receives the available bytes, and checks that the connection does not end too early.
  private func receive() async throws(ShimFailure) {
    let bytes = try await wire.receive()
    client.receive(bytes.span)
    guard bytes.isEmpty else { return }
    do throws(TLSError) { try client.receiveEnd() } catch { throw ShimFailure(error) }
  }

  private func flush() async throws(ShimFailure) { try await wire.send(client.takeOutgoing()) }

  /// Sends the remaining bytes and reads until the runner has closed the connection.
  private func end() async {
    // A runner that has already closed the connection need not receive the bytes.
    try? await flush()
    await wire.end()
  }
}
