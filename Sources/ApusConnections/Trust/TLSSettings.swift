public import ApusHTTP
internal import ApusNames
public import ApusTLS
internal import ApusX509

extension Connections {
  /// The TLS trust settings and the client identity of a session.
  public struct TLSSettings: Sendable {
    /// The trusted root certificates; the operating system's roots by default.
    public var roots = Roots.system
    /// The revocation lists and OCSP responses in addition to stapled responses; nil by default.
    public var revocation: RevocationEvidence?
    /// The time that the previous content is used after a file cannot be read again.
    ///
    /// The time applies to files of root certificates, revocation evidence and client identities.
    /// After this time, requests fail. The default is one day.
    public var brokenFilesLifetime: Duration = .seconds(86_400)
    /// A callback for a trust file that cannot be read again, which must return quickly.
    ///
    /// The session calls the callback once for each reason. The default is nil.
    public var onBrokenFile: (@Sendable (TrustSourceError) -> Void)?
    /// The pinned keys of hosts, in addition to the pins of any policy; empty by default.
    public var pins: [PinnedHosts] = []
    /// A Boolean value that indicates whether hosts without pins are rejected; false by default.
    public var pinsCoverEveryHost = false
    /// A Boolean value that indicates whether a session with pins may use `http`; false by default.
    ///
    /// A server over `http` has no key to pin.
    public var pinsAllowClearText = false
    /// The trust policy for servers.
    public var policy = TLS.Policy()
    /// The trust policies for servers of some hosts, by the host name pattern; empty by default.
    public var policies: [String: TLS.Policy] = [:]
    /// The client certificate for the session's own servers; nil by default.
    ///
    /// The session's own servers are the servers of the base URL and of `origins`. No other server
    /// receives this certificate.
    public var identity: ClientIdentity?
    /// The client certificates for servers of some hosts, on any origin; empty by default.
    ///
    ///     $0.tls.identities = [.host("api.example.com", try .pem(chain: chain, key: key))]
    ///
    /// The session uses the first certificate that matches a host. A matching certificate takes
    /// precedence over `identity`.
    public var identities: [HostIdentity] = []
    /// The use of a client certificate whose issuer is not in the server's list of authorities.
    ///
    /// A server that requests a client certificate may send a list of certificate authorities. By
    /// default, the session sends an unlisted certificate only if `identities` and `identity`
    /// contain no other certificate for the host. With `.withheld`, the session never sends an
    /// unlisted certificate. The default is `sentIfAlone`.
    ///
    ///     $0.tls.unlistedIdentities = .sent
    public var unlistedIdentities = TLS.UnlistedIdentities.sentIfAlone
    /// The callback that confirms or rejects each server after the policy; nil by default.
    public var challenge: TrustChallenge?
    /// The TLS names of servers that differ from the hosts of their URLs; empty by default.
    ///
    ///     $0.tls.serverNames["10.0.0.7"] = "db.internal"
    ///
    /// The client sends the name as the server name, and the certificate, the policy and the pins
    /// must match the name.
    public var serverNames: [String: String] = [:]
    /// The enabled TLS versions; TLS 1.2 and TLS 1.3 by default.
    public var versions: Set<TLS.Version> = [.tls12, .tls13]
    /// The groups for key agreement, the best group first.
    ///
    /// The default is that of `TLS.ClientConfiguration`. The ClientHello contains public keys for
    /// the first two groups.
    ///
    ///     $0.tls.groups.removeAll { $0 == .x25519MLKEM768 }  // no ML-KEM
    public var groups = TLS.ClientConfiguration().groups
    /// The cipher suites, the best suite first. The default is that of `TLS.ClientConfiguration`.
    ///
    /// A TLS version without a cipher suite is disabled.
    public var suites = TLS.ClientConfiguration().suites
    /// The signature schemes of servers in handshakes, the best scheme first.
    ///
    /// The default is that of `TLS.ClientConfiguration`.
    ///
    /// To reject a curve that is too small, omit the signature scheme of the curve. The minimum
    /// length of RSA keys is `policy.leastRSABitCount`.
    public var signatureSchemes = TLS.ClientConfiguration().signatureSchemes
    /// The additional signature schemes of certificates, and of handshakes in TLS 1.2.
    ///
    /// The default is that of `TLS.ClientConfiguration`.
    public var certificateSchemes = TLS.ClientConfiguration().certificateSchemes
    /// A Boolean value that indicates whether a TLS 1.2 server must support RFC 7627.
    ///
    /// The extended master secret of RFC 7627 binds the keys of a connection to the whole
    /// handshake. The default is false.
    public var requiresExtendedMasterSecret = false
    /// The store of the session tickets that resume connections; in memory by default.
    public var resumption = Resumption.inMemory
    /// A callback for each handshake, which runs before the first request and must return quickly.
    ///
    /// The default is nil.
    public var onHandshake: (@Sendable (SecuredConnection) -> Void)?
    /// The destination of the secrets of each connection; nil, the default, for no destination.
    ///
    /// A person with the lines of the key log can decrypt recorded connections.
    public var keyLog: KeyLogDestination?

