internal import ApusNames

/// A queue of blocking name look-ups. Each registrable domain uses at most two threads.
///
/// A look-up blocks its thread for as long as the C library waits for an unresponsive name server.
/// The names of one domain have the same name servers, so further names of that domain wait in the
/// queue. The remaining threads look up names of other domains.
final class LookUpQueue: Sendable {
  /// The maximum number of parallel look-ups for one registrable domain.
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
    /// A closure that removes the look-up from the pool's queue and returns whether the look-up was
    /// in the queue.
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

  /// The number of look-ups that wait for other look-ups of the same domain.
  var waitingCount: Int { state.withLock(\.waitingCount) }

  /// Looks up a host name by `call` on a pool thread. Calls `fail` with an error if the look-up
  /// cannot start. Returns a closure that cancels a queued look-up.
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

  /// Starts the next queued look-up of a domain after an earlier look-up has ended.
  private func startNext(of domain: DomainName) {
    while let request = takeNext(of: domain) {
      do throws(NetError) {
        return try start(request)
      } catch {
        request.fail(error)
      }
    }
  }

  /// Removes and returns the oldest queued look-up of a domain. Releases the domain's thread if no
  /// look-up waits.
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
