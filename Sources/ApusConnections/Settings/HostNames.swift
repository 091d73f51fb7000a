internal import ApusNet

extension Connections {
  /// The settings for the resolution of host names.
  ///
  /// The session never looks up `localhost` and its subdomains, which are this machine. The session
  /// never looks up `invalid` and `onion`, which do not exist.
  public struct HostNames: Sendable {
    /// The addresses of host names that the session never looks up; empty by default.
    ///
    /// A host name with an empty list fails as an unknown host.
    ///
    ///     $0.dns.overrides["db.internal"] = ["10.0.0.7", "fd00::7"]
    public var overrides: [String: [String]] = [:]
    /// The resolver for all other host names.
    ///
    /// The session uses the operating system's resolver if the value is `nil`. The default is
    /// `nil`.
    public var resolver: (any Resolver)?
    /// The time that the session caches the addresses of a host name; 30 seconds by default.
    public var lifetime: Duration = .seconds(30)
    /// The time that the session caches the result that a host name does not exist; 5 seconds by
    /// default.
    public var unknownLifetime: Duration = .seconds(5)
    /// The maximum number of cached host names; 1,024 by default.
    public var limit = 1_024

    /// Creates the default settings for the resolution of host names.
    public init() {}
  }

  /// A resolver of host names that replaces the operating system's resolver.
  public protocol Resolver: Sendable {
    /// Returns the addresses of a host name, the best one first, or an empty array.
    ///
    /// An empty array means that the host name does not exist. Requests that need the same host
    /// name share the result. The session cancels the task of the look-up when no request waits for
    /// the result.
    ///
    /// - Parameter name: The name of a host, in canonical form.
    nonisolated(nonsending) func addresses(of name: String) async throws -> [String]
  }
}

extension Connections.HostNames {
  /// Returns a function that creates the resolver of host names on an event loop. Throws an error
  /// that describes an invalid setting.
  func makeNames() throws(Connections.InvalidSetting) -> (EventLoop) -> Names {
    var configuration = Names.Configuration()
    configuration.lifetime = lifetime
    // A session without a name cache must not use expired addresses.
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