    /// Creates the default settings: system roots, all checks, no pins, and no client certificate.
    public init() {}

    /// Returns the trust policy of each host, including the key pins, when a session is created.
    ///
    /// Throws an error if a pin rule has expired, or if no server can satisfy a policy.
    func resolved(at moment: UnixTime) throws(TLS.PolicyError) -> TLS.Policies {
      var rules: [TLS.PinRule] = []
      for hosts in pins { rules.append(try hosts.rule()) }
      var byHost: [(hosts: TLS.HostPattern, policy: TLS.Policy)] = []
      for (text, policy) in policies {
        byHost.append((try TLS.HostPattern(text), try held(policy, to: rules, at: moment)))
      }
      let policy = try held(policy, to: rules, at: moment)
      try expectSomebody([policy] + byHost.map(\.policy))
      return try TLS.Policies(policy, byHost)
    }

    /// Parses the host patterns of the client certificates.
    func hostIdentities() throws(TLS.PolicyError) -> [(TLS.HostPattern, ClientIdentity)] {
      var found: [(TLS.HostPattern, ClientIdentity)] = []
      for one in identities { found.append((try TLS.HostPattern(one.hosts), one.identity)) }
      return found
    }

    /// Returns the configured TLS server names, by the hosts of the URLs.
    func canonicalServerNames() throws(InvalidSetting) -> [CanonicalHost: CanonicalHost] {
      var names: [CanonicalHost: CanonicalHost] = [:]
      for (host, name) in serverNames {
        guard let host = try? CanonicalHost(host) else {
          throw InvalidSetting("tls.serverNames", host, expected: "a host name or an IP address")
        }
        guard let name = try? CanonicalHost(name) else {
          throw InvalidSetting("tls.serverNames", name, expected: "the host name of a server")
        }
        names[host] = name
      }
      return names
    }

    /// Returns the configuration of a client that offers the identity in a handshake.
    ///
    /// - Parameters:
    ///   - identity: The client's identity for the host, or `nil` if the client has none.
    ///   - isAlone: A Boolean value that indicates whether the identity is the only one for the
    ///     host.
    func offer(as identity: TLS.Identity?, isAlone: Bool) -> TLS.ClientConfiguration {
      var offer = TLS.ClientConfiguration()
      offer.versions = versions
      offer.groups = groups
      offer.suites = suites
      offer.signatureSchemes = signatureSchemes
      offer.certificateSchemes = certificateSchemes
      offer.requiresExtendedMasterSecret = requiresExtendedMasterSecret
      offer.applicationProtocols = [Array("http/1.1".utf8)]
      offer.identities = identity.map { [$0] } ?? []
      offer.unlistedIdentities =
        unlistedIdentities == .sentIfAlone && !isAlone ? .withheld : unlistedIdentities
      offer.keyLog = keyLog?.logger
      return offer
    }

    /// Returns a trust policy with additional key pins.
    private func held(
      _ policy: TLS.Policy, to rules: [TLS.PinRule], at moment: UnixTime
    ) throws(TLS.PolicyError) -> TLS.Policy {
      var policy = policy
      policy.rules = try TLS.PinRules(
        policy.rules.rules + rules,
        coversEveryHost: policy.rules.coversEveryHost || pinsCoverEveryHost)
      try policy.rules.expectInForce(at: moment)
      return policy
    }
  }
}

extension Connections.TLSSettings: CustomStringConvertible {
  /// A description of the requirements for servers, including every disabled check.
  public var description: String {
    var parts = ["\(policy)"]
    for (hosts, policy) in policies where !policy.danger.isEmpty {
      parts.append("\(hosts): \(policy.danger)")
    }
    if !pins.isEmpty { parts.append("key pins for \(pins.count) host patterns") }
    return parts.joined(separator: "; ")
  }
}

extension HTTP.ConnectionOptions {
  /// The TLS versions that the request's connection offers.
  ///
  /// The connection offers only versions that the session has enabled.
  public var tlsVersions: Set<TLS.Version>? {
    get { tlsVersionNumbers.map { Set($0.compactMap(TLS.Version.init(rawValue:))) } }
    set { tlsVersionNumbers = newValue.map { Set($0.map(\.rawValue)) } }
  }
}
