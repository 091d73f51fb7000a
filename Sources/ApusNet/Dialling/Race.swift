/// Dials the addresses of a name side by side, and takes the first that answers.
///
/// It obeys `HappyEyeballs`. One task waits at one doorbell, which each attempt rings and at which
/// the time of the next one ends the wait; there is no task for an attempt.
struct Race {
  private let rules: DialRules
  private let loop: EventLoop
  private let bell: Doorbell
  private var decider: HappyEyeballs
  /// What the decider said when it knew all addresses.
  private let start: HappyEyeballs.Action
  /// Attempts that have neither succeeded nor failed.
  private var attempts: [Socket] = []
  /// When the next attempt begins although another still runs.
  private var timer = Deadline.never

  /// A race of addresses, the best one first. What is in the list twice is dialled once, and what
  /// stands beyond as many as the system's resolver gives is left out.
  init(_ hosts: [HostAddress], port: UInt16, by rules: DialRules, on loop: EventLoop) {
    self.rules = rules
    self.loop = loop
    bell = Doorbell(on: loop)
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
    start = decider.handle(.resolved(preferred, peers))
  }

  /// Runs the race; nothing is left of the attempts that did not win.
  mutating func run(until deadline: Deadline) async throws(NetError) -> Socket {
    defer { for socket in attempts { socket.close() } }
    var action = start
    while true {
      switch action {
      case .dial(let peer): action = dial(peer)
      case .wait, .awaitPreferred: action = try await next(until: deadline)
      case .finish(let peer):
        guard let index = attempts.firstIndex(where: { $0.peer == peer }) else { throw .closed }
        return attempts.remove(at: index)
      case .fail(let failures): throw .noneAnswered(failures)
      }
    }
  }

  private mutating func dial(_ peer: SocketAddress) -> HappyEyeballs.Action {
    timer = .after(HappyEyeballs.attemptDelay)
    do throws(NetError) {
      attempts.append(try Socket.begin(to: peer, by: rules, on: loop).socket)
      return .wait
    } catch {
      return decider.handle(.failed(peer, error))
    }
  }

  /// Waits until something has become of an attempt, or it is time for the next one.
  private mutating func next(until deadline: Deadline) async throws(NetError)
    -> HappyEyeballs.Action
  {
    if let event = takeEvent() { return decider.handle(event) }
    let wakeup = await bell.wait(until: min(deadline, timer))
    switch wakeup {
    case .rung: return .wait
    case .timedOut where !deadline.isPast:
      timer = .never
      return decider.handle(.timerEnded)
    case .timedOut, .cancelled, .shutDown:
      throw NetError(wakeup, .connect, attempts.first?.peer)
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
