package import ApusHTTP

/// The settings of an HTTP session that affect its connections.
package struct ConnectionSettings: Sendable {
  package var timeouts = Connections.Timeouts()
  package var pool = Connections.PoolLimits()
  package var dns = Connections.HostNames()
  package var egress = Connections.EgressRules.anywhere
  package var sockets = Connections.Sockets()
  package var proxies = Connections.Proxies.none
  package var tls = Connections.TLSSettings()
  /// The limits on the size of response heads and on response framing.
  package var message = HTTP.Limits()

  package init() {}
}
