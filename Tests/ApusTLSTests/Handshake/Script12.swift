import ApusBytes
import ApusNames
import ApusX509
import Testing

@testable import ApusTLS

/// A client's handshake, one message at a time, against a server of TLS 1.2 that says what it is
/// told to.
final class Script12 {
  /// What a server says, in its order.
  enum Step: Int, CaseIterable {
    case serverHello, certificate, certificateStatus, serverKeyExchange, certificateRequest,
      serverHelloDone, newSessionTicket, changeCipherSpec, finished
  }

  private(set) var handshake: ClientHandshake?
  var surroundings: Surroundings
  let signer: Signer
  private let scheme: TLS.SignatureScheme
  let hello: ClientHello
  private let helloBytes: [UInt8]
  private var transcript = Transcript(.sha256, OpeningTranscript())
  private var secret: MasterSecret12?
  private var share: PrivateShare?
  private var serverRandom: [UInt8] = []

  var isExtended = true
  var promisesTicket = false
  var promisesStatus = false
  var asks = false
  var ticket: [UInt8] = [1, 2, 3]
  /// The session that the server resumes; it takes the secret from there.
  let resumed: TLS.Session?
  var alterHello: (inout ServerHello) -> Void = { _ in }
  var alterExchange: (inout ServerKeyExchange) -> Void = { _ in }
  var alterFinished: (inout Finished) -> Void = { _ in }

  init(
    _ adapt: (inout TLS.ClientConfiguration) -> Void = { _ in }, session: TLS.Session? = nil,
    resumes: Bool = true, signer: Signer? = .ed25519, scheme: TLS.SignatureScheme = .ed25519
  ) throws {
    self.signer = try #require(signer)
    self.scheme = scheme
    var configuration = TLS.ClientConfiguration()
    configuration.groups = [.x25519]
    configuration.shareCount = 1
    adapt(&configuration)
    let offered = session.flatMap { OfferedSession12($0, at: Duet.now) }
    let offer = try ClientOffer(
      configuration, host: try CanonicalHost(Duet.host), session12: offered, using: SystemRandom())
    var surroundings = Surroundings(
      random: SystemRandom(), keyLog: KeyLog(clientRandom: [], logger: nil),
      sessionScope: TLS.SessionScope(host: Duet.host, port: 443, configuration: []), now: Duet.now)
    let handshake = try ClientHandshake.started(offer, session: nil, &surroundings)
    helloBytes = Array(surroundings.link.outgoing.dropFirst(5))
    hello = try ReceivedMessage(helloBytes).expect()
    surroundings.link.outgoing = []
    resumed = resumes ? session : nil
    self.handshake = consume handshake
    self.surroundings = consume surroundings
  }

  /// Gives the client a message.
  func give(_ message: [UInt8]) throws(TLSError) {
    try walk { (state, surroundings) throws(TLSError) in
      try state.advanced(by: try ReceivedMessage(message), &surroundings)
    }
  }

  /// Gives the client a ChangeCipherSpec.
  func giveChangeCipherSpec() throws(TLSError) {
    try walk { (state, surroundings) throws(TLSError) in
      switch consume state {
      case .older(let older): .older(try older.advancedByChangeCipherSpec(&surroundings))
      default: throw .unexpectedRecord(type: 20)
      }
    }
  }

  private func walk(
    _ body: (consuming ClientHandshake, inout Surroundings) throws(TLSError) -> ClientHandshake
  ) throws(TLSError) {
    guard let state = handshake.take() else { return }
    handshake = .failed(.truncated)
    do throws(TLSError) {
      handshake = try body(state, &surroundings)
    } catch {
      handshake = .failed(error)
      throw error
    }
  }

  /// Whether the server says a step at all.
  func says(_ step: Step) -> Bool {
    switch step {
    case .serverHello, .changeCipherSpec, .finished: true
    case .certificate, .serverKeyExchange, .serverHelloDone: resumed == nil
    case .certificateStatus: resumed == nil && promisesStatus
    case .certificateRequest: resumed == nil && asks
    case .newSessionTicket: promisesTicket
    }
  }

  /// Says everything up to and without a step.
  func play(upTo end: Step?) throws {
    for step in Step.allCases where step.rawValue < end?.rawValue ?? .max && says(step) {
      try play(step)
    }
  }

  /// Says what comes next, and lets the caller trust and sign where it is asked.
  func play(_ step: Step) throws {
    guard step != .changeCipherSpec else { return try giveChangeCipherSpec() }
    try give(try message(step))
    if presented != nil { try trust() }
    if step == .serverHelloDone { try reply() }
  }

  /// Lets the caller sign where it is asked, and reads what the client answers.
  func reply() throws {
    try signIfAsked()
    try readFlight()
  }

  /// What the client has shown to its caller.
  var presented: TLS.PresentedCertificates? {
    switch handshake {
    case .some(.older(.awaitingTrust(let state))): state.presented
    default: nil
    }
  }

  private var signing: TLS.SigningRequest? {
    switch handshake {
    case .some(.older(.awaitingSignature(let state))): state.signing
    default: nil
    }
  }

  /// Whether the handshake is complete.
  var isConnected: Bool {
    switch handshake {
    case .some(.older(.connected)): true
    default: false
    }
  }

  /// The client as its caller has it; this script is over.
  func client() throws -> TLS.Client {
    var client = try TLS.Client(
      TLS.ClientConfiguration(), host: try CanonicalHost(Duet.host), at: Duet.now,
      using: SystemRandom())
    client.handshake = handshake.take()
    swap(&client.surroundings, &surroundings)
    return client
  }

  /// What the caller was asked to sign.
  private(set) var requests: [TLS.SigningRequest] = []

