import ApusBytes
import ApusCrypto
import ApusNames
import ApusX509
import Testing

@testable import ApusTLS

/// A client's handshake, one message at a time, with a scripted server.
///
/// No record is encrypted or decrypted: messages go directly to the states.
final class Script {
  /// The messages of a server, in order.
  enum Step: Int, CaseIterable {
    case serverHello, encryptedExtensions, certificateRequest, certificate, certificateVerify,
      finished
  }

  private(set) var handshake: ClientHandshake?
  var context: HandshakeContext
  let signer: Signer
  private(set) var hello: ClientHello
  private(set) var helloBytes: [UInt8]
  private var transcript = Transcript(.sha256, OpeningTranscript())
  private var secrets: HandshakeSecrets?

  var alterHello: (inout ServerHello) -> Void = { _ in }
  var alterExtensions: (inout ExtensionList) -> Void = { _ in }
  var alterRequest: (inout CertificateRequest) -> Void = { _ in }
  var alterCertificate: (inout CertificateMessage) -> Void = { _ in }
  var alterVerify: (inout CertificateVerify) -> Void = { _ in }
  var alterFinished: (inout Finished) -> Void = { _ in }
  var scheme = TLS.SignatureScheme.ed25519

  init(
    _ adapt: (inout TLS.ClientConfiguration) -> Void = { _ in }, signer: Signer? = Signer.ed25519,
    session: TLS.Session? = nil
  ) throws {
    self.signer = try #require(signer)
    var configuration = TLS.ClientConfiguration()
    configuration.groups = [.x25519, .secp256r1]
    configuration.shareCount = 1
    adapt(&configuration)
    let offer = try ClientOffer(
      configuration, host: try CanonicalHost(Duet.host), using: SystemRandom())
    var context = HandshakeContext(
      random: SystemRandom(), keyLog: KeyLog(clientRandom: [], logger: nil),
      sessionScope: TLS.SessionScope(host: Duet.host, port: 443, configuration: []), now: Duet.now)
    let handshake = try ClientHandshake.started(
      offer, session: session.flatMap { OfferedSession($0, at: Duet.now) }, &context)
    helloBytes = Array(context.recordLayer.outgoing.dropFirst(5))
    hello = try ReceivedMessage(helloBytes).expect()
    context.recordLayer.outgoing = []
    self.handshake = consume handshake
    self.context = consume context
  }

  /// Gives the client a message.
  func give(_ message: [UInt8]) throws(TLSError) {
    guard let state = handshake.take() else { return }
    handshake = .failed(.truncated)
    do throws(TLSError) {
      handshake = try state.advanced(by: try ReceivedMessage(message), &context)
    } catch {
      handshake = .failed(error)
      throw error
    }
  }

  /// Sends the next message, and lets the caller trust if it is asked.
  func play(_ step: Step) throws {
    try give(try message(step))
    if step == .certificate, presented != nil { try trust() }
  }

  /// Lets the caller trust the server's certificates, if there is a path.
  func trust() throws {
    let presented = try #require(self.presented)
    let chain = try signer.judge(presented)
    switch handshake.take() {
    case .some(.awaitingTrust(let state)): handshake = state.trusted(chain)
    default: break
    }
  }

  /// Sends all messages before a step.
  func play(upTo end: Step?, asking: Bool = false) throws {
    for step in Step.allCases where step.rawValue < end?.rawValue ?? .max {
      if step != .certificateRequest || asking { try play(step) }
    }
  }

  /// Signs with the chosen client's key, if a signature is requested.
  func sign() throws {
    switch handshake.take() {
    case .some(.awaitingSignature(let state)):
      let client = try #require(Signer.client)
      let signature = try client.sign(state.signing)
      handshake = try state.signed(signature, &context)
    default: break
    }
  }

  /// The certificates that the client has presented to its caller.
  var presented: TLS.PresentedCertificates? {
    switch handshake {
    case .some(.awaitingTrust(let state)): state.presented
    default: nil
    }
  }

  /// A Boolean value that indicates whether the handshake is complete.
  var isConnected: Bool {
    switch handshake {
    case .some(.connected): true
    default: false
    }
  }

  /// The message of a step, which goes into the server's transcript.
  func message(_ step: Step) throws -> [UInt8] {
    switch step {
    case .serverHello: return try serverHello()
    case .encryptedExtensions:
      var list = ExtensionList()
      alterExtensions(&list)
      return add(try EncryptedExtensions(list).encoded())
    case .certificateRequest:
      var list = ExtensionList()
      try list.append(SignatureAlgorithms([TLS.SignatureScheme.ecdsaSECP384R1SHA384.rawValue]))
      var request = CertificateRequest(list)
      alterRequest(&request)
      return add(try request.encoded())
    case .certificate:
      var certificate = CertificateMessage([.init(signer.leaf.der)])
      alterCertificate(&certificate)
      return add(try certificate.encoded())
    case .certificateVerify:
      let content = SignedHandshake.content(of: .server, transcriptHash: transcript.digest())
      let signature = try signer.sign(TLS.SigningRequest(scheme: scheme, message: content))
      var verify = CertificateVerify(scheme.rawValue, signature)
      alterVerify(&verify)
      return add(try verify.encoded())
    case .finished:
      var finished = Finished(verifyData())
      alterFinished(&finished)
      return add(try finished.encoded())
    }
  }

  /// Sends a HelloRetryRequest, and reads the client's second hello.
  func retry(_ alter: (inout ServerHello) -> Void) throws {
    var request = ServerHello(
      random: .helloRetryRequest, legacySessionIDEcho: hello.legacySessionID, cipherSuite: 0x1301)
    try request.extensions.append(SelectedVersion(0x0304))
    alter(&request)
    transcript.add(helloBytes)
    transcript.replaceByHash()
    try give(add(try request.encoded()))
    // After a ChangeCipherSpec of six bytes, if there is one.
    let skipped = context.recordLayer.outgoing.first == 20 ? 11 : 5
    helloBytes = Array(context.recordLayer.outgoing.dropFirst(skipped))
    hello = try ReceivedMessage(helloBytes).expect()
    context.recordLayer.outgoing = []
  }

  private func serverHello() throws -> [UInt8] {
    var answer = ServerHello(
      random: try HelloRandom(using: SystemRandom()), legacySessionIDEcho: hello.legacySessionID,
      cipherSuite: 0x1301)
    let shares = try #require(try hello.extensions.value(KeyShares.self)).shares
    let share = try #require(shares.last)
    let group = try #require(TLS.NamedGroup(rawValue: share.group))
    let own = try AnsweringShare(to: share.publicKey.span, in: group, using: SystemRandom())
    try answer.extensions.append(SelectedVersion(0x0304))
    try answer.extensions.append(AnsweredKeyShare(KeyShare(share.group, own.publicBytes)))
    alterHello(&answer)
    let message = try answer.encoded()
    transcript.add(helloBytes)
    transcript.add(message)
    secrets = EarlySecret(.sha256).handshakeSecrets(own.sharedSecret, after: transcript.digest())
    return message
  }

  private func verifyData() -> [UInt8] {
    switch secrets {
    case .some(let secrets): secrets.server.finished(over: transcript.digest())
    case .none: []
    }
  }

  private func add(_ message: [UInt8]) -> [UInt8] {
    transcript.add(message)
    return message
  }
}
