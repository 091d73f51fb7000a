/// How much a peer has sent beside what a connection is for.
struct Tally: Sendable {
  private var warnings = 0
  private var keyUpdates = 0
  private var tickets = 0

  /// Counts one more, unless it is one too many.
  mutating func count(_ limit: TLS.HandshakeLimit) throws(TLSError) {
    let count: Int
    switch limit {
    case .warnings:
      warnings += 1
      count = warnings
    case .keyUpdates:
      keyUpdates += 1
      count = keyUpdates
    case .tickets:
      tickets += 1
      count = tickets
    }
    guard count <= limit.count else { throw .tooMany(limit) }
  }

  /// Starts over what is counted between application data.
  mutating func applicationDataArrived() {
    keyUpdates = 0
    tickets = 0
  }
}
