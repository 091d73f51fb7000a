public import ApusConnections

// The type aliases shorten the names of connection settings and connection errors inside
// `HTTPSession`.

extension HTTPSession {
  /// The client certificate chain and private key that a session uses for TLS.
  public typealias ClientIdentity = Connections.ClientIdentity
  /// The rules for the servers that a session may connect to.
  public typealias EgressRules = Connections.EgressRules
  /// The client certificate of a session for the servers of some hosts.
  public typealias HostIdentity = Connections.HostIdentity
  /// The settings for the lookup of host names.
  public typealias HostNames = Connections.HostNames
  /// An invalid setting, with its name, its value and the expected values.
  public typealias InvalidSetting = Connections.InvalidSetting
  /// The settings of TCP keep-alive probes.
  public typealias KeepAlive = Connections.KeepAlive
  /// The destination of the TLS key log, which contains the secrets of TLS connections.
  public typealias KeyLogDestination = Connections.KeyLogDestination
  /// A phase of a request that has a timeout.
  public typealias Phase = Connections.Phase
  /// The pinned public keys of some hosts.
  public typealias PinnedHosts = Connections.PinnedHosts
  /// The current numbers of open connections and of requests that wait for a connection.
  public typealias PoolGauges = Connections.PoolGauges
  /// The limits of a session's connection pool.
  public typealias PoolLimits = Connections.PoolLimits
  /// The proxies for the requests of a session.
  public typealias Proxies = Connections.Proxies
  /// A proxy server, with its protocol, address and credential.
  public typealias Proxy = Connections.Proxy
  /// A resolver that looks up host names in place of the system's resolver.
  public typealias Resolver = Connections.Resolver
  /// The storage of the session tickets that resume TLS connections.
  public typealias Resumption = Connections.Resumption
  /// The sources of revocation lists (CRLs) and OCSP responses, in addition to stapled responses.
  public typealias RevocationEvidence = Connections.RevocationEvidence
  /// The root certificates that a session trusts.
  public typealias Roots = Connections.Roots
  /// The result of the TLS handshake with a server.
  public typealias SecuredConnection = Connections.SecuredConnection
  /// The local address and the socket options of a session's connections.
  public typealias Sockets = Connections.Sockets
  /// The settings of TLS and of certificate verification.
  public typealias TLSSettings = Connections.TLSSettings
  /// The timeouts of the phases of a request.
  public typealias Timeouts = Connections.Timeouts
  /// A function that accepts or rejects the certificate of a server.
  public typealias TrustChallenge = Connections.TrustChallenge
  /// The reason that root certificates or client keys could not be loaded.
  public typealias TrustSourceError = Connections.TrustSourceError
}

extension HTTPSessionError {
  /// A connection that the egress rules of the session forbid.
  public typealias EgressRefusal = Connections.EgressRefusal
  /// A failure of the network or of a file operation.
  public typealias NetworkFault = Connections.NetworkFault
  /// The protocol that a server uses instead of the protocol of the request.
  public typealias OtherProtocol = Connections.OtherProtocol
  /// The failure of a proxy to forward a request to the server.
  public typealias ProxyFault = Connections.ProxyFault
  /// The reason that a SOCKS5 proxy did not make a connection.
  public typealias SOCKSFault = Connections.SOCKSFault
  /// A failure of TLS during the handshake or later.
  public typealias TLSFault = Connections.TLSFault
  /// The failed verification of a server's certificate.
  public typealias TrustFailure = Connections.TrustFailure
}
