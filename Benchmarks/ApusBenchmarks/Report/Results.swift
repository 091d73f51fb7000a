import Synchronization

/// The rows that the parts of this run have measured.
///
/// Parts run one after another, each in the main thread, so one list for the process is enough.
enum Results {
  private struct State {
    var part = ""
    var rows: [ReportRow] = []
    var notes: [String] = []
    var isQuick = false
  }

  private static let state = Mutex(State())

  /// Begins a part: the rows that follow belong to it.
  static func begin(_ part: String) { state.withLock { $0.part = part } }

  /// Shortens the measurements that follow.
  static func beQuick() { state.withLock { $0.isQuick = true } }

  static var isQuick: Bool { state.withLock(\.isQuick) }

  /// The number of rounds of a measurement: as given, or three in a quick run.
  static func rounds(_ count: Int) -> Int { isQuick ? min(3, count) : count }

  /// The amount of work in one round: as given, or a tenth in a quick run.
  static func amount(_ count: Int) -> Int { isQuick ? max(1, count / 10) : count }

  static var rows: [ReportRow] { state.withLock(\.rows) }

  static var notes: [String] { state.withLock(\.notes) }

  /// Adds a remark, such as the name of a peer that is not available.
  static func note(_ text: String) {
    print("  note: \(text)")
    state.withLock { if !$0.notes.contains(text) { $0.notes.append(text) } }
  }

  /// Adds an absolute value of a client, or a ratio of its values and a peer's.
  static func add(
    _ name: String, client: String, peer: String? = nil, unit: String, _ values: [Double],
    isGreaterBetter: Bool = false
  ) {
    add(
      ReportRow(
        part: part, name: name, client: client, peer: peer, unit: unit, value: Spread(values),
        isGreaterBetter: isGreaterBetter))
  }

  /// Adds a row.
  static func add(_ row: ReportRow) { state.withLock { $0.rows.append(row) } }

  /// The name of the part that is measured.
  static var part: String { state.withLock(\.part) }
}
