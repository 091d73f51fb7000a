import ApusBytes
import ApusX509

@testable import ApusTLS

/// A scripted TLS 1.2 server: it creates messages, and reads those of a client.
///
/// Its suite is ECDHE with ECDSA and AES-128-GCM, and its group X25519.
final class Server12 {
  /// The messages of a server, in order.
  enum Step: Int, CaseIterable {
    case serverHello, certificate, certificateStatus, serverKeyExchange, certificateRequest,
      serverHelloDone, newSessionTicket, changeCipherSpec, finished
  }

  private let chain: [X509.Certificate]
  private let scheme: TLS.SignatureScheme
  private let sign: (TLS.SigningRequest) throws -> [UInt8]
  let hello: ClientHello
  let helloBytes: [UInt8]
  private var transcript = Transcript(.sha256, OpeningTranscript())
  private var secret: MasterSecret12?
  private var share: PrivateShare?
  private var serverRandom: [UInt8] = []

  var isExtended = true
  var promisesTicket = false
  /// The request for the client's certificate, if there is one.
  var request = CertificateRequest12(certificateTypes: [64], schemes: [0x0503], authorities: [])
  var promisesStatus = false
  var asks = false
  var ticket: [UInt8] = [1, 2, 3]
  /// The secret of the session that is resumed.
  var resumed: SessionSecret?
  var alterHello: (inout ServerHello) -> Void = { _ in }
  var alterExchange: (inout ServerKeyExchange) -> Void = { _ in }
  var alterFinished: (inout Finished) -> Void = { _ in }

  /// Creates a server from a client's hello.
  init(
    hello bytes: [UInt8], showing chain: [X509.Certificate], scheme: TLS.SignatureScheme,
    resuming secret: SessionSecret? = nil, sign: @escaping (TLS.SigningRequest) throws -> [UInt8]
  ) throws {
    self.chain = chain
    self.scheme = scheme
    self.sign = sign
    hello = try ReceivedMessage(bytes).expect()
    helloBytes = bytes
    resumed = secret
  }

  /// Returns whether the server sends a step at all.
  func says(_ step: Step) -> Bool {
    switch step {
    case .serverHello, .changeCipherSpec, .finished: true
    case .certificate, .serverKeyExchange, .serverHelloDone: resumed == nil
    case .certificateStatus: resumed == nil && promisesStatus
    case .certificateRequest: resumed == nil && asks
    case .newSessionTicket: promisesTicket
    }
  }

  /// The message of a step, which goes into the server's transcript.
  func message(_ step: Step) throws -> [UInt8] {
    switch step {
    case .serverHello: return add(try serverHello().encoded(), after: helloBytes)
    case .certificate: return add(try CertificateMessage12(chain.map(\.der)).encoded())
    case .certificateStatus: return add(try CertificateStatus([7, 7]).encoded())
    case .serverKeyExchange: return add(try exchange().encoded())
    case .certificateRequest:
      return add(try request.encoded())
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
    // A session name of the server, which no client has offered.
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
      secret = MasterSecret12(.ecdheECDSAWithAES128GCM, resuming: resumed.copy())
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
      signature: try sign(TLS.SigningRequest(scheme: scheme, message: content.bytes)))
    alterExchange(&exchange)
    return exchange
  }

  /// Reads a message of the client before its ChangeCipherSpec.
  func take(_ message: ReceivedMessage) throws {
    transcript.add(message.bytes)
    if message.type == .clientKeyExchange { try agree(try message.expect()) }
  }

  /// Returns the secret to resume the session, after the key exchange.
  func sessionSecret() throws -> SessionSecret {
    switch secret {
    case .some(let secret): return SessionSecret(secret.resumptionSecret)
    case .none: throw TLSError.notConnected
    }
  }

  /// Returns the key of a side, after the key exchange.
  func protection(of side: MasterSecret12.Side) throws -> RecordProtection {
    switch secret {
    case .some(let secret):
      return secret.protection(
        of: side, clientRandom: hello.random.bytes, serverRandom: serverRandom)
    case .none: throw TLSError.notConnected
    }
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

  /// Adds the client's Finished, which can be computed without decryption.
  func addClientFinished() {
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
