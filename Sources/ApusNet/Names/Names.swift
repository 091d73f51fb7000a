public import ApusNames

/// The addresses of hosts.
///
/// An address is its own, some names are given or special, and others are looked up and
/// remembered. Those who ask for a name while it is looked up wait for the same answer. Once
/// no one waits any more, the look-up is given up; an answer that comes all the same is kept.
///
/// Addresses that have expired are used for some time more while they are looked up again, so that
/// a server that has fallen silent stops no one who has been there before.
public final class Names: Sendable {
  /// How long answers hold, and which names are given.
  public struct Configuration: Sendable {
    /// How long addresses are used; the C library does not tell how long they hold.
    public var lifetime = Duration.seconds(30)
    /// How long addresses that have expired are used while they are looked up again.
    public var staleLifetime = Duration.seconds(600)
    /// How long a name stays unknown.
    public var unknownLifetime = Duration.seconds(5)
    /// How many names are remembered.
    public var limit = 1024
    /// The addresses of some names, which are never looked up; none for one that is to be unknown.
    public var overrides: [DomainName: [HostAddress]] = [:]

    /// Creates the default limits.
    ///
    /// Half a minute for addresses and ten more while they are asked for again, five seconds for a
    /// name that is unknown, 1024 names.
    public init() {}
  }

  private struct State {
    var cache: NameCache
    var lookUps: [String: LookUp] = [:]
    /// How often what was learnt has been forgotten.
    var epoch = 0
  }

  private let resolver: any HostResolver
  private let configuration: Configuration
  private let loop: EventLoop
  private let state: Lock<State>

  /// Creates a cache of names in front of a resolver, with the deadlines of a loop.
  public init(
    _ resolver: any HostResolver = SystemResolver(), configuration: Configuration = .init(),
    on loop: EventLoop
  ) {
    self.resolver = resolver
    self.configuration = configuration
    self.loop = loop
    state = Lock(State(cache: NameCache(limit: max(1, configuration.limit))))
  }

  /// Returns the addresses of a host, the best one first; there is one at least.
  public func addresses(
    of host: CanonicalHost, zone: UInt32 = 0, until deadline: Deadline
  ) async throws(NetError) -> [HostAddress] {
    switch host {
    case .ipv4(let address): return [.ipv4(address)]
    case .ipv6(let address): return [.ipv6(address, zone: zone)]
    case .name(let name):
      let answer: NameCache.Answer
      if let known = known(name) {
        answer = known
      } else {
        answer = try await lookUp(name, until: deadline)
      }
      switch answer {
      case .addresses(let addresses): return addresses
      case .unknown: throw .unknownName(name)
      }
    }
  }

  /// Forgets what was learnt, as after the network has changed.
  public func forget() {
    state.withLock { state in
      state.cache.removeAll()
      state.lookUps = [:]
      state.epoch += 1
    }
  }

  /// Forgets what was learnt about a name, as after none of its addresses has answered.
  public func forget(_ name: DomainName) { state.withLock { $0.cache.remove(name) } }

  /// What needs no look-up.
  private func known(_ name: DomainName) -> NameCache.Answer? {
    if let given = configuration.overrides[name] {
      return given.isEmpty ? .unknown : .addresses(given)
    }
    if let special = SpecialName(name) { return special.answer }
    // Search domains are appended to a name without a dot at its end, and not to one with it.
    guard !name.hasTrailingDot else { return nil }
    let known = state.withLock { $0.cache.answer(for: name, at: .now) }
    if known?.mustAskAgain == true { askAgain(name) }
    return known?.answer
  }

  /// Looks a name up for which no one waits.
  private func askAgain(_ name: DomainName) {
    let lookUp: LookUp? = state.withLock { state in
      let key = name.description
      guard state.lookUps[key] == nil else { return nil }
      let lookUp = LookUp(epoch: state.epoch)
      state.lookUps[key] = lookUp
      return lookUp
    }
    if let lookUp { begin(lookUp, name) }
  }

  private func lookUp(
    _ name: DomainName, until deadline: Deadline
  ) async throws(NetError) -> NameCache.Answer {
    let doorbell = Doorbell(on: loop)
    let lookUp = join(name, doorbell)
    while true {
      let wakeup = await doorbell.wait(until: deadline)
      if let answer = lookUp.answer { return NameCache.Answer(try answer.get()) }
      guard case .rung = wakeup else {
        leave(lookUp, name, doorbell)
        throw NetError(wakeup, .resolve, nil)
      }
    }
  }

  /// Waits with those who have asked for the name already, or begins to look it up.
  private func join(_ name: DomainName, _ doorbell: Doorbell) -> LookUp {
    let key = name.description
    let (lookUp, isNew) = state.withLock { state in
      let running = state.lookUps[key]
      let lookUp = running ?? LookUp(epoch: state.epoch)
      lookUp.join(doorbell)
      state.lookUps[key] = lookUp
      return (lookUp, running == nil)
    }
    if isNew { begin(lookUp, name) }
    return lookUp
  }

  private func begin(_ lookUp: LookUp, _ name: DomainName) {
    do throws(NetError) {
      lookUp.begun(try resolver.lookUp(name) { [self] in end(lookUp, name, $0) })
    } catch {
      end(lookUp, name, .failure(error))
    }
  }

  private func leave(_ lookUp: LookUp, _ name: DomainName, _ doorbell: Doorbell) {
    let isLast = state.withLock { state in
      guard lookUp.leave(doorbell) else { return false }
      let key = name.description
      if state.lookUps[key] === lookUp { state.lookUps[key] = nil }
      return true
    }
    if isLast { lookUp.giveUp() }
  }

  /// Keeps what a look-up has ended with, unless all was forgotten since it began.
  private func end(_ lookUp: LookUp, _ name: DomainName, _ answer: HostResolver.Answer) {
    state.withLock { state in
      let key = name.description
      if state.lookUps[key] === lookUp { state.lookUps[key] = nil }
      guard !name.hasTrailingDot, lookUp.epoch == state.epoch, case .success(let found) = answer
      else { return }
      let answer = NameCache.Answer(found)
      let lifetime =
        answer == .unknown ? configuration.unknownLifetime : configuration.lifetime
      state.cache.keep(
        answer, for: name, until: .after(lifetime),
        staleFor: answer == .unknown ? .zero : configuration.staleLifetime, at: .now)
    }
    lookUp.end(answer)
  }
}
