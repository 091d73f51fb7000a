internal import ApusASN1

/// The counts of a peer's TLS control messages, such as warnings and KeyUpdate messages.
struct PeerLimits: Sendable {
  private var warnings = Window()
  private var tickets = Window()
  private var keyUpdates = 0

  /// The number of control messages since a start time in milliseconds.
  private struct Window {
    var start: Int64?
    var count = 0

    /// Counts a control message, and returns the number of messages in the current period.
    ///
    /// The count restarts after a period, or if the clock was set back.
    mutating func add(at moment: UnixTime) -> Int {
      let age = start.map { moment.millisecondsSinceEpoch.subtractingReportingOverflow($0) }
      if age.map({ $0.overflow || !(0..<TLS.HandshakeLimit.period ~= $0.partialValue) }) ?? true {
        (start, count) = (moment.millisecondsSinceEpoch, 0)
      }
      count += 1
      return count
    }
  }

  /// Counts a TLS control message of the peer.
  ///
  /// The method throws an error if the peer has exceeded the limit for messages of the same kind.
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

  /// Resets the count of KeyUpdate messages after application data.
  mutating func applicationDataArrived() { keyUpdates = 0 }
}
