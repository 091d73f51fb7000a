internal import ApusBytes
package import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS
internal import ApusX509
internal import ApusX509Files

/// The sources of trust for a session's handshakes, which each handshake queries.
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
  /// The client identities for servers of some hosts, and for the session's own origins.
  private let identities: [(hosts: TLS.HostPattern, identity: Connections.ClientIdentity)]
  private let ownOrigins: Set<HTTP.Origin>
  private let time: TimeSource
  /// The files that could not be read again, with the time when the session noticed the failure.
  private let broken = Lock<[ObjectIdentifier: BrokenFile]>([:])

  private struct BrokenFile {
    var error: Connections.TrustSourceError
    let since: Deadline
  }

  /// Creates the sources of trust from a session's settings. Throws an error that describes an
  /// invalid setting.
  ///
  /// The session sends its own identity only to its own origins.
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

  /// Returns the client identity for an origin's server: the identity for the host, or the identity
  /// for the session's own origins.
  private func identity(for origin: HTTP.Origin) -> Connections.ClientIdentity? {
    if let named = identities.first(where: { $0.hosts.matches(origin.host) }) {
      return named.identity
    }
    return ownOrigins.contains(origin) ? settings.identity : nil
  }

  /// Returns whether the settings contain at most one client identity for an origin's server.
  private func hasOneIdentity(for origin: HTTP.Origin) -> Bool {
    let named = identities.filter { identity in identity.hosts.matches(origin.host) }.count
    let own = settings.identity != nil && ownOrigins.contains(origin) ? 1 : 0
    return named + own <= 1
  }

  /// Returns whether the settings disable a check of an origin's server.
  package func liftsChecks(of origin: HTTP.Origin) -> Bool {
    !policies.policy(for: names[origin.host] ?? origin.host).danger.isEmpty
  }

  /// Returns whether handshakes with an origin depend on files.
  func hasFiles(for origin: HTTP.Origin) -> Bool { !files(for: origin).isEmpty }

  /// Reads changed trust files again, for a handshake with an origin.
  func refresh(for origin: HTTP.Origin) async {
    for files in files(for: origin) { await files.refresh() }
  }

  private func files(for origin: HTTP.Origin) -> [any TrustFiles] {
    settings.roots.files
      + [settings.revocation?.files, identity(for: origin)?.files].compactMap(\.self)
  }

  /// Returns the trust settings of a handshake with an origin, from the last reading of the trust
  /// files.
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

  /// Checks that the last reading is still the content of the files, or has not been outdated for
  /// too long.
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
