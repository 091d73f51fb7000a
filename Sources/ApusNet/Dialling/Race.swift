/// A parallel connection attempt to the addresses of a host name, which uses the first address that
/// responds.
///
/// The race performs the actions of `HappyEyeballs`. A single task waits for all connection
/// attempts and for the start time of the next attempt. The race can continue if the winning
/// connection makes no progress.
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

  /// The progress of the parallel connection attempts.
  public enum Progress {
    /// The race has established a connection.
    case connected(Socket)
    /// The race waits for a connection attempt, at most until the given time.
    case waiting(until: Deadline)
  }

  /// Creates a race between the addresses of a host, given in order of preference.
  ///
  /// Duplicate addresses are tried once, and addresses beyond the limit of `HappyEyeballs` are
  /// ignored.
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
    // The addresses of IPv4 and IPv6 are known at the start, so the algorithm need not wait for a
    // look-up.
    decider = HappyEyeballs(preferring: preferred)
    _ = decider.handle(.resolved(preferred == .ipv6 ? .ipv4 : .ipv6, others))
    action = decider.handle(.resolved(preferred, peers))
  }

  /// Waits for the first established connection, and closes all other connection attempts.
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

  /// Starts or completes connection attempts as far as possible without waiting.
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

  /// Continues with the remaining addresses after the winning connection has made no progress.
  public mutating func goOn() { action = decider.handle(.stalled) }

  /// A Boolean value that indicates whether untried addresses or running connection attempts
  /// remain.
  public var hasMore: Bool { decider.hasMore }

  /// The timeout error of the race, with the result of each tried address.
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

  /// Returns the result of a completed connection attempt. Returns `nil` if all attempts are still
  /// in progress.
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
