internal import ApusNet

extension Connections {
  /// The servers that a session may connect to, independent of URLs and resolvers.
  ///
  ///     $0.egress = .publicOnly
  ///     $0.egress.allowed = ["10.0.7.0/24"]
  ///
  /// The session checks the host before the name look-up, and each address before a connection
  /// attempt. The rules must allow both the host and the address. The session connects exactly to
  /// the checked address. A name that resolves differently the next time (DNS rebinding) cannot
  /// bypass the rules.
  public struct EgressRules: Sendable, Hashable, Codable {
    /// The decision for an IP address that no egress rule matches.
    public enum Fallback: String, Sendable, Hashable, Codable {
      /// The session may connect to the address.
      case anywhere
      /// The session may connect to the address if the address is public, but not to a socket path.
      case publicAddresses
      /// The session may not connect to the address.
      case nowhere
    }

    /// The decision for an IP address that no egress rule matches; `anywhere` by default.
    public var fallback: Fallback
    /// The addresses and blocks, such as `10.0.0.0/8`, that the rules always allow.
    public var allowed: [String]
    /// The addresses, blocks, and hosts with their subdomains that the rules always forbid.
    ///
    /// The denied entries take precedence over `allowed`. The list is empty by default.
    public var denied: [String]
    /// The only hosts that the rules allow, with their subdomains.
    ///
    /// The rules allow all hosts if the value is `nil`. The default is `nil`.
    public var hosts: [String]?
    /// The ports of other protocols that the rules allow; empty by default.
    ///
    /// The session never sends HTTP to the port of another protocol, such as SMTP or Redis, unless
    /// this list contains the port.
    public var liftedPorts: [UInt16] = []
    /// A Boolean value that indicates whether proxies may look up names despite address rules.
    ///
    /// The default is `false`. A proxy looks up host names, so the session does not know their
    /// addresses. The session rejects a request for a host name if the fallback is not `anywhere`
    /// or an address is denied, unless the value is `true`. The session always checks the proxy's
    /// own host and address. The session also checks the host and the port of the request, and a
    /// literal address in its URL.
    public var allowsNamesAtProxies = false

    /// Creates egress rules, which by default allow every server.
    ///
    /// - Parameters:
    ///   - fallback: The behaviour for an address that no rule matches.
    ///   - allowed: The addresses and blocks that the rules always allow.
    ///   - denied: The addresses, blocks and hosts that the rules always forbid.
    ///   - hosts: The only hosts that the rules allow, with their subdomains. The rules allow all
    ///     hosts if the value is `nil`.
    public init(
      _ fallback: Fallback = .anywhere, allowed: [String] = [], denied: [String] = [],
      hosts: [String]? = nil
    ) {
      self.fallback = fallback
      self.allowed = allowed
      self.denied = denied
      self.hosts = hosts
    }

    /// Egress rules that allow every server.
    public static let anywhere = EgressRules(.anywhere)
    /// Egress rules that allow only the public internet.
    ///
    /// A service that receives URLs from untrusted users should use these rules.
    public static let publicOnly = EgressRules(.publicAddresses)
    /// Egress rules that allow only listed servers.
    public static let nowhere = EgressRules(.nowhere)
  }
}

extension Connections.EgressRules {
  /// Creates the guard that enforces these egress rules. Throws an error that describes an invalid
  /// setting.
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

  /// The ports that the session never sends HTTP to.
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
