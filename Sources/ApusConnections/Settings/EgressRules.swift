internal import ApusNet

extension Connections {
  /// Which servers a session may connect to, whatever a URL or a resolver says.
  ///
  ///     $0.egress = .publicOnly
  ///     $0.egress.allowed = ["10.0.7.0/24"]
  ///
  /// The host is judged before it is looked up, and each address before it is dialled; both must
  /// be allowed. What is dialled is the very address that was judged, so that a name which leads
  /// elsewhere the next time gains nothing.
  public struct EgressRules: Sendable, Hashable, Codable {
    /// What holds for an address that no rule names.
    public enum Fallback: String, Sendable, Hashable, Codable {
      /// It may be dialled.
      case anywhere
      /// It may be dialled if it is one of the public internet, which no path of a socket is.
      case publicAddresses
      /// It may not be dialled.
      case nowhere
    }

    /// What holds for an address that no rule names.
    public var fallback: Fallback
    /// Addresses, and blocks such as `10.0.0.0/8`, that may be dialled despite the fallback.
    public var allowed: [String]
    /// Addresses, blocks, and hosts with the names below them, that are never dialled.
    ///
    /// They win over what is allowed.
    public var denied: [String]
    /// The only hosts that may be asked, with the names below them; nil for all.
    public var hosts: [String]?
    /// Ports of other protocols, such as those of SMTP and Redis, that are asked all the same.
    ///
    /// HTTP is never sent to such a port unless it is named here.
    public var liftedPorts: [UInt16] = []
    /// Whether a proxy may be asked for names although there are rules about addresses.
    ///
    /// The proxy looks the names up, so that no one here sees which addresses they lead to. Unless
    /// this is set, such a request is refused where the fallback is not `anywhere` or an address is
    /// denied. The proxy's own host and address are judged in any case, and so are the host and the
    /// port that it is asked for, and the address where the URL has one.
    public var allowsNamesAtProxies = false

    /// Creates rules of a session's own.
    public init(
      _ fallback: Fallback = .anywhere, allowed: [String] = [], denied: [String] = [],
      hosts: [String]? = nil
    ) {
      self.fallback = fallback
      self.allowed = allowed
      self.denied = denied
      self.hosts = hosts
    }

    /// Every server may be connected to.
    public static let anywhere = EgressRules(.anywhere)
    /// Nothing but the public internet may be connected to.
    ///
    /// This is what a service wants that is handed URLs by strangers.
    public static let publicOnly = EgressRules(.publicAddresses)
    /// Nothing may be connected to but what the rules allow.
    public static let nowhere = EgressRules(.nowhere)
  }
}

extension Connections.EgressRules {
  /// The guard that judges by these rules, or what is wrong with them.
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
          "egress.allowed", text, expected: "an address or a block such as 10.0.0.0/8")
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
      throw Connections.InvalidSetting(setting, text, expected: "a host")
    }
    return host
  }
}
