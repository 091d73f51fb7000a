/// Decides when to dial each address of a name, until one responds.
///
/// It has no socket and no clock: the caller reports events and performs the actions.
///
/// RFC 8305 sections 3 to 5.
public struct HappyEyeballs: Sendable {
  /// A family of addresses.
  public enum Family: Sendable, Hashable {
    case ipv4
    case ipv6

    fileprivate var other: Family { self == .ipv4 ? .ipv6 : .ipv4 }
  }

  /// An event that the caller reports.
  public enum Event: Sendable, Equatable {
    /// The addresses of a family are known, the best one first; empty if there are none.
    case resolved(Family, [SocketAddress])
    /// The timer of a previous action has fired.
    case timerEnded
    /// An attempt has succeeded.
    case connected(SocketAddress)
    /// An attempt has failed.
    case failed(SocketAddress, NetError)
    /// The chosen connection makes no progress, and the next address is tried in parallel.
    case stalled
  }

  /// The action to take.
  public enum Action: Sendable, Equatable {
    /// Wait for the next event.
    case wait
    /// Start the timer with `resolutionDelay`, because the preferred family may still resolve.
    case awaitPreferred
    /// Dial an address, and restart the timer with `attemptDelay`.
    case dial(SocketAddress)
    /// Use this connection and cancel the other attempts.
    case finish(SocketAddress)
    /// Every attempt has failed, with the failures in order.
    case fail([Failure])
  }

  /// A failed attempt and its error.
  public typealias Failure = FailedAttempt

  /// The time that the other family waits for addresses of the preferred one.
  public static let resolutionDelay = Duration.milliseconds(50)
  /// The time between the start of an attempt and the start of the next one.
  public static let attemptDelay = Duration.milliseconds(250)
  /// The maximum number of addresses of a name that are dialled; further ones are ignored.
  public static let addressLimit = 32

  private let preferred: Family
  private var unresolved: Set<Family>
  /// The addresses of each family that have not been dialled yet.
  private var ipv4: ArraySlice<SocketAddress> = []
  private var ipv6: ArraySlice<SocketAddress> = []
  /// The family of the next attempt.
  private var next: Family
  private var running: [SocketAddress] = []
  /// The failed attempts so far, in order.
  public private(set) var failures: [Failure] = []
  private var dialled = 0
  private var state = State.resolving

  private enum State {
    /// No address has been dialled, because the preferred family may still resolve.
    case resolving
    /// Attempts may begin.
    case dialling
    /// There is nothing more to do.
    case finished
  }

  /// Prefers a family, and expects the addresses of each family in `asked`.
  public init(preferring preferred: Family = .ipv6, asked: Set<Family> = [.ipv4, .ipv6]) {
    self.preferred = asked.contains(preferred) ? preferred : preferred.other
    next = self.preferred
    unresolved = asked
  }

  /// A Boolean value that indicates whether an address is still undialled or being dialled.
  public var hasMore: Bool {
    !running.isEmpty || dialled < Self.addressLimit && !(ipv4.isEmpty && ipv6.isEmpty)
  }

  /// Handles an event and returns the next action.
  ///
  /// After the end, the action is `wait` for every event except `stalled`.
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
      // A running attempt keeps its time; the new addresses wait for their turn.
      return running.isEmpty ? dialNext() : .wait
    case .finished: return .wait
    }
  }

  /// Dials an address of each family in turn, while there are any.
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
