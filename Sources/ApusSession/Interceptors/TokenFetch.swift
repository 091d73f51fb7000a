internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

/// One fetch of a bearer token, with the calls and sessions that wait for the token.
///
/// The fetch of the token runs in a separate task. Each session with waiting calls also runs a task
/// of its own, which ends with the fetch or with the session. If all these session tasks end before
/// the fetch, the fetch is cancelled. Therefore, the shutdown of one session does not cancel the
/// token fetch for other sessions.
final class TokenFetch: Sendable {
  /// A bearer token with its serial number and its expiry.
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
    /// No call waits for the token yet.
    case new
    case running(Task<Void, Never>)
    case ended(Result<Token, any Error>)
    /// All waiting sessions were shut down before the token fetch ended.
    case abandoned
  }

  private struct State {
    var course = Course.new
    /// The running sessions whose calls have waited for the token.
    var sessions: Set<ObjectIdentifier> = []
    /// The doorbells (wake-up signals) of the waiting calls, which ring at the end of the fetch or
    /// of the session.
    var bells: [(bell: Doorbell, session: ObjectIdentifier)] = []

    var result: Result<Token, any Error>? {
      if case .ended(let result) = course { result } else { nil }
    }
  }

  private let state = Lock(State())

  /// Waits for the bearer token. The first waiting call starts the fetch.
  ///
  /// The result is `nil` if all waiting sessions were shut down before this call.
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

  /// Stores the result of the token fetch, and wakes all waiting calls.
  func end(_ result: Result<Token, any Error>) {
    let bells = state.withLock { state -> [Doorbell] in
      // The cancellation of an abandoned token fetch must not fail the call of another session.
      if case .abandoned = state.course, case .failure = result { return [] }
      state.course = .ended(result)
      return state.bells.map(\.bell)
    }
    for bell in bells { bell.ring() }
  }

  /// Starts the token fetch, unless it has already started or was abandoned.
  private func start(_ begin: () -> Task<Void, Never>) {
    state.withLock { state in
      if case .new = state.course { state.course = .running(begin()) }
    }
  }

  /// Starts a task of the session that waits for the end of the token fetch.
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

  /// Removes a session from the token fetch, so that the session's calls stop waiting. If the fetch
  /// is cancelled, the function waits for the end of the fetch, because the session counts its
  /// running tasks.
  private func leave(_ session: ObjectIdentifier) async {
    guard let task = leaveNow(session) else { return }
    task.cancel()
    await task.value
  }

  /// Removes a session from the token fetch; returns the task of the fetch if no other session
  /// waits for the token.
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
