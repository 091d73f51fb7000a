package import ApusHTTP
internal import ApusNet
internal import ApusTLS

/// A cache of the current pool key for each origin.
package final class PoolKeys: Sendable {
  private let sources: TrustSources
  private let time: TimeSource
  private let known = Lock<[HTTP.Origin: (key: PoolKey, until: Deadline)]>([:])

  /// The maximum number of cached pool keys.
  private static let limit = 1_024
  /// The time that a cached pool key is valid before the trust files are checked again.
  private static let lifetime: Duration = .seconds(1)

  init(_ sources: TrustSources, _ time: TimeSource) {
    self.sources = sources
    self.time = time
  }

  /// Returns the cached pool key for an origin. Returns `nil` if the key is older than one second.
  ///
  /// With a cached key, a request on a reused connection makes no system call for files.
  package func known(for origin: HTTP.Origin) throws(ConnectionError) -> PoolKey? {
    guard origin.scheme.isSecure else {
      guard !sources.refusesClearText else { throw .clearText(origin) }
      return PoolKey(origin)
    }
    guard sources.settings.challenge != nil || Connections.TrustChallenge.ofRequests == nil else {
      return nil
    }
    let now = time.now
    guard let known = known.withLock({ $0[origin] }), now < known.until else { return nil }
    return known.key
  }

  /// Returns the pool key for a request to an origin, after a check of the origin's trust files.
  package func key(
    for request: borrowing HTTP.Request, to origin: HTTP.Origin, within deadlines: Deadlines?
  ) async throws(ConnectionError) -> PoolKey {
    let own = request.options.ownConnection
    return try await key(for: origin, within: deadlines).with(own)
  }

  /// Returns the pool key for an origin, after a check of the origin's trust files.
  ///
  /// The deadlines of the call limit the wait for the files.
  func key(
    for origin: HTTP.Origin, within deadlines: Deadlines?
  ) async throws(ConnectionError) -> PoolKey {
    if let known = try known(for: origin) { return known }
    let now = time.now
    if sources.hasFiles(for: origin) { try await refresh(for: origin, deadlines) }
    // A cancelled task returns before the files were checked.
    if Task.isCancelled { throw .cancelled }
    if sources.settings.challenge == nil, let challenge = Connections.TrustChallenge.ofRequests {
      let security = try sources.trust(of: origin).security
      return PoolKey(origin, security: security, challenge: challenge)
    }
    let security = try sources.trust(of: origin).security
    return known.withLock { keys in
      var key = PoolKey(origin, security: security)
      if let known = keys[origin], known.key == key { key = known.key }
      if keys.count >= Self.limit { keys = [:] }
      keys[origin] = (key, now + Self.lifetime)
      return key
    }
  }

  /// Reloads the changed trust files of an origin. If the disk does not respond, the call waits
  /// until its deadline, and the reading continues in the background.
  private func refresh(
    for origin: HTTP.Origin, _ deadlines: Deadlines?
  ) async throws(ConnectionError) {
    guard let deadlines, let left = deadlines.request.remaining(from: time.now) else {
      return await sources.refresh(for: origin)
    }
    do throws(NetError) {
      let loop = try EventLoop.shared()
      let task = BoundedTask(
        loop: loop, deadline: .after(left), executor: loop.executorOfOthers)
      _ = try await task.run { [sources] in await sources.refresh(for: origin) }
    } catch {
      throw deadlines.error(error, in: .total)
    }
  }
}
