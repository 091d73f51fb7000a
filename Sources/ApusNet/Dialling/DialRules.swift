/// The local address, the socket options and the egress rules of a connection attempt.
public struct DialRules: Sendable {
  /// The local address of connections, or `nil` if the operating system chooses the address.
  ///
  /// The default is `nil`. With a local address, the client does not connect to addresses of the
  /// other address family.
  public var local: SocketAddress?
  /// The socket options of each connection.
  public var options: SocketOptions
  /// The egress guard, which checks each address before a connection attempt.
  public var egress: EgressGuard

  /// Creates rules for connection attempts, which by default allow any address.
  public init(
    from local: SocketAddress? = nil, options: SocketOptions = .init(), egress: EgressGuard = .none
  ) {
    self.local = local
    self.options = options
    self.egress = egress
  }

  /// Checks an address by the egress guard and the local address family. The connection attempt
  /// uses exactly the checked address.
  func check(_ peer: SocketAddress) throws(NetError) {
    do throws(EgressGuard.Refusal) { try egress.check(peer) } catch { throw .egress(error) }
    guard let local, local.family != peer.family else { return }
    throw .otherFamily(peer, from: local)
  }
}
