import FuzzSupport

@testable import ApusTLS

/// A valid TLS 1.3 server except for the changes of a script; its own transcript and keys include
/// the changes, so that later messages are valid again.
final class ScriptedServer {
  /// The messages of the server, in order.
  enum Step: Int, CaseIterable {
    case serverHello, encryptedExtensions, certificate, certificateVerify, finished
  }

  private let hello: ClientHello
  private let isPlain: Bool
  private var transcript: Transcript
  private var secrets: HandshakeSecrets?
  private var traffic: TrafficSecret?
  private var writer = RecordWriter()
  private(set) var records: [UInt8] = []

  init?(answering hello: [UInt8], isPlain: Bool) {
    guard let message: ClientHello = try? ReceivedMessage(hello).expect() else { return nil }
    self.hello = message
    self.isPlain = isPlain
    var opening = OpeningTranscript()
    opening.add(hello)
    transcript = Transcript(.sha256, opening)
  }

  /// Sends a message after a change to it; returns whether the change had an effect.
  func say(_ step: Step, _ change: ([UInt8]) -> [UInt8]) -> Bool {
    guard let message = try? message(step) else { return false }
    let changed = change(message)
    send(.handshake, changed)
    transcript.add(changed)
    switch step {
    case .serverHello: protectHandshake()
    case .finished: protectApplication()
    default: break
    }
    return changed != message
  }

  /// Sends a record of any kind; a KeyUpdate is followed by the next key.
  func send(_ type: ContentType, _ content: [UInt8]) {
    // Unprotected bytes are not application data.
    guard writer.key.isSet || type != .applicationData else { return }
    try? writer.write(type, content.span, to: &records)
    guard type == .handshake, content.starts(with: [24, 0, 0, 1]) else { return }
    let next: TrafficSecret? =
      switch traffic {
      case .some(let secret): secret.next()
      case nil: nil
      }
    protect(by: next)
  }

  /// Adds unprotected bytes.
  func add(_ bytes: [UInt8]) { records += bytes }

  private var shared: SecretBytes?

  private func message(_ step: Step) throws -> [UInt8] {
    switch step {
    case .serverHello:
      var answer = ServerHello(
        random: try HelloRandom(using: CountedRandom(seed: 9)),
        legacySessionIDEcho: hello.legacySessionID, cipherSuite: 0x1301)
      guard let share = try hello.extensions.value(KeyShares.self)?.shares.last,
        let group = TLS.NamedGroup(rawValue: share.group)
      else { throw TLSError.notConnected }
      let own = try AnsweringShare(
        to: share.publicKey.span, in: group, using: CountedRandom(seed: 1))
      try answer.extensions.append(SelectedVersion(0x0304))
      try answer.extensions.append(AnsweredKeyShare(KeyShare(share.group, own.publicBytes)))
      shared = own.sharedSecret.copy()
      return try answer.encoded()
    case .encryptedExtensions: return try EncryptedExtensions(ExtensionList()).encoded()
    case .certificate: return try CertificateMessage([.init(Stage.shared.leaf.der)]).encoded()
    case .certificateVerify:
      let content = SignedHandshake.content(of: .server, transcriptHash: transcript.digest())
      return try CertificateVerify(0x0807, Stage.shared.sign(content)).encoded()
    case .finished: return try Finished(verifyData).encoded()
    }
  }

  private var verifyData: [UInt8] {
    switch secrets {
    case .some(let secrets): secrets.server.finished(over: transcript.digest())
    case nil: []
    }
  }

  private func protectHandshake() {
    guard let shared = shared.take() else { return }
    let next = EarlySecret(.sha256).handshakeSecrets(shared, after: transcript.digest())
    if !isPlain { writer.setProtection(next.server.protection(.aes128GCM)) }
    secrets = consume next
  }

  private func protectApplication() {
    let next: ApplicationSecrets? =
      switch secrets {
      case .some(let secrets): secrets.applicationSecrets(after: transcript.digest())
      case nil: nil
      }
    guard let next else { return }
    protect(by: TrafficSecret(.sha256, next.server.withBytes { SecretBytes(copying: $0) }))
  }

  private func protect(by secret: consuming TrafficSecret?) {
    guard let secret else { return }
    if !isPlain { writer.setProtection(secret.protection(.aes128GCM)) }
    traffic = consume secret
  }
}
