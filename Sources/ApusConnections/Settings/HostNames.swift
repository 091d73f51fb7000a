internal import ApusNet

extension Connections {
  /// The resolution of host names.
  ///
  /// `localhost` and its subdomains are this machine, and `invalid` and `onion` do not exist; they
  /// are never looked up.
  public struct HostNames: Sendable {
    /// The addresses of names that are never looked up; empty by default.
    ///
    /// An empty list makes a name unknown.
    ///
    ///     $0.dns.overrides["db.internal"] = ["10.0.0.7", "fd00::7"]
    public var overrides: [String: [String]] = [:]
    /// The resolver for all other names; nil, the default, is the system's.
    public var resolver: (any Resolver)?
    /// The lifetime of addresses; 30 seconds by default.
    public var lifetime: Duration = .seconds(30)
    /// The lifetime of a negative result; 5 seconds by default.
    public var unknownLifetime: Duration = .seconds(5)
    /// The maximum number of cached names; 1,024 by default.
    public var limit = 1_024

    /// Creates the default settings.
    public init() {}
  }

  /// A resolver that replaces the system's.
  public protocol Resolver: Sendable {
    /// Returns the addresses of a name, the best one first; empty if the name does not exist.
    ///
    /// Requests that need the same name share the result. The task is cancelled once no request
    /// waits for it.
    ///
    /// - Parameter name: The name of a host, in canonical form.
    nonisolated(nonsending) func addresses(of name: String) async throws -> [String]
  }
}

extension Connections.HostNames {
  /// Returns a function that creates the resolver on a loop, or throws the invalid setting.
  func makeNames() throws(Connections.InvalidSetting) -> (EventLoop) -> Names {
    var configuration = Names.Configuration()
    configuration.lifetime = lifetime
    // If each request resolves the name again, expired addresses are not used.
    if lifetime <= .zero { configuration.staleLifetime = .zero }
    configuration.unknownLifetime = unknownLifetime
    configuration.limit = limit
    for (text, addresses) in overrides {
      guard let name = try? DomainName(text) else {
        throw Connections.InvalidSetting("dns.overrides", text, expected: "a host name")
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
