internal import ApusHTTP
internal import ApusNet

/// The shared state of a session's retries: each host's budget, and the waiting calls.
final class Retries: Sendable {
  private struct State {
    var budget = RetryBudget()
    /// The calls that wait before they send their request again.
    var bells: [ObjectIdentifier: Doorbell] = [:]
    var isClosed = false
  }

  private let state = Lock(State())

  /// The number of calls that wait before they send their request again.
  var waiting: Int { state.withLock(\.bells.count) }

  /// Notes a response that needs no retry, which returns a share to the budget.
  func noteAnswer(of origin: HTTP.Origin, _ policy: HTTP.RetryPolicy) {
    guard let share = policy.budget else { return }
    state.withLock { $0.budget.give(share, to: origin) }
  }

  /// Takes one retry from a host's budget; false if there is none left.
  func take(from origin: HTTP.Origin, _ policy: HTTP.RetryPolicy) -> Bool {
    guard policy.budget != nil else { return true }
    return state.withLock { $0.budget.take(from: origin) }
  }

  /// Waits until a deadline.
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

  /// Lets no call wait any more, because the session is shut down.
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
/// A host without an entry has all of them.
struct RetryBudget {
  /// The remaining retries of hosts that have used some.
  private(set) var left: [HTTP.Origin: Double] = [:]

  /// The maximum number of saved retries of a host.
  static let reserve = 10.0
  /// The maximum number of hosts with an entry.
  static let hostLimit = 1_024

  /// Gives a host a share of a retry back.
  mutating func give(_ share: Double, to origin: HTTP.Origin) {
    guard let now = left[origin] else { return }
    let sum = now + max(0, share)
    left[origin] = sum < Self.reserve ? sum : nil
  }

  /// Takes one retry; false if there is none left.
  mutating func take(from origin: HTTP.Origin) -> Bool {
    let now = left[origin] ?? Self.reserve
    guard now >= 1 else { return false }
    if left[origin] == nil, left.count >= Self.hostLimit { forgetFullest() }
    left[origin] = now - 1
    return true
  }

  /// Makes room by the host that has used the least.
  private mutating func forgetFullest() {
    if let fullest = left.max(by: { $0.value < $1.value }) { left[fullest.key] = nil }
  }
}
