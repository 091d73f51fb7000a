internal import ApusNet

extension Connections {
  /// The servers that a session may connect to, independent of URLs and resolvers.
  ///
  ///     $0.egress = .publicOnly
  ///     $0.egress.allowed = ["10.0.7.0/24"]
  ///
  /// The host is checked before it is looked up, and each address before it is dialled; both must
  /// be allowed. The dialled address is exactly the checked one, so a name that resolves
  /// differently the next time (DNS rebinding) cannot bypass the rules.
  public struct EgressRules: Sendable, Hashable, Codable {
    /// The behaviour for an address that no rule matches.
    public enum Fallback: String, Sendable, Hashable, Codable {
      /// The address may be dialled.
      case anywhere
      /// The address may be dialled if it is public; a socket path is not.
      case publicAddresses
      /// The address may not be dialled.
      case nowhere
    }

    /// The behaviour for an address that no rule matches; `anywhere` by default.
    public var fallback: Fallback
    /// The addresses and blocks, such as `10.0.0.0/8`, that are always allowed.
    public var allowed: [String]
    /// The addresses, blocks, and hosts with their subdomains that are never dialled.
    ///
    /// They take precedence over `allowed`. Empty by default.
    public var denied: [String]
    /// The only hosts that are allowed, with their subdomains; nil, the default, for all.
    public var hosts: [String]?
    /// The ports of other protocols that are allowed anyway; empty by default.
    ///
    /// HTTP is never sent to the port of another protocol, such as SMTP or Redis, unless it is
    /// listed here.
    public var liftedPorts: [UInt16] = []
    /// A Boolean value that indicates whether proxies may look up names despite address rules.
    ///
    /// The default is false. The proxy looks up the names, so their addresses are unknown here.
    /// Such a request is rejected if the fallback is not `anywhere` or an address is denied, unless
    /// this is true. The proxy's own host and address are always checked, and so are the host and
    /// the port of the request, and a literal address in its URL.
    public var allowsNamesAtProxies = false

    /// Creates rules; by default, they allow every server.
    ///
    /// - Parameters:
    ///   - fallback: The behaviour for an address that no rule matches.
    ///   - allowed: The addresses and blocks that are always allowed.
    ///   - denied: The addresses, blocks and hosts that are never dialled.
    ///   - hosts: The only hosts that are allowed, with their subdomains; nil for all.
    public init(
      _ fallback: Fallback = .anywhere, allowed: [String] = [], denied: [String] = [],
      hosts: [String]? = nil
    ) {
      self.fallback = fallback
      self.allowed = allowed
      self.denied = denied
      self.hosts = hosts
    }

    /// Rules that allow every server.
    public static let anywhere = EgressRules(.anywhere)
    /// Rules that allow only the public internet.
    ///
    /// Use them in a service that receives URLs from untrusted users.
    public static let publicOnly = EgressRules(.publicAddresses)
    /// Rules that allow only listed servers.
    public static let nowhere = EgressRules(.nowhere)
  }
}

extension Connections.EgressRules {
  /// Creates the guard for these rules, or throws the invalid setting.
  func makeGuard() throws(Connections.InvalidSetting) -> EgressGuard {
    let fallback: EgressGuard.Default =
      switch fallback {
      case .anywhere: .anywhere
      case .publicAddresses: .publicAddresses
      case .nowhere: .nowhere
      }
    var egress = EgressGuard(fallback)
    for text in allowed {
      guard let block = AddressBlock(text) else {
        throw Connections.InvalidSetting(
          "egress.allowed", text, expected: "an IP address or an address block such as 10.0.0.0/8")
      }
      egress.allowed.append(block)
    }
    for text in denied {
      if let block = AddressBlock(text) {
        egress.denied.append(block)
      } else {
        egress.deniedHosts.append(try Self.host(text, of: "egress.denied"))
      }
    }
    guard let hosts else { return egress }
    egress.allowedHosts = []
    for text in hosts { egress.allowedHosts?.append(try Self.host(text, of: "egress.hosts")) }
    return egress
  }

  /// The ports that HTTP is never sent to.
  var foreignPorts: ForeignPorts { .standard.lifted(liftedPorts) }

  private static func host(
    _ text: String, of setting: String
  ) throws(Connections.InvalidSetting) -> CanonicalHost {
    guard let host = try? CanonicalHost(text) else {
      throw Connections.InvalidSetting(setting, text, expected: "a host name or an IP address")
    }
    return host
  }
}
