/// The rules for dialling an address.
public struct DialRules: Sendable {
  /// The local address of connections; the system chooses one if this is nil, the default.
  ///
  /// Addresses of the other family are not dialled if it is set.
  public var local: SocketAddress?
  /// The socket options of each connection.
  public var options: SocketOptions
  /// The addresses that may be dialled.
  public var egress: EgressGuard

  /// Creates rules that allow any address by default.
  public init(
    from local: SocketAddress? = nil, options: SocketOptions = .init(), egress: EgressGuard = .none
  ) {
    self.local = local
    self.options = options
    self.egress = egress
  }

  /// Checks an address. An allowed address is dialled unchanged, without another look-up.
  func check(_ peer: SocketAddress) throws(NetError) {
    do throws(EgressGuard.Refusal) { try egress.check(peer) } catch { throw .egress(error) }
    guard let local, local.family != peer.family else { return }
    throw .otherFamily(peer, from: local)
  }
}
