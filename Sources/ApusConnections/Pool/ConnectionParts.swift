package import ApusHTTP
package import ApusNet

/// The components of an HTTP session that establish connections to servers.
///
/// The components start no thread before a call of `makePool`, so the check of invalid settings
/// starts no thread.
package struct ConnectionParts {
  /// The pool keys of direct connections to servers.
  package let keys: PoolKeys
  /// The router of requests through proxies. The value is `nil` if the session has no proxies.
  package let proxies: ProxyRouter?
  /// The root certificates, policies and client identities for TLS handshakes.
  package let sources: TrustSources
  private let credentials: ProxyCredentials
  private let settings: ConnectionSettings
  private let nursery: Nursery
  private let time: TimeSource

  /// Checks the settings of the session's connections.
  ///
  /// - Parameter ownOrigins: The origins that receive the session's own client identity.
  package init(
    _ settings: ConnectionSettings, _ environment: Environment, _ nursery: Nursery,
    ownOrigins: Set<HTTP.Origin>
  ) throws(ConnectionError) {
    self.settings = settings
    self.nursery = nursery
    time = environment.time
    sources = try TrustSources(settings.tls, environment, nursery, ownOrigins)
    keys = PoolKeys(sources, environment.time)
    credentials = ProxyCredentials(environment.random)
    do throws(Connections.InvalidSetting) {
      proxies = try ProxyRouter(settings, keys, credentials, environment.time)
    } catch {
      throw .setting(error)
    }
  }

  /// Creates the connection pool of the session.
  ///
  /// - Parameters:
  ///   - loops: The event loops of the connections. With `nil`, the connections use the event loops
  ///     that sessions share.
  ///   - monitor: The receiver of events about connections.
  ///   - connector: The function that connects to an origin within the process in place of the
  ///     network.
  package func makePool(
    on loops: SessionLoops?, _ monitor: (any DialMonitor)?, connector: Dialer.Connector?
  ) throws(ConnectionError) -> ConnectionPool {
    let loops = if let loops { loops } else { try SessionLoops.loops(by: time) }
    let dialer = try Dialer(settings, sources, credentials, on: loops, monitor, connector)
    return ConnectionPool(dialer, nursery, settings)
  }
}
