public import ApusNames

/// The resolver of host names, with a cache.
///
/// A literal IP address, an overridden name and a special name such as `localhost` need no look-up.
/// Callers that need the same name share one look-up. The look-up is cancelled when no caller waits
/// for its result, and a late result is still cached.
///
/// Expired addresses are used for a limited time while they are refreshed. Clients can therefore
/// continue to use a known name if its name server does not respond.
public final class Names: Sendable {
  /// The lifetimes of cached look-up results, and the overridden host names.
  public struct Configuration: Sendable {
    /// The lifetime of cached addresses, 30 seconds by default.
    ///
    /// The C library does not report the TTL of an address.
    public var lifetime = Duration.seconds(30)
    /// The time that expired addresses are used while they are refreshed; 600 seconds by default.
    public var staleLifetime = Duration.seconds(600)
    /// The lifetime of a negative look-up result; 5 seconds by default.
    public var unknownLifetime = Duration.seconds(5)
    /// The maximum number of cached host names; 1,024 by default.
    public var limit = 1024
    /// The addresses of host names that are never looked up; empty by default.
    ///
    /// An empty list of addresses makes a host name unknown.
    public var overrides: [DomainName: [HostAddress]] = [:]

    /// Creates the default configuration of the cache.
    ///
    /// Cached addresses are valid for 30 seconds, and may be used for 10 more minutes while they
    /// are refreshed. Negative results are valid for 5 seconds. The cache contains at most 1,024
    /// names.
    public init() {}
  }

  private struct State {
    var cache: NameCache
    var lookUps: [String: LookUp] = [:]
    /// The number of times that the name cache was cleared.
    var epoch = 0
  }

  private let resolver: any HostResolver
  private let configuration: Configuration
  private let loop: EventLoop
  private let state: Lock<State>

  /// Creates a caching resolver of host names, with the deadlines of an event loop.
  public init(
    _ resolver: any HostResolver = SystemResolver(), configuration: Configuration = .init(),
    on loop: EventLoop
  ) {
    self.resolver = resolver
    self.configuration = configuration
    self.loop = loop
    state = Lock(State(cache: NameCache(limit: max(1, configuration.limit))))
  }

  /// Returns the addresses of a host in order of preference, which are never empty.
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

  /// Clears the name cache, for example after the network has changed.
  public func forget() {
    state.withLock { state in
      state.cache.removeAll()
      state.lookUps = [:]
      state.epoch += 1
    }
  }

  /// Removes a name from the cache, for example after none of its addresses has responded.
  public func forget(_ name: DomainName) { state.withLock { $0.cache.remove(name) } }

  /// Returns the result for an overridden or special host name. Returns `nil` for any other name.
  private func known(_ name: DomainName) -> NameCache.Answer? {
    if let given = configuration.overrides[name] {
      return given.isEmpty ? .unknown : .addresses(given)
    }
    if let special = SpecialName(name) { return special.answer }
    // The operating system appends search domains only to a name without a trailing dot.
    guard !name.hasTrailingDot else { return nil }
    let known = state.withLock { $0.cache.answer(for: name, at: .now) }
    if known?.mustAskAgain == true { askAgain(name) }
    return known?.answer
  }

  /// Looks up an expired host name again in the background.
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

  /// Waits for a look-up of the host name in progress, or starts a new look-up.
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

  /// Caches the result of a look-up, unless the cache was cleared since the look-up began.
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
