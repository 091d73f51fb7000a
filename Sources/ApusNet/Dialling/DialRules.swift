/// The rules for every address that is dialled.
public struct DialRules: Sendable {
  /// The address of this machine that connections come from.
  ///
  /// Addresses of the other family are not dialled then.
  public var local: SocketAddress?
  /// How the kernel treats each connection.
  public var options: SocketOptions
  /// Which addresses may be dialled.
  public var egress: EgressGuard

  /// Creates rules that allow any address, unless others are given.
  public init(
    from local: SocketAddress? = nil, options: SocketOptions = .init(), egress: EgressGuard = .none
  ) {
    self.local = local
    self.options = options
    self.egress = egress
  }

  /// Judges an address; what passes is dialled as it is, and nothing is looked up any more.
  func check(_ peer: SocketAddress) throws(NetError) {
    do throws(EgressGuard.Refusal) { try egress.check(peer) } catch { throw .egress(error) }
    guard let local, local.family != peer.family else { return }
    throw .otherFamily(peer, from: local)
  }
}
