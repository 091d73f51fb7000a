/// A race that dials the addresses of a host name in parallel and takes the first that responds.
///
/// The race performs the actions of `HappyEyeballs`. One task waits at one doorbell. Each
/// connection attempt rings the doorbell, and the start time of the next attempt ends the wait. The
/// attempts have no tasks of their own. A race continues if the winning connection makes no
/// progress.
public struct Race {
  private let rules: DialRules
  private let loop: EventLoop
  private let bell: Doorbell
  private var decider: HappyEyeballs
  /// The last action of the Happy Eyeballs algorithm.
  private var action: HappyEyeballs.Action
  /// The connection attempts that are still in progress.
  private var attempts: [Socket] = []
  /// The start time of the next connection attempt, even if another attempt is still in progress.
  private var timer = Deadline.never

  /// The progress of a race.
  public enum Progress {
    /// The race has established a connection.
    case connected(Socket)
    /// The race waits for a ring of the doorbell, or until this time.
    case waiting(until: Deadline)
  }

  /// Creates a race of addresses, which are in order of preference.
  ///
  /// The race dials duplicate addresses once, and ignores addresses beyond the limit of
  /// `HappyEyeballs`.
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
    // The addresses of both families are known immediately. The preferred family is reported last,
    // so the algorithm waits for neither family.
    decider = HappyEyeballs(preferring: preferred)
    _ = decider.handle(.resolved(preferred == .ipv6 ? .ipv4 : .ipv6, others))
    action = decider.handle(.resolved(preferred, peers))
  }

  /// Runs the race to its first connection, and closes all other connection attempts.
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

  /// Performs all actions of the race that need no wait.
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

  /// Continues with the remaining addresses, because the winning connection makes no progress.
  public mutating func goOn() { action = decider.handle(.stalled) }

  /// A Boolean value that indicates whether an address is left that may still respond.
  public var hasMore: Bool { decider.hasMore }

  /// The error of a race that exceeded its deadline, with the result of each tried address.
  public var timedOut: NetError {
    .noneAnswered(
      decider.failures
        + attempts.map { HappyEyeballs.Failure($0.peer, .timedOut(.connect, $0.peer)) })
  }

  /// Closes all connection attempts that are still in progress.
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

  /// Returns the event of a finished connection attempt. Returns `nil` if all attempts are still in
  /// progress.
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
