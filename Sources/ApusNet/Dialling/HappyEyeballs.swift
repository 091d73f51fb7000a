/// Decides in which order and when the addresses of a name are dialled, until one answers.
///
/// It owns no socket and knows no clock: the caller tells what happened, and obeys.
///
/// RFC 8305 sections 3 to 5.
public struct HappyEyeballs: Sendable {
  /// A family of addresses.
  public enum Family: Sendable, Hashable {
    case ipv4
    case ipv6

    fileprivate var other: Family { self == .ipv4 ? .ipv6 : .ipv4 }
  }

  /// What happened.
  public enum Event: Sendable, Equatable {
    /// The addresses of a family are known, the best one first; none if there are none.
    case resolved(Family, [SocketAddress])
    /// The timer that a decision started has run out.
    case timerEnded
    /// An attempt has led to a connection.
    case connected(SocketAddress)
    /// An attempt has failed.
    case failed(SocketAddress, NetError)
    /// The connection that was taken comes no further, and the next address is tried beside it.
    case stalled
  }

  /// The action to take.
  public enum Action: Sendable, Equatable {
    /// Nothing before the next event.
    case wait
    /// Start the timer with `resolutionDelay`, for the family that is preferred may still come.
    case awaitPreferred
    /// Dial an address, and start the timer anew with `attemptDelay`.
    case dial(SocketAddress)
    /// Take this connection, and give the other attempts up.
    case finish(SocketAddress)
    /// Every attempt has failed; with the reasons, in the order in which they came.
    case fail([Failure])
  }

  /// An attempt that failed, and why.
  public typealias Failure = FailedAttempt

  /// How long the other family waits for the addresses of the one that is preferred.
  public static let resolutionDelay = Duration.milliseconds(50)
  /// How long an attempt is given before the next one begins beside it.
  public static let attemptDelay = Duration.milliseconds(250)
  /// How many addresses of a name are dialled at most; those beyond are left out.
  public static let addressLimit = 32

  private let preferred: Family
  private var unresolved: Set<Family>
  /// What is left to be dialled of each family.
  private var ipv4: ArraySlice<SocketAddress> = []
  private var ipv6: ArraySlice<SocketAddress> = []
  /// The family whose turn it is.
  private var next: Family
  private var running: [SocketAddress] = []
  /// The attempts that have failed so far, in the order in which they did.
  public private(set) var failures: [Failure] = []
  private var dialled = 0
  private var state = State.resolving

  private enum State {
    /// Nothing has been dialled, because the preferred family may still come.
    case resolving
    /// Attempts may begin.
    case dialling
    /// Nothing is to be done any more.
    case finished
  }

  /// Prefers a family, and expects to be told about each of those that are asked for.
  public init(preferring preferred: Family = .ipv6, asked: Set<Family> = [.ipv4, .ipv6]) {
    self.preferred = asked.contains(preferred) ? preferred : preferred.other
    next = self.preferred
    unresolved = asked
  }

  /// Whether an address is left that was not dialled, or is still being dialled.
  public var hasMore: Bool {
    !running.isEmpty || dialled < Self.addressLimit && !(ipv4.isEmpty && ipv6.isEmpty)
  }

  /// Takes an event and decides; after the end every event but `stalled` is answered with `wait`.
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
      // An attempt that runs keeps its time; what has come now waits for its turn.
      return running.isEmpty ? dialNext() : .wait
    case .finished: return .wait
    }
  }

  /// Dials an address of each family in turn, as long as there are any.
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
