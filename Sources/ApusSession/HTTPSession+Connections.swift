public import ApusConnections

// The settings and errors of the connections, by the names that calls use.

extension HTTPSession {
  /// The identity of a client.
  public typealias ClientIdentity = Connections.ClientIdentity
  /// The rules for the servers that a session may connect to.
  public typealias EgressRules = Connections.EgressRules
  /// The identity of a client for some hosts.
  public typealias HostIdentity = Connections.HostIdentity
  /// The settings of name lookup.
  public typealias HostNames = Connections.HostNames
  /// The error of an invalid setting.
  public typealias InvalidSetting = Connections.InvalidSetting
  /// The settings of TCP keep-alive.
  public typealias KeepAlive = Connections.KeepAlive
  /// The destination of the secrets of TLS connections.
  public typealias KeyLogDestination = Connections.KeyLogDestination
  /// A phase of a request that has a timeout.
  public typealias Phase = Connections.Phase
  /// The pins of some hosts.
  public typealias PinnedHosts = Connections.PinnedHosts
  /// The numbers of connections and of requests that wait for one.
  public typealias PoolGauges = Connections.PoolGauges
  /// The limits of a session's connections.
  public typealias PoolLimits = Connections.PoolLimits
  /// The choice of proxies for requests.
  public typealias Proxies = Connections.Proxies
  /// A proxy.
  public typealias Proxy = Connections.Proxy
  /// A resolver of the caller's own.
  public typealias Resolver = Connections.Resolver
  /// The storage of TLS session tickets.
  public typealias Resumption = Connections.Resumption
  /// A source of revocation lists and OCSP responses.
  public typealias RevocationEvidence = Connections.RevocationEvidence
  /// The root certificates that a session trusts.
  public typealias Roots = Connections.Roots
  /// The facts of a TLS connection.
  public typealias SecuredConnection = Connections.SecuredConnection
  /// The settings of sockets.
  public typealias Sockets = Connections.Sockets
  /// The settings of trust and TLS.
  public typealias TLSSettings = Connections.TLSSettings
  /// The timeouts of a request's phases.
  public typealias Timeouts = Connections.Timeouts
  /// A function that decides about a server's certificate.
  public typealias TrustChallenge = Connections.TrustChallenge
  /// The error of a file or provider of certificates.
  public typealias TrustSourceError = Connections.TrustSourceError
}

extension HTTPSessionError {
  /// The refusal of a connection by the egress rules.
  public typealias EgressRefusal = Connections.EgressRefusal
  /// An error of the network or of a file.
  public typealias NetworkFault = Connections.NetworkFault
  /// The error of a server that speaks another protocol.
  public typealias OtherProtocol = Connections.OtherProtocol
  /// An error of a proxy.
  public typealias ProxyFault = Connections.ProxyFault
  /// An error of a SOCKS5 proxy.
  public typealias SOCKSFault = Connections.SOCKSFault
  /// An error of TLS.
  public typealias TLSFault = Connections.TLSFault
  /// The refusal of a server's certificate.
  public typealias TrustFailure = Connections.TrustFailure
}
