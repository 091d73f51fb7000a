internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

/// One fetch of a token, and the calls and sessions that wait for the token.
///
/// The fetch runs in a separate task. Each session whose calls wait for the token also has a task
/// in its nursery, which ends with the fetch or with the session. If the last of these session
/// tasks ends before the fetch, the fetch is cancelled. Therefore, the shutdown of a session does
/// not cancel the fetch for other sessions, and leaves no uncounted task.
final class TokenFetch: Sendable {
  /// A bearer token with its number.
  struct Token: Sendable {
    let secret: Authentication.Secret
    let number: Int
    /// The time at which a new token must be fetched.
    let end: Deadline

    var field: HTTP.FieldValue {
      get throws(AuthenticationError) {
        try Authentication.Credential.token(secret).plainAnswer(.bearer)
      }
    }
  }

  private enum Course {
    /// No call waits for the fetch yet.
    case new
    case running(Task<Void, Never>)
    case ended(Result<Token, any Error>)
    /// All sessions were shut down before the fetch ended.
    case abandoned
  }

  private struct State {
    var course = Course.new
    /// The sessions whose calls have waited for the fetch, without sessions that were shut down.
    var sessions: Set<ObjectIdentifier> = []
    /// The doorbells that ring when the fetch has ended, or when the waiting session is shut down.
    var bells: [(bell: Doorbell, session: ObjectIdentifier)] = []

    var result: Result<Token, any Error>? {
      if case .ended(let result) = course { result } else { nil }
    }
  }

  private let state = Lock(State())

  /// Waits for the token, which the first waiting call begins to fetch.
  ///
  /// The result is `nil` if all sessions had left the fetch before this call.
  nonisolated(nonsending) func token(
    _ services: CallServices, begin: () -> Task<Void, Never>
  ) async throws -> Token? {
    let session = ObjectIdentifier(services.nursery)
    let bell = Doorbell(on: services.loop)
    typealias Beginning = (isNew: Bool, result: Result<Token, any Error>?, isAbandoned: Bool)
    let (isNew, result, isAbandoned) = state.withLock { state -> Beginning in
      if case .abandoned = state.course { return (false, nil, true) }
      if let result = state.result { return (false, result, false) }
      state.bells.append((bell, session))
      return (state.sessions.insert(session).inserted, nil, false)
    }
    if isAbandoned { return nil }
    if let result { return try result.get() }
    defer { state.withLock { $0.bells.removeAll { $0.bell === bell } } }
    if isNew { try accompany(session, services) }
    start(begin)
    let wakeup = await bell.wait(until: services.deadline)
    if let result = state.withLock(\.result) { return try result.get() }
    switch wakeup {
    case .timedOut: throw HTTPSessionError(.timedOut(.total))
    case .cancelled: throw CancellationError()
    case .rung, .shutDown: throw HTTPSessionError(.shutDown)
    }
  }

  /// Stores the result of the fetch, and wakes all waiting calls.
  func end(_ result: Result<Token, any Error>) {
    let bells = state.withLock { state -> [Doorbell] in
      // The cancellation of an abandoned fetch must not fail the call of another session.
      if case .abandoned = state.course, case .failure = result { return [] }
      state.course = .ended(result)
      return state.bells.map(\.bell)
    }
    for bell in bells { bell.ring() }
  }

  /// Begins the fetch, unless it has already begun or was abandoned.
  private func start(_ begin: () -> Task<Void, Never>) {
    state.withLock { state in
      if case .new = state.course { state.course = .running(begin()) }
    }
  }

  /// Starts a task in a session's nursery that waits for the end of the fetch.
  private func accompany(_ session: ObjectIdentifier, _ services: CallServices) throws {
    let bell = Doorbell(on: services.loop)
    state.withLock { $0.bells.append((bell, session)) }
    let cancel = services.nursery.begin(on: services.loop.executorOfOthers) { [self] in
      _ = await bell.wait(until: .never)
      await leave(session)
    }
    guard cancel == nil else { return }
    leaveNow(session)
    throw HTTPSessionError(.shutDown)
  }

  /// Removes a session from the fetch, so that the session's calls wait no longer. Waits for the
  /// end of a cancelled fetch, so that the session counts the fetch as long as it runs.
  private func leave(_ session: ObjectIdentifier) async {
    guard let task = leaveNow(session) else { return }
    task.cancel()
    await task.value
  }

  /// Removes a session from the fetch; returns the task of the fetch if no other session waits for
  /// it.
  @discardableResult
  private func leaveNow(_ session: ObjectIdentifier) -> Task<Void, Never>? {
    let (bells, task) = state.withLock { state -> ([Doorbell], Task<Void, Never>?) in
      state.sessions.remove(session)
      let bells = state.bells.filter { $0.session == session }.map(\.bell)
      state.bells.removeAll { $0.session == session }
      guard state.sessions.isEmpty else { return (bells, nil) }
      switch state.course {
      case .new:
        state.course = .abandoned
        return (bells, nil)
      case .running(let task):
        state.course = .abandoned
        return (bells, task)
      case .ended, .abandoned: return (bells, nil)
      }
    }
    for bell in bells { bell.ring() }
    return task
  }
}
