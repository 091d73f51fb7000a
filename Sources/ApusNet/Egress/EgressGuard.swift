public import ApusNames

/// Which addresses may be dialled at all, whatever a name resolves to.
///
/// The guard judges the address that is about to be dialled and no other, so that a name which
/// resolves to something else the next time gains nothing. Rules about hosts are judged before a
/// name is resolved; both must allow.
public struct EgressGuard: Sendable, Equatable {
  /// The addresses allowed unless a rule says otherwise.
  public enum Default: Sendable, Equatable {
    /// Every address.
    case anywhere
    /// Addresses of the public internet alone, and no socket in the file system.
    case publicAddresses
    /// Nothing but what the rules allow.
    case nowhere
  }

  /// Why an address or a host may not be dialled.
  public enum Refusal: Error, Equatable, Sendable {
    /// The address is none of the public internet.
    case notPublic(SocketAddress)
    /// A rule denies the address.
    case deniedAddress(SocketAddress, by: AddressBlock)
    /// A rule denies the host.
    case deniedHost(CanonicalHost)
    /// No rule allows the address.
    case notAllowed(SocketAddress)
    /// The host is none of those that are allowed.
    case hostNotAllowed(CanonicalHost)
  }

  /// What holds where no rule does.
  public var fallback: Default
  /// Blocks that may be dialled although the fallback forbids it.
  public var allowed: [AddressBlock]
  /// Blocks that may never be dialled; they win over those that are allowed.
  public var denied: [AddressBlock]
  /// Hosts that may never be dialled, nor the names below them.
  public var deniedHosts: [CanonicalHost]
  /// The only hosts that may be dialled, with the names below them; nil for all.
  public var allowedHosts: [CanonicalHost]?

  /// Creates a guard with rules of its own.
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

  /// Lets everything be dialled.
  public static let none = EgressGuard(.anywhere)
  /// Lets nothing be dialled but the public internet.
  public static let publicOnly = EgressGuard(.publicAddresses)

  /// Judges a host before it is resolved.
  public func check(_ host: CanonicalHost) throws(Refusal) {
    for denied in deniedHosts where denied.covers(host) { throw .deniedHost(host) }
    guard let allowedHosts, !allowedHosts.contains(where: { $0.covers(host) }) else { return }
    throw .hostNotAllowed(host)
  }

  /// Judges an address before it is dialled.
  ///
  /// An IPv6 address that carries an IPv4 one is judged as both, and 0.0.0.0 and `::` are denied
  /// with the loopback addresses that they lead to.
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
      "\(address) is no address of the public internet, and the egress guard allows no other"
    case .deniedAddress(let address, let block):
      "the egress guard denies \(address), which is in \(block)"
    case .deniedHost(let host): "the egress guard denies \(host)"
    case .notAllowed(let address): "no rule of the egress guard allows \(address)"
    case .hostNotAllowed(let host): "\(host) is none of the hosts that the egress guard allows"
    }
  }
}

extension CanonicalHost {
  /// Whether the other host is this one or, where this is a name, a name below it.
  fileprivate func covers(_ other: CanonicalHost) -> Bool {
    if self == other { return true }
    guard case .name(let above) = self, case .name(let below) = other else { return false }
    return below.isSubdomain(of: above)
  }
}
