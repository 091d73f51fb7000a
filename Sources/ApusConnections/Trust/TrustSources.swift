internal import ApusBytes
package import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509
internal import ApusX509Files

/// The root certificates, revocation lists, policies and client identities for a session's TLS
/// handshakes.
package final class TrustSources: Sendable {
  package let settings: Connections.TLSSettings
  let tickets: Tickets
  let chains = KnownChains()
  /// The source of random bytes for handshakes.
  let random: any RandomSource
  /// A Boolean value that indicates whether requests in clear text are rejected because keys are
  /// pinned.
  let refusesClearText: Bool
  private let policies: TLS.Policies
  private let names: [CanonicalHost: CanonicalHost]
  /// The client certificates for servers of some hosts, by the host pattern.
  private let identities: [(hosts: TLS.HostPattern, identity: Connections.ClientIdentity)]
  private let ownOrigins: Set<HTTP.Origin>
  private let time: TimeSource
  /// The trust files that could not be read again, with the time of the failure.
  private let broken = Lock<[ObjectIdentifier: BrokenFile]>([:])

  private struct BrokenFile {
    var error: Connections.TrustSourceError
    let since: Deadline
  }

  /// Creates the trust sources from the TLS settings of a session. Throws an error that describes
  /// an invalid setting.
  ///
  /// The session sends the certificate of `identity` only to its own origins.
  init(
    _ settings: Connections.TLSSettings, _ environment: Environment, _ nursery: Nursery,
    _ ownOrigins: Set<HTTP.Origin>
  ) throws(ConnectionError) {
    self.ownOrigins = ownOrigins
    time = environment.time
    refusesClearText = settings.refusesClearText
    self.settings = settings
    random = environment.random
    let now = UnixTime(secondsSinceEpoch: environment.time.wallMilliseconds / 1_000)
    do throws(TLS.PolicyError) {
      policies = try settings.resolved(at: now)
      identities = try settings.hostIdentities()
    } catch {
      throw .policy(error)
    }
    do throws(Connections.InvalidSetting) {
      names = try settings.canonicalServerNames()
      try settings.expectServers()
      if ownOrigins.isEmpty { try settings.expectNoBoundIdentity() }
    } catch {
      throw .setting(error)
    }
    tickets = Tickets(settings.resumption, nursery)
  }

  /// Returns the client certificate and key for an origin. A certificate for the host takes
  /// precedence over the certificate for the session's own origins.
  private func identity(for origin: HTTP.Origin) -> Connections.ClientIdentity? {
    if let named = identities.first(where: { $0.hosts.matches(origin.host) }) {
      return named.identity
    }
    return ownOrigins.contains(origin) ? settings.identity : nil
  }

  /// Returns whether the settings contain at most one client certificate for an origin.
  private func hasOneIdentity(for origin: HTTP.Origin) -> Bool {
    let named = identities.filter { identity in identity.hosts.matches(origin.host) }.count
    let own = settings.identity != nil && ownOrigins.contains(origin) ? 1 : 0
    return named + own <= 1
  }

  /// Returns whether the policy for an origin disables a check of the server's certificate.
  package func liftsChecks(of origin: HTTP.Origin) -> Bool {
    !policies.policy(for: names[origin.host] ?? origin.host).danger.isEmpty
  }

  /// Returns whether TLS handshakes with an origin depend on trust files.
  func hasFiles(for origin: HTTP.Origin) -> Bool { !files(for: origin).isEmpty }

  /// Reloads changed trust files before a handshake with an origin.
  func refresh(for origin: HTTP.Origin) async {
    for files in files(for: origin) { await files.refresh() }
  }

  private func files(for origin: HTTP.Origin) -> [any TrustFiles] {
    settings.roots.files
      + [settings.revocation?.files, identity(for: origin)?.files].compactMap(\.self)
  }

  /// Returns the trust settings of a handshake with an origin, as last read from the trust files.
  func trust(of origin: HTTP.Origin) throws(ConnectionError) -> HandshakeTrust {
    let host = origin.host
    let name = names[host] ?? host
    var policy = policies.policy(for: name)
    do {
      let roots = try settings.roots.latest()
      let identity = try identity(for: origin)?.latest()
      let evidence =
        try policy.revocation.policy == .off ? nil : settings.revocation?.latest()
      if let evidence { policy = try policy.informed(by: evidence) }
      for files in files(for: origin) { try expectUsable(files) }
      return HandshakeTrust(
        name: name, policy: policy, roots: roots, identity: identity,
        isIdentityAlone: hasOneIdentity(for: origin),
        security: TLS.SecurityIdentity(
          policies.digest(for: name), roots: roots, clients: identity.map { [$0] } ?? [],
          evidence: evidence))
    } catch let error as Connections.TrustSourceError {
      throw .trustSource(error)
    } catch {
      throw .trustSource(.provider("\(error)"))
    }
  }

  /// Checks that the trust files are current, or became unreadable within the allowed time.
  private func expectUsable(_ files: any TrustFiles) throws(Connections.TrustSourceError) {
    let (failure, now) = (files.failure, time.now)
    let (isNew, since) = broken.withLock { broken in
      let key = ObjectIdentifier(files)
      guard let failure else {
        broken[key] = nil
        return (false, now)
      }
      let known = broken[key]
      broken[key] = BrokenFile(error: failure, since: known?.since ?? now)
      return (known?.error != failure, known?.since ?? now)
    }
    guard let failure else { return }
    if isNew { settings.onBrokenFile?(failure) }
    guard now < since + settings.brokenFilesLifetime else { throw failure }
  }
}
