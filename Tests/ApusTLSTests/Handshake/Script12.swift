import ApusBytes
import ApusNames
import ApusX509
import Testing

@testable import ApusTLS

/// A client's handshake, one message at a time, with a scripted TLS 1.2 server.
@dynamicMemberLookup
final class Script12 {
  typealias Step = Server12.Step

  private(set) var handshake: ClientHandshake?
  var context: HandshakeContext
  let server: Server12
  let signer: Signer

  init(
    _ adapt: (inout TLS.ClientConfiguration) -> Void = { _ in }, session: TLS.Session? = nil,
    resumes: Bool = true, signer: Signer? = .ed25519, scheme: TLS.SignatureScheme = .ed25519
  ) throws {
    var configuration = TLS.ClientConfiguration()
    configuration.groups = [.x25519]
    configuration.shareCount = 1
    adapt(&configuration)
    let offered = session.flatMap { OfferedSession12($0, at: Duet.now) }
    let offer = try ClientOffer(
      configuration, host: try CanonicalHost(Duet.host), session12: offered, using: SystemRandom())
    var context = HandshakeContext(
      random: SystemRandom(), keyLog: KeyLog(clientRandom: [], logger: nil),
      sessionScope: TLS.SessionScope(host: Duet.host, port: 443, configuration: []), now: Duet.now)
    let handshake = try ClientHandshake.started(offer, session: nil, &context)
    let hello = Array(context.recordLayer.outgoing.dropFirst(5))
    context.recordLayer.outgoing = []
    let known = try #require(signer)
    self.signer = known
    server = try Server12(
      hello: hello, showing: [known.leaf], scheme: scheme,
      resuming: resumes ? session?.secret : nil, sign: known.sign)
    self.handshake = consume handshake
    self.context = consume context
  }

  /// The script of the server.
  subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Server12, Value>) -> Value {
    get { server[keyPath: path] }
    set { server[keyPath: path] = newValue }
  }

  var hello: ClientHello { server.hello }

  /// Returns whether the server sends a step at all.
  func says(_ step: Step) -> Bool { server.says(step) }

  /// The message of a step, which goes into the server's transcript.
  func message(_ step: Step) throws -> [UInt8] { try server.message(step) }

  /// Gives the client a message.
  func give(_ message: [UInt8]) throws(TLSError) {
    try walk { (state, context) throws(TLSError) in
      try state.advanced(by: try ReceivedMessage(message), &context)
    }
  }

  /// Gives the client a ChangeCipherSpec.
  func giveChangeCipherSpec() throws(TLSError) {
    try walk { (state, context) throws(TLSError) in
      switch consume state {
      case .older(let older): .older(try older.advancedByChangeCipherSpec(&context))
      default: throw .unexpectedRecord(type: 20)
      }
    }
  }

  private func walk(
    _ body: (consuming ClientHandshake, inout HandshakeContext) throws(TLSError) -> ClientHandshake
  ) throws(TLSError) {
    guard let state = handshake.take() else { return }
    handshake = .failed(.truncated)
    do throws(TLSError) {
      handshake = try body(state, &context)
    } catch {
      handshake = .failed(error)
      throw error
    }
  }

  /// Sends all messages before a step.
  func play(upTo end: Step?) throws {
    for step in Step.allCases where step.rawValue < end?.rawValue ?? .max && says(step) {
      try play(step)
    }
  }

  /// Sends the next message, and lets the caller trust and sign if it is asked.
  func play(_ step: Step) throws {
    guard step != .changeCipherSpec else { return try giveChangeCipherSpec() }
    try give(try message(step))
    if presented != nil { try trust() }
    if step == .serverHelloDone { try reply() }
  }

  /// Lets the caller sign if it is asked, and reads the client's response.
  func reply() throws {
    try signIfAsked()
    try readFlight()
  }

  /// The certificates that the client has presented to its caller.
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

  /// A Boolean value that indicates whether the handshake is complete.
  var isConnected: Bool {
    switch handshake {
    case .some(.older(.connected)): true
    default: false
    }
  }

  /// Returns the client in the form of the public API, and ends this script.
  func client() throws -> TLS.Client {
    var client = try TLS.Client(
      TLS.ClientConfiguration(), host: try CanonicalHost(Duet.host), at: Duet.now,
      using: SystemRandom())
    client.handshake = handshake.take()
    swap(&client.context, &context)
    return client
  }

  /// The signing requests of the caller.
  private(set) var requests: [TLS.SigningRequest] = []

  /// The results that the client has reported.
  var facts: TLS.HandshakeFacts? {
    for case .connected(let facts) in context.events { return facts }
    return nil
  }

  var session: TLS.Session? {
    for case .session(let session) in context.events { return session }
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
    // The signature covers all messages so far, which the server has seen too.
    #expect(request.message.starts(with: server.helloBytes))
    let signature = try client.sign(request)
    let isValid = client.key.publicKey.isValid(
      signature: signature.span, request.scheme.algorithm, for: request.message.span)
    #expect(isValid)
    try walk { (state, context) throws(TLSError) in
      var state: ClientHandshake? = consume state
      switch state.take() {
      case .some(.older(.awaitingSignature(let older))):
        return .older(try older.signed(signature, &context))
      default: throw .notConnected
      }
    }
  }

  /// Reads the client's messages before its ChangeCipherSpec, and its Finished with the secret.
  private func readFlight() throws {
    var records = ByteReader(context.recordLayer.outgoing)
    context.recordLayer.outgoing = []
    while try records.readUInt8() == 22 {
      _ = try records.readUInt16()
      var fragment = try records.readVector16()
      while !fragment.isAtEnd {
        var ahead = fragment
        _ = try ahead.readUInt8()
        let count = try ahead.readVector24().remaining + 4
        try server.take(try ReceivedMessage(try fragment.readBytes(count)))
      }
    }
    server.addClientFinished()
  }
}
