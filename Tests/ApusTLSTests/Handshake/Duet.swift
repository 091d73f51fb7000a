import ApusBytes
import ApusNames
import ApusX509
import Testing

@testable import ApusTLS

/// A connected client and server, with their results.
final class Duet {
  static let now = UnixTime(millisecondsSinceEpoch: 1_795_000_000_000)
  static let host = "server.example"

  var client: TLS.Client
  var server: TLS.Server
  let serverSigner: Signer
  let clientSigner: Signer?
  var now = Duet.now

  var clientFacts: TLS.HandshakeFacts?
  var serverFacts: TLS.ServerFacts?
  var presented: [TLS.PresentedCertificates] = []
  var signings: [TLS.SigningRequest] = []
  var sessions: [TLS.Session] = []
  var clientReceived: [UInt8] = []
  var serverReceived: [UInt8] = []
  var isClientTold = false
  var isServerTold = false
  var clientError: TLSError?
  var serverError: TLSError?
  /// The number of bytes that are passed on at a time; all by default.
  var chunk = Int.max
  /// A change of the bytes of each side on their way.
  var toClient: (([UInt8]) -> [UInt8])?
  var toServer: (([UInt8]) -> [UInt8])?
  /// All sent bytes.
  var clientSent: [UInt8] = []
  var serverSent: [UInt8] = []

  init(
    _ configuration: TLS.ClientConfiguration = TLS.ClientConfiguration(),
    session: TLS.Session? = nil, serverSigner: Signer? = Signer.p256,
    clientSigner: Signer? = nil, at moment: UnixTime = Duet.now,
    server adapt: (inout TLS.ServerConfiguration) -> Void = { _ in }
  ) throws {
    let signer = try #require(serverSigner)
    var configuration = configuration
    if let clientSigner {
      configuration.identities = [try clientSigner.identity()]
    }
    var serverConfiguration = TLS.ServerConfiguration([signer.leaf], schemes: signer.schemes)
    adapt(&serverConfiguration)
    let client = try TLS.Client(
      configuration, host: try CanonicalHost(Self.host), session: session,
      scope: TLS.SessionScope(host: Self.host, port: 443, configuration: [1]), at: moment,
      using: SystemRandom())
    self.serverSigner = signer
    self.clientSigner = clientSigner
    now = moment
    self.client = client
    server = TLS.Server(serverConfiguration, at: moment, using: SystemRandom())
  }

  /// Runs both sides until neither has anything to send.
  func run() {
    var isMoving = true
    while isMoving {
      isMoving = false
      var bytes = client.takeOutgoing()
      clientSent += bytes
      bytes = toServer?(bytes) ?? bytes
      if !bytes.isEmpty {
        isMoving = true
        deliverToServer(bytes)
      }
      bytes = server.takeOutgoing()
      serverSent += bytes
      bytes = toClient?(bytes) ?? bytes
      if !bytes.isEmpty {
        isMoving = true
        deliverToClient(bytes)
      }
    }
  }

  func deliverToClient(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: chunk == .max ? bytes.count : chunk) {
      let end = chunk == .max ? bytes.count : min(bytes.count, start + chunk)
      client.receive(bytes[start..<end].span)
      pumpClient()
    }
  }

  func deliverToServer(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: chunk == .max ? bytes.count : chunk) {
      let end = chunk == .max ? bytes.count : min(bytes.count, start + chunk)
      server.receive(bytes[start..<end].span)
      pumpServer()
    }
  }

  func pumpClient() {
    do throws(TLSError) {
      while true {
        switch try client.next(at: now) {
        case .needsInput: return
        case .certificates(let shown):
          presented.append(shown)
          guard let chain = try? serverSigner.judge(shown) else {
            client.refuse(.unknownCA)
            continue
          }
          try client.trust(chain)
        case .signing(let request):
          signings.append(request)
          guard let signature = try? clientSigner?.sign(request) else {
            client.refuse(.internalError)
            continue
          }
          try client.sign(signature)
        case .connected(let facts): clientFacts = facts
        case .applicationData:
          clientReceived += client.withApplicationData { $0.copy() }
          client.consumeApplicationData(client.applicationDataCount)
        case .session(let session): sessions.append(session)
        case .closed:
          isClientTold = true
          return
        }
      }
    } catch {
      clientError = error
    }
  }

  func pumpServer() {
    do throws(TLSError) {
      while true {
        switch try server.next(at: now) {
        case .needsInput: return
        case .certificates(let shown):
          guard let chain = try? clientSigner?.verify(client: shown) else {
            server.refuse(.unknownCA)
            continue
          }
          server.trust(chain)
        case .signing(let request):
          guard let signature = try? serverSigner.sign(request) else {
            server.refuse(.internalError)
            continue
          }
          try server.sign(signature)
        case .connected(let facts): serverFacts = facts
        case .applicationData:
          serverReceived += server.withApplicationData { $0.copy() }
          server.consumeApplicationData(server.applicationDataCount)
        case .closed:
          isServerTold = true
          return
        }
      }
    } catch {
      serverError = error
    }
  }

  /// Keying material of the client.
  func exported(_ label: String, _ context: [UInt8]) throws -> [UInt8] {
    let material = try client.keyingMaterial(label, context: context.span, byteCount: 40)
    return material.withBytes { $0.copy() }
  }

  /// Sends a record of any kind from the server.
  func serverSends(_ type: ContentType, _ content: [UInt8]) throws {
    var records: [UInt8] = []
    try server.context.recordLayer.writer.write(type, content.span, to: &records)
    server.context.recordLayer.outgoing += records
  }

  /// Sends data both ways and expects the same data.
  func chat(byteCount: Int = 100) throws {
    let (question, answer) = (clientReceived.count, serverReceived.count)
    let toServer = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
    let toClient = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try client.send(toServer.span)
    try server.send(toClient.span)
    run()
    #expect(Array(serverReceived.dropFirst(answer)) == toServer)
    #expect(Array(clientReceived.dropFirst(question)) == toClient)
    #expect(clientError == nil && serverError == nil)
  }
}
