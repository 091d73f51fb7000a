internal import ApusHTTP
internal import ApusNet

/// A parallel connection attempt to several addresses. The first address with a completed TLS
/// handshake wins.
///
/// A TLS handshake runs in a separate task if another address remains.
struct StagedRace {
  private var race: Race
  private let attempt: DialAttempt
  private let bell: Doorbell
  private var handshakes: [Handshake] = []
  /// A Boolean value that indicates whether TCP connection attempts are still in progress.
  private var isConnecting = true
  /// The time when the next address is tried in parallel with a slow TLS handshake.
  private var stall = Deadline.never
  private let connectDeadline: Deadline
  /// The error of the first failed TLS handshake.
  private var failure: DialAttempt.Failure?

  init(_ addresses: [HostAddress], by rules: DialRules, _ attempt: DialAttempt) {
    bell = Doorbell(on: attempt.loop)
    race = Race(addresses, port: attempt.key.dialled.port, by: rules, ringing: bell)
    self.attempt = attempt
    connectDeadline = attempt.deadlines.deadline(.connect)
  }

  /// Runs the connection attempts, and closes all connections except the first one that is ready.
  mutating func run() async throws(DialAttempt.Failure) -> Dialer.Result {
    defer {
      race.close()
      for handshake in handshakes { handshake.cancel() }
    }
    while true {
      if let result = try takeHandshake() { return result }
      var timer = stall
      if isConnecting {
        switch try advance() {
        case .connected(let socket)?:
          attempt.note(.connected(socket.peer))
          isConnecting = false
          guard race.hasMore || !handshakes.isEmpty else {
            return try await attempt.protected(Transport(.socket(socket)))
          }
          begin(socket)
          continue
        case .waiting(let until)?: timer = min(timer, until, connectDeadline)
        case nil: break
        }
      }
      if !isConnecting, handshakes.isEmpty { try goOn() }
      try take(await bell.wait(until: timer))
    }
  }

  /// Returns the result of a completed TLS handshake. Throws an error if the client rejected the
  /// server's certificate.
  private mutating func takeHandshake() throws(DialAttempt.Failure) -> Dialer.Result? {
    for index in handshakes.indices.reversed() {
      guard let outcome = handshakes[index].take() else { continue }
      handshakes.remove(at: index)
      switch outcome {
      case .success(let result): return result
      case .failure(let error):
        guard error.isOfOneAddress else { throw error }
        failure = failure ?? error
      }
    }
    return nil
  }

  /// Continues the TCP connection attempts. Returns `nil` if no address is left and TLS handshakes
  /// are still in progress.
  private mutating func advance() throws(DialAttempt.Failure) -> Race.Progress? {
    do throws(NetError) {
      return try race.advance()
    } catch {
      guard !handshakes.isEmpty else { throw failure ?? .net(error) }
      isConnecting = false
      return nil
    }
  }

  private mutating func begin(_ socket: Socket) {
    handshakes.append(Handshake(socket, attempt, ringing: bell))
    let delay = HappyEyeballs.attemptDelay
    stall = race.hasMore ? attempt.loop.time.deadline(after: delay) : .never
  }

  /// Tries the next address after the attempts to the previous addresses have failed.
  private mutating func goOn() throws(DialAttempt.Failure) {
    guard race.hasMore else { throw failure ?? .net(.closed) }
    stall = .never
    race.goOn()
    isConnecting = true
  }

  private mutating func take(_ wakeup: Doorbell.Wakeup) throws(DialAttempt.Failure) {
    switch wakeup {
    case .rung: return
    case .cancelled: throw .net(.cancelled)
    case .shutDown: throw .net(.shutDown)
    case .timedOut: break
    }
    let now = attempt.loop.time.now
    if stall <= now {
      stall = .never
      race.goOn()
      isConnecting = true
    }
    guard isConnecting, connectDeadline <= now else { return }
    isConnecting = false
    if handshakes.isEmpty { throw failure ?? .net(race.timedOut) }
  }
}

/// A TLS handshake that runs in a separate task, with its result.
private final class Handshake: Sendable {
  typealias Outcome = Result<Dialer.Result, DialAttempt.Failure>

  private final class Slot: Sendable {
    let outcome = Lock<Outcome?>(nil)
  }

  private let slot: Slot
  private let task: Task<Void, Never>

  init(_ socket: Socket, _ attempt: DialAttempt, ringing bell: Doorbell) {
    let slot = Slot()
    self.slot = slot
    task = Task.detached(executorPreference: CurrentTask.preferredExecutor) {
      let outcome: Outcome
      do throws(DialAttempt.Failure) {
        outcome = .success(try await attempt.protected(Transport(.socket(socket))))
      } catch {
        outcome = .failure(error)
      }
      slot.outcome.withLock { $0 = outcome }
      bell.ring()
    }
  }

  func take() -> Outcome? { slot.outcome.withLock { $0.take() } }

  func cancel() { task.cancel() }
}

extension DialAttempt.Failure {
  /// A Boolean value that indicates whether another address of the same host may succeed. After a
  /// rejected certificate, no other address is tried.
  fileprivate var isOfOneAddress: Bool {
    switch self {
    case .net: true
    case .reason(.proxy(let fault)):
      if case .connection(let reason) = fault.cause {
        Self.reason(reason).isOfOneAddress
      } else {
        false
      }
    case .reason(.timedOut), .reason(.network), .reason(.noResponse): true
    case .reason: false
    }
  }
}
