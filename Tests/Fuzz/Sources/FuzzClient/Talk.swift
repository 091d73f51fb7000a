import FuzzSupport

@testable import ApusTLS

/// How a client is set up, from the first byte of an input.
struct Setup {
  let bits: Int

  /// Whether what the server says need neither be encrypted nor signed.
  var isPlain: Bool { bits & 1 == 0 }

  func client() -> TLS.Client? {
    var configuration = TLS.ClientConfiguration()
    // Two lattices and five curves would cost the most of every run.
    configuration.groups = [.x25519, .secp256r1]
    configuration.shareCount = 1
    configuration.isMiddleboxCompatible = bits & 2 != 0
    configuration.versions = bits & 4 != 0 ? [.tls13] : [.tls12, .tls13]
    if bits & 8 != 0 { configuration.applicationProtocols = [Array("http/1.1".utf8)] }
    if bits & 16 != 0 { configuration.recordSizeLimit = 100 }
    if bits & 32 != 0 { configuration.identity = TLS.ClientIdentity([Stage.shared.leaf]) }
    let session: TLS.Session? =
      switch bits >> 6 & 3 {
      case 1: Stage.shared.session(.aes128GCM)
      case 2: Stage.shared.session(.ecdheECDSAWithAES128GCM)
      default: nil
      }
    return try? TLS.Client(
      configuration, host: Stage.shared.host, session: session,
      scope: TLS.SessionScope(host: "server.example", port: 443, configuration: []),
      at: Stage.moment, using: CountedRandom())
  }
}

/// What a client has come to by what a server has said.
struct Talk: Equatable {
  var events: [String] = []
  var data: [UInt8] = []
  var failure: TLSError?
  var outgoing: [UInt8] = []
  var isConnected = false

  /// Feeds the server's bytes to a client in pieces of a size.
  init(_ client: consuming TLS.Client, _ bytes: [UInt8], pieceSize: Int) {
    var at = 0
    do throws(TLSError) {
      repeat {
        let end = min(bytes.count, at + pieceSize)
        client.receive(bytes.span.extracting(at..<end))
        at = end
        try drain(&client)
      } while at < bytes.count
    } catch {
      failure = error
      var again: TLSError?
      do throws(TLSError) { _ = try client.next(at: Stage.moment) } catch { again = error }
      require(again == error, "an error that is not final: \(error)")
    }
    data += client.withApplicationData { $0.copy() }
    outgoing = client.takeOutgoing()
  }

  private mutating func drain(_ client: inout TLS.Client) throws(TLSError) {
    while true {
      switch try client.next(at: Stage.moment) {
      case .needsInput, .closed: return
      case .certificates(let shown):
        events.append("certificates \(shown.encoded.count)")
        if let path = Stage.shared.path(of: shown) {
          try client.trust(path)
        } else {
          client.refuse(.unknownCA)
        }
      case .signing(let request):
        events.append("signing \(request.scheme)")
        try client.sign([1, 2, 3])
      case .connected(let facts):
        isConnected = true
        events.append("connected \(facts.version) \(facts.isResumed) \(facts.suite)")
      case .session(let session): events.append("\(session)")
      case .applicationData:
        require(isConnected, "application data before the end of a handshake")
        data += client.withApplicationData { $0.copy() }
        client.consumeApplicationData(client.applicationDataCount)
      }
    }
  }
}
