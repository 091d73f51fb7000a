internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// A cache of the last trusted certificate chain of each server, which saves memory.
///
/// Connections to the same server share the memory of equal certificates. The cache does not affect
/// trust, because each handshake verifies the server's certificates.
final class KnownChains: Sendable {
  private let chains = Lock<[CanonicalHost: TLS.TrustedChain]>([:])

  /// The maximum number of servers in the cache of certificate chains.
  let limit: Int

  init(limit: Int = 256) {
    self.limit = limit
  }

  /// The number of servers in the cache of certificate chains.
  var count: Int { chains.withLock(\.count) }

  /// Returns an equal certificate chain that shares memory with the cached chain of the same
  /// server.
  func shared(_ chain: TLS.TrustedChain) -> TLS.TrustedChain {
    guard let host = chain.host else { return chain }
    return chains.withLock { chains in
      let known = chains[host]
      let shared = known.map { chain.sharing(with: $0) } ?? chain
      if known == nil, chains.count >= limit { chains = [:] }
      chains[host] = shared
      return shared
    }
  }
}
