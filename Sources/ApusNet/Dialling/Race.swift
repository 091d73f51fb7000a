/// Dials the addresses of a name side by side, and takes the first that answers.
///
/// It obeys `HappyEyeballs`. One task waits at one doorbell, which each attempt rings and at which
/// the time of the next one ends the wait; there is no task for an attempt. A race whose winner
/// comes no further is gone on with.
public struct Race {
  private let rules: DialRules
  private let loop: EventLoop
  private let bell: Doorbell
  private var decider: HappyEyeballs
  /// What the decider said last.
  private var action: HappyEyeballs.Action
  /// Attempts that have neither succeeded nor failed.
  private var attempts: [Socket] = []
  /// When the next attempt begins although another still runs.
  private var timer = Deadline.never

  /// How far a race has come.
  public enum Progress {
    /// There is a connection.
    case connected(Socket)
    /// Nothing can be done before the doorbell is rung, or this moment has come.
    case waiting(until: Deadline)
  }

  /// Creates a race of addresses, the best one first.
  ///
  /// What is in the list twice is dialled once, and what stands beyond as many as the system's
  /// resolver gives is left out.
  public init(
    _ hosts: [HostAddress], port: UInt16, by rules: DialRules, ringing bell: Doorbell
  ) {
    self.rules = rules
    self.bell = bell
    loop = bell.loop
    let hosts = hosts.prefix(SystemResolver.addressLimit)
    let preferred = hosts.first?.family ?? .ipv6
    var (peers, others): ([SocketAddress], [SocketAddress]) = ([], [])
    for (index, host) in hosts.enumerated() where !hosts[..<index].contains(host) {
      let peer = host.socketAddress(port: port)
      if host.family == preferred { peers.append(peer) } else { others.append(peer) }
    }
    // Both families are known at once: the preferred one comes last, so that none is waited for.
    decider = HappyEyeballs(preferring: preferred)
    _ = decider.handle(.resolved(preferred == .ipv6 ? .ipv4 : .ipv6, others))
    action = decider.handle(.resolved(preferred, peers))
  }

  /// Runs the race to its first connection; nothing is left of the attempts that did not win.
  mutating func run(until deadline: Deadline) async throws(NetError) -> Socket {
    defer { close() }
    while true {
      switch try advance() {
      case .connected(let socket): return socket
      case .waiting(let timer):
        let wakeup = await bell.wait(until: min(deadline, timer))
        switch wakeup {
        case .rung: break
        case .timedOut where loop.time.now < deadline: break
        case .timedOut: throw timedOut
        case .cancelled, .shutDown: throw NetError(wakeup, .connect, attempts.first?.peer)
        }
      }
    }
  }

  /// Does what can be done now.
  public mutating func advance() throws(NetError) -> Progress {
    while true {
      switch action {
      case .dial(let peer): action = dial(peer)
      case .finish(let peer):
        guard let index = attempts.firstIndex(where: { $0.peer == peer }) else { throw .closed }
        action = .wait
        return .connected(attempts.remove(at: index))
      case .fail(let failures): throw .noneAnswered(failures)
      case .wait, .awaitPreferred:
        if let event = takeEvent() {
          action = decider.handle(event)
        } else if timer <= loop.time.now {
          timer = .never
          action = decider.handle(.timerEnded)
        } else {
          return .waiting(until: timer)
        }
      }
    }
  }

  /// Goes on with the addresses that are left, because the connection that won comes no further.
  public mutating func goOn() { action = decider.handle(.stalled) }

  /// Whether an address is left that might still answer.
  public var hasMore: Bool { decider.hasMore }

  /// The error of a race whose time is up: the addresses tried, with the result of each.
  public var timedOut: NetError {
    .noneAnswered(
      decider.failures
        + attempts.map { HappyEyeballs.Failure($0.peer, .timedOut(.connect, $0.peer)) })
  }

  /// Gives all attempts up that still run.
  public mutating func close() {
    for socket in attempts { socket.close() }
    attempts = []
  }

  private mutating func dial(_ peer: SocketAddress) -> HappyEyeballs.Action {
    timer = loop.time.deadline(after: HappyEyeballs.attemptDelay)
    do throws(NetError) {
      attempts.append(try Socket.begin(to: peer, by: rules, on: loop).socket)
      return .wait
    } catch {
      return decider.handle(.failed(peer, error))
    }
  }

  /// What has become of an attempt; nil if all of them still run.
  private mutating func takeEvent() -> HappyEyeballs.Event? {
    for index in attempts.indices {
      let socket = attempts[index]
      do throws(NetError) {
        if try socket.isConnected(orRings: bell) { return .connected(socket.peer) }
      } catch {
        attempts.remove(at: index).close()
        return .failed(socket.peer, error)
      }
    }
    return nil
  }
}

extension HostAddress {
  fileprivate var family: HappyEyeballs.Family {
    switch self {
    case .ipv4: .ipv4
    case .ipv6: .ipv6
    }
  }
}
