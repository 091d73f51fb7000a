internal import ApusHTTP
internal import ApusNet

/// The shared state of a session's retries: the retry budget of each host, and the waiting calls.
final class Retries: Sendable {
  private struct State {
    var budget = RetryBudget()
    /// The doorbells (wake-up signals) of the calls that wait for a retry.
    var bells: [ObjectIdentifier: Doorbell] = [:]
    var isClosed = false
  }

  private let state = Lock(State())

  /// The number of calls that wait for a retry.
  var waiting: Int { state.withLock(\.bells.count) }

  /// Records a response that needs no retry, which increases the retry budget of the host.
  func noteAnswer(of origin: HTTP.Origin, _ policy: HTTP.RetryPolicy) {
    guard let share = policy.budget else { return }
    state.withLock { $0.budget.give(share, to: origin) }
  }

  /// Takes one retry from the budget of a host; returns `false` if no retry is left.
  func take(from origin: HTTP.Origin, _ policy: HTTP.RetryPolicy) -> Bool {
    guard policy.budget != nil else { return true }
    return state.withLock { $0.budget.take(from: origin) }
  }

  /// Waits for a retry until a deadline; throws an error if the session is shut down during the
  /// wait.
  func wait(until deadline: Deadline, on loop: EventLoop) async throws(HTTPSessionError.Reason) {
    let bell = Doorbell(on: loop)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.bells[ObjectIdentifier(bell)] = bell }
      return state.isClosed
    }
    guard !isClosed else { throw .shutDown }
    defer { state.withLock { $0.bells[ObjectIdentifier(bell)] = nil } }
    switch await bell.wait(until: deadline) {
    case .timedOut: return
    case .cancelled: throw .cancelled
    case .rung, .shutDown: throw .shutDown
    }
  }

  /// Ends all waits for retries and prevents further waits, because the session is shut down.
  func close() {
    let bells = state.withLock { state in
      state.isClosed = true
      return Array(state.bells.values)
    }
    for bell in bells { bell.ring() }
  }
}

/// The number of retries that each host has left.
///
/// A host without an entry has its complete retry budget.
struct RetryBudget {
  /// The remaining retries of the hosts that have used a part of their retry budget.
  private(set) var left: [HTTP.Origin: Double] = [:]

  /// The maximum retry budget of a host, as a number of retries.
  static let reserve = 10.0
  /// The maximum number of hosts whose remaining retries are stored.
  static let hostLimit = 1_024

  /// Adds a fraction of a retry to the retry budget of a host.
  mutating func give(_ share: Double, to origin: HTTP.Origin) {
    guard let now = left[origin] else { return }
    let sum = now + max(0, share)
    left[origin] = sum < Self.reserve ? sum : nil
  }

  /// Takes one retry from the budget of a host; returns `false` if no retry is left.
  mutating func take(from origin: HTTP.Origin) -> Bool {
    let now = left[origin] ?? Self.reserve
    guard now >= 1 else { return false }
    if left[origin] == nil, left.count >= Self.hostLimit { forgetFullest() }
    left[origin] = now - 1
    return true
  }

  /// Removes the entry of the host that has used the smallest part of its retry budget.
  private mutating func forgetFullest() {
    if let fullest = left.max(by: { $0.value < $1.value }) { left[fullest.key] = nil }
  }
}
