internal import ApusConnections

extension ConnectionSettings {
  /// Creates the connection settings from the configuration of a session.
  init(_ configuration: HTTPSession.Configuration) {
    self.init()
    timeouts = configuration.timeouts
    pool = configuration.pool
    dns = configuration.dns
    egress = configuration.egress
    sockets = configuration.sockets
    proxies = configuration.proxies
    tls = configuration.tls
    message = configuration.limits.message
  }
}
