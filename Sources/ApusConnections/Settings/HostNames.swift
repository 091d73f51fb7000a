internal import ApusNet

extension Connections {
  /// How the names of hosts become addresses.
  ///
  /// `localhost` and what is below it is this machine, and `invalid` and `onion` are unknown,
  /// without a question to anybody.
  public struct HostNames: Sendable {
    /// The addresses of some names, which are never looked up; none for one that is to be unknown.
    ///
    ///     $0.dns.overrides["db.internal"] = ["10.0.0.7", "fd00::7"]
    public var overrides: [String: [String]] = [:]
    /// Who is asked for all other names; nil is the system.
    public var resolver: (any Resolver)?
    /// How long addresses are used.
    public var lifetime: Duration = .seconds(30)
    /// How long a name stays unknown.
    public var unknownLifetime: Duration = .seconds(5)
    /// How many names are remembered.
    public var limit = 1_024

    /// Creates the default settings.
    public init() {}
  }

  /// Finds the addresses of hosts in place of the system.
  public protocol Resolver: Sendable {
    /// The addresses of a name, the best one first; none if there is no such name.
    ///
    /// Requests that need the same name meanwhile share the answer. The task is cancelled once
    /// no request waits for it any more.
    nonisolated(nonsending) func addresses(of name: String) async throws -> [String]
  }
}

extension Connections.HostNames {
  /// What makes the names of a session once there is a loop, or what is wrong with the settings.
  func makeNames() throws(Connections.InvalidSetting) -> (EventLoop) -> Names {
    var configuration = Names.Configuration()
    configuration.lifetime = lifetime
    // Where each request asks anew, no old answer serves it.
    if lifetime <= .zero { configuration.staleLifetime = .zero }
    configuration.unknownLifetime = unknownLifetime
    configuration.limit = limit
    for (text, addresses) in overrides {
      guard let name = try? DomainName(text) else {
        throw Connections.InvalidSetting("dns.overrides", text, expected: "the name of a host")
      }
      var found: [HostAddress] = []
      for text in addresses {
        guard let address = HostAddress(text) else {
          throw Connections.InvalidSetting("dns.overrides", text, expected: "an IP address")
        }
        found.append(address)
      }
      configuration.overrides[name] = found
    }
    let resolver: any HostResolver =
      if let resolver { CallerResolver(resolver: resolver) } else { SystemResolver() }
    return { [configuration] in Names(resolver, configuration: configuration, on: $0) }
  }
}
