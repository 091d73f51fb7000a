/// The Happy Eyeballs algorithm, which decides when to connect to each address of a host name.
///
/// The algorithm performs no I/O. The caller reports events and performs the returned actions.
///
/// RFC 8305 sections 3 to 5.
public struct HappyEyeballs: Sendable {
  /// An address family: IPv4 or IPv6.
  public enum Family: Sendable, Hashable {
    case ipv4
    case ipv6

    fileprivate var other: Family { self == .ipv4 ? .ipv6 : .ipv4 }
  }

  /// An event of the name look-up, the timer or a connection attempt.
  public enum Event: Sendable, Equatable {
    /// The name look-up for an address family has completed, with the addresses in order of
    /// preference.
    ///
    /// The array is empty if the host name has no address of the family.
    case resolved(Family, [SocketAddress])
    /// The timer of a previous action has expired.
    case timerEnded
    /// A connection attempt has succeeded.
    case connected(SocketAddress)
    /// A connection attempt has failed.
    case failed(SocketAddress, NetError)
    /// The established connection makes no progress, so the next address is tried in parallel.
    case stalled
  }

  /// The action that the caller of the Happy Eyeballs algorithm must perform.
  public enum Action: Sendable, Equatable {
    /// The caller must wait for the next event of a connection attempt or the timer.
    case wait
    /// The caller must start the timer with `resolutionDelay` and wait for the other address
    /// family.
    case awaitPreferred
    /// The caller must start a connection attempt to an address, and restart the timer with
    /// `attemptDelay`.
    case dial(SocketAddress)
    /// The caller must use the connection to the given address and cancel the other connection
    /// attempts.
    case finish(SocketAddress)
    /// Every connection attempt has failed, and the array contains the failures in order.
    case fail([Failure])
  }

  /// A failed connection attempt with its error.
  public typealias Failure = FailedAttempt

  /// The time that the algorithm waits for addresses of the preferred address family.
  public static let resolutionDelay = Duration.milliseconds(50)
  /// The time between the starts of two successive connection attempts.
  public static let attemptDelay = Duration.milliseconds(250)
  /// The maximum number of connection attempts for a host name.
  ///
  /// Further addresses of the host name are ignored.
  public static let addressLimit = 32

  private let preferred: Family
  private var unresolved: Set<Family>
  /// The addresses of each address family without a connection attempt so far.
  private var ipv4: ArraySlice<SocketAddress> = []
  private var ipv6: ArraySlice<SocketAddress> = []
  /// The address family of the next connection attempt.
  private var next: Family
  private var running: [SocketAddress] = []
  /// The failed connection attempts so far, in order.
  public private(set) var failures: [Failure] = []
  private var dialled = 0
  private var state = State.resolving

  private enum State {
    /// The algorithm waits for the look-up of the preferred address family before the first
    /// connection attempt.
    case resolving
    /// The algorithm may start connection attempts.
    case dialling
    /// The algorithm has finished and ignores further events.
    case finished
  }

  /// Creates the algorithm with a preferred address family and the families of the name look-ups.
  public init(preferring preferred: Family = .ipv6, asked: Set<Family> = [.ipv4, .ipv6]) {
    self.preferred = asked.contains(preferred) ? preferred : preferred.other
    next = self.preferred
    unresolved = asked
  }

  /// A Boolean value that indicates whether untried addresses or running connection attempts
  /// remain.
  public var hasMore: Bool {
    !running.isEmpty || dialled < Self.addressLimit && !(ipv4.isEmpty && ipv6.isEmpty)
  }

  /// Handles an event and returns the next action.
  ///
  /// After the algorithm has finished, the action is `wait` for every event except `stalled`.
  public mutating func handle(_ event: Event) -> Action {
    if event == .stalled {
      state = .dialling
      return dialNext()
    }
    guard state != .finished else { return .wait }
    switch event {
    case .stalled: return .wait
    case .resolved(let family, let addresses): return resolved(family, addresses)
    case .timerEnded:
      state = .dialling
      return dialNext()
    case .connected(let address):
      state = .finished
      running.removeAll { $0 == address }
      return .finish(address)
    case .failed(let address, let error):
      running.removeAll { $0 == address }
      failures.append(Failure(address, error))
      return dialNext()
    }
  }

  private mutating func resolved(_ family: Family, _ addresses: [SocketAddress]) -> Action {
    guard unresolved.remove(family) != nil else { return .wait }
    switch family {
    case .ipv4: ipv4 = addresses[...]
    case .ipv6: ipv6 = addresses[...]
    }
    switch state {
    case .resolving:
      guard family == preferred && !addresses.isEmpty || unresolved.isEmpty else {
        return addresses.isEmpty ? .wait : .awaitPreferred
      }
      state = .dialling
      return dialNext()
    case .dialling:
      // New addresses do not shorten the delay after a running connection attempt.
      return running.isEmpty ? dialNext() : .wait
    case .finished: return .wait
    }
  }

  /// Starts a connection attempt to the next address, alternating between the address families.
  private mutating func dialNext() -> Action {
    guard dialled < Self.addressLimit, let address = takeNext() else {
      let isAll = unresolved.isEmpty || dialled >= Self.addressLimit
      guard running.isEmpty, isAll else { return .wait }
      state = .finished
      return .fail(failures)
    }
    running.append(address)
    dialled += 1
    return .dial(address)
  }

  private mutating func takeNext() -> SocketAddress? {
    for family in [next, next.other] {
      let address = family == .ipv4 ? ipv4.popFirst() : ipv6.popFirst()
      guard let address else { continue }
      next = family.other
      return address
    }
    return nil
  }
}
