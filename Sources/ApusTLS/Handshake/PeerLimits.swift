internal import ApusASN1

/// How much a peer has sent beside what a connection is for.
struct PeerLimits: Sendable {
  private var warnings = Window()
  private var tickets = Window()
  private var keyUpdates = 0

  /// How many have come since a time, in milliseconds.
  private struct Window {
    var start: Int64?
    var count = 0

    /// Counts one more, from zero on where the start is a period ago or the clock was put back.
    mutating func add(at moment: UnixTime) -> Int {
      let age = start.map { moment.millisecondsSinceEpoch.subtractingReportingOverflow($0) }
      if age.map({ $0.overflow || !(0..<TLS.HandshakeLimit.period ~= $0.partialValue) }) ?? true {
        (start, count) = (moment.millisecondsSinceEpoch, 0)
      }
      count += 1
      return count
    }
  }

  /// Counts one more, unless it is one too many.
  mutating func count(
    _ limit: TLS.HandshakeLimit, at moment: UnixTime
  ) throws(TLSError) {
    let count: Int
    switch limit {
    case .warnings: count = warnings.add(at: moment)
    case .tickets: count = tickets.add(at: moment)
    case .keyUpdates:
      keyUpdates += 1
      count = keyUpdates
    }
    guard count <= limit.count else { throw .tooMany(limit) }
  }

  /// Starts over what is counted between application data.
  mutating func applicationDataArrived() { keyUpdates = 0 }
}
