public import ApusNames

/// The egress rules for hosts and IP addresses, which apply before each connection attempt.
///
/// The guard checks the host before the name look-up, and the exact IP address before the
/// connection attempt. A host name that resolves differently the next time (DNS rebinding) cannot
/// bypass the guard. The rules for hosts and the rules for addresses must both allow a connection.
public struct EgressGuard: Sendable, Equatable {
  /// The addresses that the egress guard allows if no other rule matches.
  public enum Default: Sendable, Equatable {
    /// The egress guard allows every IP address.
    case anywhere
    /// The egress guard allows only addresses of the public internet, and no Unix sockets.
    case publicAddresses
    /// The egress guard allows only addresses in `allowed`.
    case nowhere
  }

  /// The reason that the egress guard rejects a host or an address.
  public enum Refusal: Error, Equatable, Sendable {
    /// The address is not on the public internet.
    case notPublic(SocketAddress)
    /// The IP address is in a denied address block.
    case deniedAddress(SocketAddress, by: AddressBlock)
    /// The host is a denied host or a subdomain of a denied host.
    case deniedHost(CanonicalHost)
    /// The IP address is in none of the allowed address blocks.
    case notAllowed(SocketAddress)
    /// The host is neither an allowed host nor a subdomain of an allowed host.
    case hostNotAllowed(CanonicalHost)
  }

  /// The decision of the egress guard for an address that no rule matches.
  public var fallback: Default
  /// The address blocks that are allowed even if the fallback forbids them; empty by default.
  public var allowed: [AddressBlock]
  /// The address blocks that are always forbidden; empty by default.
  ///
  /// The denied blocks take precedence over `allowed`.
  public var denied: [AddressBlock]
  /// The hosts that are always forbidden, including their subdomains; empty by default.
  public var deniedHosts: [CanonicalHost]
  /// The only hosts that are allowed, including their subdomains.
  ///
  /// The guard allows all hosts if the value is `nil`. The default is `nil`.
  public var allowedHosts: [CanonicalHost]?

  /// Creates an egress guard with rules for hosts and IP addresses.
  public init(
    _ fallback: Default, allowed: [AddressBlock] = [], denied: [AddressBlock] = [],
    deniedHosts: [CanonicalHost] = [], allowedHosts: [CanonicalHost]? = nil
  ) {
    self.fallback = fallback
    self.allowed = allowed
    self.denied = denied
    self.deniedHosts = deniedHosts
    self.allowedHosts = allowedHosts
  }

  /// An egress guard that allows all hosts and addresses.
  public static let none = EgressGuard(.anywhere)
  /// An egress guard that allows only addresses of the public internet.
  public static let publicOnly = EgressGuard(.publicAddresses)

  /// Checks a host by the egress rules before the name look-up.
  public func check(_ host: CanonicalHost) throws(Refusal) {
    for denied in deniedHosts where denied.covers(host) { throw .deniedHost(host) }
    guard let allowedHosts, !allowedHosts.contains(where: { $0.covers(host) }) else { return }
    throw .hostNotAllowed(host)
  }

  /// Checks an address by the egress rules before a connection attempt.
  ///
  /// If an IPv6 address contains an IPv4 address, the guard checks both addresses. The addresses
  /// 0.0.0.0 and `::` are denied if the loopback address is denied.
  public func check(_ address: SocketAddress) throws(Refusal) {
    if !denied.isEmpty {
      let targets = EgressTarget.denied(of: address)
      for block in denied where targets.contains(where: { $0.isIn(block) }) {
        throw .deniedAddress(address, by: block)
      }
    }
    guard fallback != .anywhere else { return }
    let targets = EgressTarget.all(of: address)
    let isAllowed =
      !targets.isEmpty
      && targets.allSatisfy { target in
        allowed.contains { target.isIn($0) }
          || fallback == .publicAddresses && target.isPublic
      }
    guard !isAllowed else { return }
    throw fallback == .publicAddresses ? .notPublic(address) : .notAllowed(address)
  }
}

extension EgressGuard.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notPublic(let address):
      "the address \(address) is not a public internet address, and the egress guard "
        + "allows only public addresses"
    case .deniedAddress(let address, let block):
      "the egress guard denies the address \(address), which is in the denied block \(block)"
    case .deniedHost(let host): "the egress guard denies the host \(host)"
    case .notAllowed(let address): "no rule of the egress guard allows the address \(address)"
    case .hostNotAllowed(let host):
      "the host \(host) is not among the hosts that the egress guard allows"
    }
  }
}

extension CanonicalHost {
  /// Returns whether the other host equals this host or is a subdomain of this host.
  fileprivate func covers(_ other: CanonicalHost) -> Bool {
    if self == other { return true }
    guard case .name(let above) = self, case .name(let below) = other else { return false }
    return below.isSubdomain(of: above)
  }
}
