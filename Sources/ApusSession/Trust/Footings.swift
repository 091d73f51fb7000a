internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509

/// What the handshakes of a session stand on, asked for at each of them.
final class Footings: Sendable {
  let settings: HTTPSession.TLSSettings
  let tickets: Tickets
  let chains = KnownChains()
  private let policies: TLS.Policies
  private let names: [CanonicalHost: CanonicalHost]
  /// What connections are made for, as it was found out a moment ago.
  private let keys = Lock<[HTTP.Origin: (key: PoolKey, until: Deadline)]>([:])

  /// How many origins are remembered.
  private static let keyLimit = 1_024
  /// How long a connection is used before files are looked at again that nobody dials for.
  private static let keyLifetime: Duration = .seconds(1)

  /// What a session's settings come to, or what is wrong with them.
  init(_ settings: HTTPSession.TLSSettings) throws(HTTPSessionError.Reason) {
    self.settings = settings
    let now = X509.Moment(secondsSinceEpoch: WallClock.secondsSinceEpoch)
    do throws(TLS.PolicyError) {
      policies = try settings.resolved(at: now)
    } catch {
      throw .policy(error)
    }
    do throws(HTTPSession.InvalidSetting) {
      names = try settings.canonicalServerNames()
      try settings.expectServers()
    } catch {
      throw .setting(error)
    }
    tickets = Tickets(settings.resumption)
  }

  /// What a handshake with a host stands on now: files that have changed are read again.
  func footing(of host: CanonicalHost) throws(HTTPSessionError.Reason) -> Footing {
    let name = names[host] ?? host
    let policy = policies.policy(for: name)
    do {
      let roots = try settings.roots.roots()
      let identity = try settings.identity?.identity()
      return Footing(
        name: name, policy: policy, roots: roots, identity: identity,
        security: TLS.SecurityIdentity(
          policies.digest(for: name), roots: roots, client: identity))
    } catch let error as HTTPSession.TrustSourceError {
      throw .trustSource(error)
    } catch {
      throw .trustSource(.provider("\(error)"))
    }
  }

  /// What a connection to an origin must have been made for.
  ///
  /// Providers are asked once a second at most, so that a kept connection costs no system call.
  func key(for origin: HTTP.Origin) throws(HTTPSessionError.Reason) -> PoolKey {
    if settings.challenge == nil, let challenge = HTTPSession.TrustChallenge.ofRequests {
      let security = try footing(of: origin.host).security
      return PoolKey(origin, security: security, challenge: challenge)
    }
    let now = Deadline.now
    if let known = keys.withLock({ $0[origin] }), now < known.until { return known.key }
    let security = try footing(of: origin.host).security
    return keys.withLock { keys in
      var key = PoolKey(origin, security: security)
      if let known = keys[origin], known.key == key { key = known.key }
      if keys.count >= Self.keyLimit { keys = [:] }
      keys[origin] = (key, now + Self.keyLifetime)
      return key
    }
  }
}
