internal import ApusNet
internal import ApusTLS

/// What the connections of a server of TLS have come to.
final class SecurityLog: Sendable {
  struct Entries {
    var handshakes: [TLS.ServerFacts] = []
    var errors: [TLSError] = []
    var closeCount = 0
  }

  let entries = Lock(Entries())

  func note(_ facts: TLS.ServerFacts) { entries.withLock { $0.handshakes.append(facts) } }

  func note(_ error: TLSError) { entries.withLock { $0.errors.append(error) } }

  func noteClose() { entries.withLock { $0.closeCount += 1 } }
}
