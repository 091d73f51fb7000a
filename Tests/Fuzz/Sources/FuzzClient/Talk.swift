import FuzzSupport

@testable import ApusTLS

/// The configuration of a client, from the first byte of an input.
struct Setup {
  let bits: Int

  /// A Boolean value that indicates whether the server's messages need neither encryption nor
  /// signatures.
  var isPlain: Bool { bits & 1 == 0 }

  var configuration: TLS.ClientConfiguration {
    var configuration = TLS.ClientConfiguration()
    // Two lattices and five curves would take most of the time of every run.
    configuration.groups = [.x25519, .secp256r1]
    configuration.shareCount = 1
    configuration.isMiddleboxCompatible = bits & 2 != 0
    configuration.versions = bits & 4 != 0 ? [.tls13] : [.tls12, .tls13]
    if bits & 8 != 0 { configuration.applicationProtocols = [Array("http/1.1".utf8)] }
    if bits & 16 != 0 { configuration.recordSizeLimit = 100 }
    if bits & 32 != 0 { configuration.identities = [Stage.shared.identity] }
    return configuration
  }

  var session: TLS.Session? {
    switch bits >> 6 & 3 {
    case 1: Stage.shared.session(.aes128GCM)
    case 2: Stage.shared.session(.ecdheECDSAWithAES128GCM)
    default: nil
    }
  }
}

/// The result of a client after the server's messages.
struct Outcome: Equatable {
  var events: [String] = []
  var data: [UInt8] = []
  var failure: TLSError?
  var outgoing: [UInt8] = []
  var isConnected = false
}

/// A client and its result.
final class Talk {
  private var client: TLS.Client
  /// The ClientHello, as a message.
  let hello: [UInt8]
  private(set) var outcome = Outcome()

  init(_ setup: Setup) throws(TLSError) {
    client = try TLS.Client(
      setup.configuration, host: Stage.shared.host, session: setup.session,
      scope: TLS.SessionScope(host: "server.example", port: 443, configuration: []),
      at: Stage.moment, using: CountedRandom())
    hello = Array(client.takeOutgoing().dropFirst(RecordLimits.headerByteCount))
  }

  /// Feeds the server's bytes to the client in pieces of a size.
  func hear(_ bytes: [UInt8], pieceSize: Int) -> Outcome {
    var at = 0
    do throws(TLSError) {
      repeat {
        let end = min(bytes.count, at + pieceSize)
        client.receive(bytes.span.extracting(at..<end))
        at = end
        try drain()
      } while at < bytes.count
    } catch {
      outcome.failure = error
      require(failure == error, "an error that is not final: \(error)")
    }
    outcome.data += client.withApplicationData { $0.copy() }
    outcome.outgoing = client.takeOutgoing()
    return outcome
  }

  /// The error of the client's next call.
  private var failure: TLSError? {
    do throws(TLSError) { _ = try client.next(at: Stage.moment) } catch { return error }
    return nil
  }

  private func drain() throws(TLSError) {
    while true {
      switch try client.next(at: Stage.moment) {
      case .needsInput, .closed: return
      case .certificates(let shown):
        outcome.events.append("certificates \(shown.encoded.count)")
        if let proof = Stage.shared.proof(of: shown) {
          try client.trust(proof)
        } else {
          client.refuse(.unknownCA)
        }
      case .signing(let request):
        outcome.events.append("signing \(request.scheme)")
        try client.sign([1, 2, 3])
      case .connected(let facts):
        outcome.isConnected = true
        outcome.events.append("connected \(facts.version) \(facts.isResumed) \(facts.suite)")
      case .session(let session): outcome.events.append("\(session)")
      case .applicationData:
        require(outcome.isConnected, "application data before the end of a handshake")
        outcome.data += client.withApplicationData { $0.copy() }
        client.consumeApplicationData(client.applicationDataCount)
      }
    }
  }
}
