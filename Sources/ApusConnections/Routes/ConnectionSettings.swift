package import ApusHTTP

/// The settings of a session that its connections depend on.
package struct ConnectionSettings: Sendable {
  package var timeouts = Connections.Timeouts()
  package var pool = Connections.PoolLimits()
  package var dns = Connections.HostNames()
  package var egress = Connections.EgressRules.anywhere
  package var sockets = Connections.Sockets()
  package var proxies = Connections.Proxies.none
  package var tls = Connections.TLSSettings()
  /// The limits of the head and the framing of a response.
  package var message = HTTP.Limits()

  package init() {}
}
