internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509

/// Where the handshakes of a session get their trust from, asked at each of them.
final class TrustSources: Sendable {
  let settings: HTTPSession.TLSSettings
  let tickets: Tickets
  let chains = KnownChains()
  /// Where handshakes take random bytes from.
  let random: any RandomSource
  private let policies: TLS.Policies
  private let names: [CanonicalHost: CanonicalHost]

  /// What a session's settings come to, or what is wrong with them.
  init(
    _ settings: HTTPSession.TLSSettings, _ environment: Environment, _ nursery: Nursery
  ) throws(HTTPSessionError.Reason) {
    self.settings = settings
    random = environment.random
    let now = UnixTime(secondsSinceEpoch: environment.time.wallMilliseconds / 1_000)
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
    tickets = Tickets(settings.resumption, nursery)
  }

  /// The trust of a handshake with a host now: files that have changed are read again.
  func trust(of host: CanonicalHost) throws(HTTPSessionError.Reason) -> HandshakeTrust {
    let name = names[host] ?? host
    let policy = policies.policy(for: name)
    do {
      let roots = try settings.roots.roots()
      let identity = try settings.identity?.identity()
      return HandshakeTrust(
        name: name, policy: policy, roots: roots, identity: identity,
        security: TLS.SecurityIdentity(
          policies.digest(for: name), roots: roots, clients: identity.map { [$0] } ?? []))
    } catch let error as HTTPSession.TrustSourceError {
      throw .trustSource(error)
    } catch {
      throw .trustSource(.provider("\(error)"))
    }
  }
}
