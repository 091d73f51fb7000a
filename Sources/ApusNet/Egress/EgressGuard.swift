public import ApusNames

/// The rules for the addresses that may be dialled, independent of DNS responses.
///
/// The guard checks the exact address that is about to be dialled. A host name that resolves
/// differently the next time (DNS rebinding) cannot bypass the guard. The guard checks the host
/// before the name look-up. The rules for hosts and the rules for addresses must both allow a
/// connection.
public struct EgressGuard: Sendable, Equatable {
  /// The addresses that are allowed if no rule of the guard matches.
  public enum Default: Sendable, Equatable {
    /// The guard allows every address.
    case anywhere
    /// The guard allows only addresses of the public internet, and no sockets in the file system.
    case publicAddresses
    /// The guard allows only addresses that a rule allows.
    case nowhere
  }

  /// The reason that an address or a host may not be dialled.
  public enum Refusal: Error, Equatable, Sendable {
    /// The address is not on the public internet.
    case notPublic(SocketAddress)
    /// A rule denies the address.
    case deniedAddress(SocketAddress, by: AddressBlock)
    /// A rule denies the host.
    case deniedHost(CanonicalHost)
    /// No rule allows the address.
    case notAllowed(SocketAddress)
    /// The host is not among the allowed hosts.
    case hostNotAllowed(CanonicalHost)
  }

  /// The behaviour of the guard for an address that no rule matches.
  public var fallback: Default
  /// The address blocks that may be dialled even if the fallback forbids them; empty by default.
  public var allowed: [AddressBlock]
  /// The address blocks that may never be dialled; empty by default.
  ///
  /// The denied blocks take precedence over `allowed`.
  public var denied: [AddressBlock]
  /// The hosts that may never be dialled, including their subdomains; empty by default.
  public var deniedHosts: [CanonicalHost]
  /// The only hosts that may be dialled, including their subdomains.
  ///
  /// The guard allows all hosts if the value is `nil`. The default is `nil`.
  public var allowedHosts: [CanonicalHost]?

  /// Creates a guard with rules for hosts and addresses.
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

  /// A guard that allows all addresses.
  public static let none = EgressGuard(.anywhere)
  /// A guard that allows only the public internet.
  public static let publicOnly = EgressGuard(.publicAddresses)

  /// Checks a host before the look-up of the host name.
  public func check(_ host: CanonicalHost) throws(Refusal) {
    for denied in deniedHosts where denied.covers(host) { throw .deniedHost(host) }
    guard let allowedHosts, !allowedHosts.contains(where: { $0.covers(host) }) else { return }
    throw .hostNotAllowed(host)
  }

  /// Checks an address before the address is dialled.
  ///
  /// An IPv6 address that contains an IPv4 address is checked as an address of each family. The
  /// addresses 0.0.0.0 and `::` are denied together with the loopback addresses that they lead to.
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
