public import ApusNames

extension TLS {
  /// A pattern for one host, all hosts directly below a domain, or a domain and all hosts below.
  ///
  ///     pattern = host / "*." domain / "**." domain
  ///
  /// The pattern `*.example.com` matches `a.example.com` only, like a wildcard in a certificate
  /// (RFC 9525 section 6.3). The pattern `**.example.com` matches `example.com`, `a.example.com`
  /// and `b.a.example.com`. A domain under which the public can register names, such as `com`,
  /// cannot have a wildcard.
  public struct HostPattern: Sendable, Hashable {
    private enum Kind: Hashable {
      case host(CanonicalHost)
      case children(DomainName)
      case domain(DomainName)
    }

    private let kind: Kind

    /// Creates a pattern that matches one host.
    ///
    /// - Parameter host: The only host that the pattern matches.
    public init(_ host: CanonicalHost) {
      kind = .host(host)
    }

    /// Reads a host pattern from its text.
    ///
    /// - Parameter text: A host; `*.` and a domain for the hosts directly below the domain; or
    ///   `**.` and a domain for the domain and all hosts below the domain.
    public init(_ text: String) throws(PolicyError) {
      let bytes = Array(text.utf8)
      do throws(NameError) {
        if bytes.starts(with: [0x2a, 0x2a, 0x2e]) {
          kind = .domain(try DomainName(bytes.span.extracting(droppingFirst: 3)))
        } else if bytes.starts(with: [0x2a, 0x2e]) {
          kind = .children(try DomainName(bytes.span.extracting(droppingFirst: 2)))
        } else {
          kind = .host(try CanonicalHost(bytes.span))
        }
      } catch {
        throw .malformedHosts(text, error)
      }
      switch kind {
      case .host: break
      case .children(let domain), .domain(let domain):
        let suffix = domain.registrySuffix
        if suffix.isWholeName, suffix.rule == .registry { throw .boundlessHosts(text) }
      }
    }

    /// Returns whether the pattern matches a host.
    ///
    /// - Parameter host: The host in canonical form.
    public func matches(_ host: CanonicalHost) -> Bool {
      switch (kind, host) {
      case (.host(let known), _): known == host
      case (.children(let parent), .name(let name)):
        name.isSubdomain(of: parent) && name.labels.count == parent.labels.count + 1
      case (.domain(let domain), .name(let name)): name == domain || name.isSubdomain(of: domain)
      case (.children, .ipv4), (.children, .ipv6), (.domain, .ipv4), (.domain, .ipv6): false
      }
    }

    /// Returns a Boolean value that indicates whether the host pattern is more specific than
    /// another pattern.
    func isCloser(than other: HostPattern) -> Bool { rank > other.rank }

    /// The specificity of the host pattern, which is higher for a longer domain.
    ///
    /// For the same domain, `*.` is more specific than `**.`.
    private var rank: (Int, Int) {
      switch kind {
      case .host: (.max, 0)
      case .children(let domain): (domain.labels.count, 1)
      case .domain(let domain): (domain.labels.count, 0)
      }
    }
  }
}

extension TLS.HostPattern: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .host(let host): "\(host)"
    case .children(let domain): "*.\(domain)"
    case .domain(let domain): "**.\(domain)"
    }
  }
}
