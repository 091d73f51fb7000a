internal import ApusNet
internal import ApusTLS

/// The log of a TLS server's last handshakes and errors.
final class SecurityLog: Sendable {
  /// The maximum number of handshakes in the log, and also of errors in the log.
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

  /// Appends an entry to the log. A full log drops half of its entries at once, so an addition
  /// takes constant time on average.
  private static func append<Entry>(_ entry: Entry, to list: inout [Entry]) {
    if list.count == limit { list.removeFirst(limit / 2) }
    list.append(entry)
  }
}
