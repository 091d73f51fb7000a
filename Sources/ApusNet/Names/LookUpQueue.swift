internal import ApusNames

/// Look-ups that wait for a thread of a pool, of which one domain has two at most.
///
/// A server that does not answer holds a thread for as long as the C library waits. As names of
/// one domain have the same servers, its other names wait, and the threads that are left look up
/// the names of others.
final class LookUpQueue: Sendable {
  /// How many names of a registrable domain are looked up at a time.
  static let domainLimit = 2

  private let pool: BlockingPool
  private let state = Lock(State())

  private struct State {
    var running: [DomainName: Int] = [:]
    var waiting: [DomainName: [Request]] = [:]
    var waitingCount = 0
  }

  private final class Request: Sendable {
    let domain: DomainName
    let call: @Sendable () -> Void
    let fail: @Sendable (NetError) -> Void
    /// Takes it out of the pool's queue, and says whether it was there.
    let withdraw = Lock<(@Sendable () -> Bool)?>(nil)

    init(
      _ domain: DomainName, _ call: @escaping @Sendable () -> Void,
      _ fail: @escaping @Sendable (NetError) -> Void
    ) {
      self.domain = domain
      self.call = call
      self.fail = fail
    }
  }

  init(pool: BlockingPool) { self.pool = pool }

  /// How many look-ups wait until others of their domains have ended.
  var waitingCount: Int { state.withLock(\.waitingCount) }

  /// Has a thread look a name up by `call`, or says by `fail` why none will; returns what gives
  /// that up if it has not begun.
  func begin(
    _ name: DomainName, _ call: @escaping @Sendable () -> Void,
    orFail fail: @escaping @Sendable (NetError) -> Void
  ) throws(NetError) -> @Sendable () -> Void {
    let request = Request(name.registrableDomain ?? name, call, fail)
    let mayStart = try state.withLock { (state) throws(NetError) in
      let count = state.running[request.domain, default: 0]
      guard count >= Self.domainLimit else {
        state.running[request.domain] = count + 1
        return true
      }
      guard state.waitingCount < pool.queueLimit else {
        throw .tooMuchQueued(limit: pool.queueLimit)
      }
      state.waiting[request.domain, default: []].append(request)
      state.waitingCount += 1
      return false
    }
    if mayStart {
      do throws(NetError) {
        try start(request)
      } catch {
        startNext(of: request.domain)
        throw error
      }
    }
    return { [self] in giveUp(request) }
  }

  private func start(_ request: Request) throws(NetError) {
    let withdraw = try pool.begin { [self] in
      request.call()
      startNext(of: request.domain)
    }
    request.withdraw.withLock { $0 = withdraw }
  }

  /// Lets the next look-up of a domain have the place of one that has ended.
  private func startNext(of domain: DomainName) {
    while let request = takeNext(of: domain) {
      do throws(NetError) {
        return try start(request)
      } catch {
        request.fail(error)
      }
    }
  }

  /// The look-up that has waited longest; the place is given back if there is none.
  private func takeNext(of domain: DomainName) -> Request? {
    state.withLock { state in
      guard var waiting = state.waiting[domain], !waiting.isEmpty else {
        let count = state.running[domain, default: 1]
        state.running[domain] = count > 1 ? count - 1 : nil
        return nil
      }
      state.waitingCount -= 1
      defer { state.waiting[domain] = waiting.isEmpty ? nil : waiting }
      return waiting.removeFirst()
    }
  }

  private func giveUp(_ request: Request) {
    let hasWaited = state.withLock { state in
      guard let index = state.waiting[request.domain]?.firstIndex(where: { $0 === request }) else {
        return false
      }
      state.waiting[request.domain]?.remove(at: index)
      state.waitingCount -= 1
      return true
    }
    guard !hasWaited else { return }
    let withdraw = request.withdraw.withLock { withdraw in
      defer { withdraw = nil }
      return withdraw
    }
    if withdraw?() == true { startNext(of: request.domain) }
  }
}
