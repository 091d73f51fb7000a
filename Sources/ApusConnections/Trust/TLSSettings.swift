internal import ApusNames
public import ApusTLS
internal import ApusX509

extension Connections {
  /// Whom a session trusts, and who it is itself.
  public struct TLSSettings: Sendable {
    /// Whom to trust to vouch for servers.
    public var roots = Roots.system
    /// Revocation lists and OCSP responses, besides those that servers staple.
    public var revocation: RevocationEvidence?
    /// How long what was read before is used after a file cannot be read again.
    ///
    /// That holds for files of roots, of lists and of identities. When it is over, requests fail.
    public var brokenFilesLifetime: Duration = .seconds(86_400)
    /// Told when a file of trust cannot be read again, once for each reason; it must be quick.
    public var onBrokenFile: (@Sendable (TrustSourceError) -> Void)?
    /// Which keys which hosts must have in their path, whatever policy they are held to.
    public var pins: [PinnedHosts] = []
    /// Whether a host is refused that no pins are about.
    public var pinsCoverEveryHost = false
    /// Whether a session that pins may ask servers by `http`, where there is nothing to pin.
    public var pinsAllowClearText = false
    /// What servers are held to.
    public var policy = TLS.Policy()
    /// What servers of some hosts are held to instead, by the pattern of their names.
    public var policies: [String: TLS.Policy] = [:]
    /// Who the session is to its own servers, if they ask for a certificate.
    ///
    /// Those are the base's and the ones in `origins`. No other server is shown it.
    public var identity: ClientIdentity?
    /// Who the session is to servers of some hosts, whatever their origin.
    ///
    ///     $0.tls.identities = [.host("api.example.com", try .pem(chain: chain, key: key))]
    ///
    /// Of several that fit a host the first one counts, and before `identity`.
    public var identities: [HostIdentity] = []
    /// The treatment of an identity that no authority in the server's list has issued.
    ///
    /// A server that requests a certificate may send a list of authorities. By default an identity
    /// that none of them has issued is sent if it is the only one that `identities` and `identity`
    /// name for the host. If they name several, it is withheld, and so is it with `.withheld`.
    ///
    ///     $0.tls.unlistedIdentities = .sent
    public var unlistedIdentities = TLS.UnlistedIdentities.sentIfAlone
    /// Who is asked about each server once the policy has judged it.
    public var challenge: TrustChallenge?
    /// The names of servers in TLS where those are not the hosts of their URLs.
    ///
    ///     $0.tls.serverNames["10.0.0.7"] = "db.internal"
    ///
    /// The server is asked for by that name, and its certificate, policy and pins are that name's.
    public var serverNames: [String: String] = [:]
    /// The versions that are spoken.
    public var versions: Set<TLS.Version> = [.tls12, .tls13]
    /// The groups in which keys can be agreed on, the best first.
    ///
    /// Of the first two a public key is sent at once.
    ///
    ///     $0.tls.groups.removeAll { $0 == .x25519MLKEM768 }  // no ML-KEM
    public var groups = TLS.ClientConfiguration().groups
    /// The cipher suites, the best first; a version without a suite is not spoken.
    public var suites = TLS.ClientConfiguration().suites
    /// How servers may sign handshakes, the best way first.
    ///
    /// A curve that is too small is refused by leaving out its scheme. How long RSA keys must be
    /// stands in `policy.leastRSABitCount`.
    public var signatureSchemes = TLS.ClientConfiguration().signatureSchemes
    /// How certificates may be signed beside that, and handshakes of TLS 1.2 too.
    public var certificateSchemes = TLS.ClientConfiguration().certificateSchemes
    /// Whether a server of TLS 1.2 must bind its keys to the whole handshake: RFC 7627.
    public var requiresExtendedMasterSecret = false
    /// Where tickets are kept, by which connections are resumed.
    public var resumption = Resumption.inMemory
    /// Told what each handshake has come to, before the first request is sent; it must be quick.
    public var onHandshake: (@Sendable (SecuredConnection) -> Void)?
    /// The destination of the secrets of each connection; nil, the default, for none.
    ///
    /// A person who has the lines can read recorded connections.
    public var keyLog: KeyLogDestination?

    /// Creates the defaults: the system's roots, no pins, no check lifted, no certificate.
    public init() {}

    /// The policy of each host, with the pins of all, at the time at which a session is made.
    ///
    /// A rule that has come to its end by then is an error, and so is a policy that no server can
    /// meet.
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

    /// Reads whose servers are shown which identity.
    func hostIdentities() throws(TLS.PolicyError) -> [(TLS.HostPattern, ClientIdentity)] {
      var found: [(TLS.HostPattern, ClientIdentity)] = []
      for one in identities { found.append((try TLS.HostPattern(one.hosts), one.identity)) }
      return found
    }

    /// What servers are called, by their hosts.
    func canonicalServerNames() throws(InvalidSetting) -> [CanonicalHost: CanonicalHost] {
      var names: [CanonicalHost: CanonicalHost] = [:]
      for (host, name) in serverNames {
        guard let host = try? CanonicalHost(host) else {
          throw InvalidSetting("tls.serverNames", host, expected: "a host")
        }
        guard let name = try? CanonicalHost(name) else {
          throw InvalidSetting("tls.serverNames", name, expected: "the name of a server")
        }
        names[host] = name
      }
      return names
    }

    /// Returns the offer of a client in a handshake.
    ///
    /// - Parameters:
    ///   - identity: The identity for the host, if there is one.
    ///   - isAlone: A Boolean value that indicates whether it is the only one for the host.
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

    /// A policy with rules beside its own.
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
  /// The demands on servers, with every lifted check; nothing of the client's key.
  public var description: String {
    var parts = ["\(policy)"]
    for (hosts, policy) in policies where !policy.danger.isEmpty {
      parts.append("\(hosts): \(policy.danger)")
    }
    if !pins.isEmpty { parts.append("pins of \(pins.count) patterns of hosts") }
    return parts.joined(separator: "; ")
  }
}
