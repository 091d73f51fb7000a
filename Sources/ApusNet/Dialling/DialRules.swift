/// The rules for a connection attempt to an address.
public struct DialRules: Sendable {
  /// The local address of connections, or `nil` if the operating system chooses the address.
  ///
  /// The default is `nil`. With a local address, server addresses of the other address family are
  /// not dialled.
  public var local: SocketAddress?
  /// The socket options of each connection.
  public var options: SocketOptions
  /// The guard that determines the addresses that may be dialled.
  public var egress: EgressGuard

  /// Creates dial rules that allow any address by default.
  public init(
    from local: SocketAddress? = nil, options: SocketOptions = .init(), egress: EgressGuard = .none
  ) {
    self.local = local
    self.options = options
    self.egress = egress
  }

  /// Checks an address by the dial rules. The connection attempt then uses the checked address
  /// without another name look-up.
  func check(_ peer: SocketAddress) throws(NetError) {
    do throws(EgressGuard.Refusal) { try egress.check(peer) } catch { throw .egress(error) }
    guard let local, local.family != peer.family else { return }
    throw .otherFamily(peer, from: local)
  }
}
