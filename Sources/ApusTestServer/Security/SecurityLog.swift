internal import ApusNet
internal import ApusTLS

/// What the connections of a server of TLS have come to, as far as the last ones go.
final class SecurityLog: Sendable {
  /// How many handshakes and how many errors are kept.
  private static let limit = 4096

  struct Entries {
    var handshakes: [TLS.ServerFacts] = []
    var errors: [TLSError] = []
    var closeCount = 0
  }

  let entries = Lock(Entries())

  func note(_ facts: TLS.ServerFacts) {
    entries.withLock { Self.append(facts, to: &$0.handshakes) }
  }

  func note(_ error: TLSError) {
    entries.withLock { Self.append(error, to: &$0.errors) }
  }

  func noteClose() { entries.withLock { $0.closeCount += 1 } }

  /// Half goes at once, so that no entry costs more than constant time.
  private static func append<Entry>(_ entry: Entry, to list: inout [Entry]) {
    if list.count == limit { list.removeFirst(limit / 2) }
    list.append(entry)
  }
}
