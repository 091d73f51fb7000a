import Synchronization

/// The rows that the parts of this benchmark run have measured.
///
/// The parts run one after another on the main thread, so a single list for the process is
/// sufficient.
enum Results {
  private struct State {
    var part = ""
    var rows: [ReportRow] = []
    var notes: [String] = []
    var isQuick = false
  }

  private static let state = Mutex(State())

  /// Begins a part of the suite. The following rows belong to the part.
  static func begin(_ part: String) { state.withLock { $0.part = part } }

  /// Shortens the following measurements for a quick run.
  static func beQuick() { state.withLock { $0.isQuick = true } }

  static var isQuick: Bool { state.withLock(\.isQuick) }

  /// Returns the number of rounds of a measurement, which is at most three in a quick run.
  static func rounds(_ count: Int) -> Int { isQuick ? min(3, count) : count }

  /// Returns the amount of work in a round, which is a tenth of the given amount in a quick run.
  static func amount(_ count: Int) -> Int { isQuick ? max(1, count / 10) : count }

  static var rows: [ReportRow] { state.withLock(\.rows) }

  static var notes: [String] { state.withLock(\.notes) }

  /// Adds a remark to the report, such as the name of an unavailable peer.
  static func note(_ text: String) {
    print("  note: \(text)")
    state.withLock { if !$0.notes.contains(text) { $0.notes.append(text) } }
  }

  /// Adds an absolute value of a client, or a ratio of the client's values and a peer's values.
  static func add(
    _ name: String, client: String, peer: String? = nil, unit: String, _ values: [Double],
    isGreaterBetter: Bool = false
  ) {
    add(
      ReportRow(
        part: part, name: name, client: client, peer: peer, unit: unit, value: Spread(values),
        isGreaterBetter: isGreaterBetter))
  }

  /// Adds a row to the results.
  static func add(_ row: ReportRow) { state.withLock { $0.rows.append(row) } }

  /// The name of the part that is being measured.
  static var part: String { state.withLock(\.part) }
}