  /// What the client has told its caller.
  var facts: TLS.HandshakeFacts? {
    for case .connected(let facts) in surroundings.events { return facts }
    return nil
  }

  var session: TLS.Session? {
    for case .session(let session) in surroundings.events { return session }
    return nil
  }

  func trust() throws {
    let presented = try #require(self.presented)
    let chain = try signer.judge(presented)
    try walk { (state, _) throws(TLSError) in
      var state: ClientHandshake? = consume state
      switch state.take() {
      case .some(.older(.awaitingTrust(let older))): return .older(try older.trusted(chain))
      default: throw .notConnected
      }
    }
  }

  private func signIfAsked() throws {
    guard let request = signing else { return }
    let client = try #require(Signer.client)
    requests.append(request)
    // All messages so far are signed, and those are what the server has seen too.
    #expect(request.message.starts(with: helloBytes))
    let signature = try client.sign(request)
    let isValid = client.key.publicKey.isValid(
      signature: signature.span, request.scheme.algorithm, for: request.message.span)
    #expect(isValid)
    try walk { (state, surroundings) throws(TLSError) in
      var state: ClientHandshake? = consume state
      switch state.take() {
      case .some(.older(.awaitingSignature(let older))):
        return .older(try older.signed(signature, &surroundings))
      default: throw .notConnected
      }
    }
  }

  /// The message of a step, which goes into the server's transcript.
  func message(_ step: Step) throws -> [UInt8] {
    switch step {
    case .serverHello: return add(try serverHello().encoded(), after: helloBytes)
    case .certificate: return add(try CertificateMessage12([signer.leaf.der]).encoded())
    case .certificateStatus: return add(try CertificateStatus([7, 7]).encoded())
    case .serverKeyExchange: return add(try exchange().encoded())
    case .certificateRequest:
      return add(
        try CertificateRequest12(certificateTypes: [64], schemes: [0x0503], authorities: [])
          .encoded())
    case .serverHelloDone: return add(try ServerHelloDone().encoded())
    case .newSessionTicket:
      return add(try NewSessionTicket12(lifetimeHint: 100, ticket: ticket).encoded())
    case .changeCipherSpec: return []
    case .finished:
      var finished = Finished(verifyData())
      alterFinished(&finished)
      return add(try finished.encoded())
    }
  }

  private func serverHello() throws -> ServerHello {
    let isResumed = resumed != nil
    // A name of the server's own, which no client has offered.
    let name = [UInt8](repeating: hello.legacySessionID.first == 9 ? 8 : 9, count: 32)
    var answer = ServerHello(
      random: try HelloRandom(using: SystemRandom()),
      legacySessionIDEcho: isResumed ? hello.legacySessionID : name,
      cipherSuite: TLS.CipherSuite.ecdheECDSAWithAES128GCM.rawValue)
    if isExtended { try answer.extensions.append(ExtendedMasterSecret()) }
    try answer.extensions.append(RenegotiationInfo())
    if promisesTicket { try answer.extensions.append(SessionTicket([])) }
    if promisesStatus { try answer.extensions.append(StatusPromised()) }
    alterHello(&answer)
    serverRandom = answer.random.bytes
    if let resumed {
      let copy = resumed.secret.copy()
      secret = MasterSecret12(.ecdheECDSAWithAES128GCM, resuming: copy)
    }
    return answer
  }

  private func exchange() throws -> ServerKeyExchange {
    let own = try PrivateShare.make(in: .x25519, using: SystemRandom())
    let keyShare = KeyShare(0x001d, own.publicBytes)
    share = consume own
    var content = ByteWriter()
    content.write(hello.random.bytes + serverRandom)
    try ServerKeyExchange.write(keyShare, to: &content)
    var exchange = ServerKeyExchange(
      keyShare, scheme: scheme.rawValue,
      signature: try signer.sign(TLS.SigningRequest(scheme: scheme, message: content.bytes)))
    alterExchange(&exchange)
    return exchange
  }

  /// Reads what the client has sent before its ChangeCipherSpec, and its Finished by the secret.
  private func readFlight() throws {
    var records = ByteReader(surroundings.link.outgoing)
    surroundings.link.outgoing = []
    while try records.readUInt8() == 22 {
      _ = try records.readUInt16()
      var fragment = try records.readVector16()
      while !fragment.isAtEnd {
        var ahead = fragment
        _ = try ahead.readUInt8()
        let count = try ahead.readVector24().remaining + 4
        let message = try ReceivedMessage(try fragment.readBytes(count))
        transcript.add(message.bytes)
        if message.type == .clientKeyExchange { try agree(try message.expect()) }
      }
    }
    addClientFinished()
  }

  private func agree(_ exchange: ClientKeyExchange) throws {
    guard let own = share.take() else { return }
    let premaster = try own.sharedSecret(with: exchange.publicKey.span)
    let suite = TLS.CipherSuite.ecdheECDSAWithAES128GCM
    secret =
      isExtended
      ? MasterSecret12(suite, premaster, sessionHash: transcript.digest())
      : MasterSecret12(
        suite, premaster, clientRandom: hello.random.bytes, serverRandom: serverRandom)
  }

  private func addClientFinished() {
    let digest = transcript.digest()
    switch secret {
    case .some(let secret):
      if let message = try? Finished(secret.finished(of: .client, over: digest)).encoded() {
        transcript.add(message)
      }
    case .none: break
    }
  }

  private func verifyData() -> [UInt8] {
    let digest = transcript.digest()
    return switch secret {
    case .some(let secret): secret.finished(of: .server, over: digest)
    case .none: []
    }
  }

  private func add(_ message: [UInt8], after first: [UInt8] = []) -> [UInt8] {
    if !first.isEmpty { transcript.add(first) }
    transcript.add(message)
    return message
  }
}
