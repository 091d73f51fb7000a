internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// The last trusted chain of each server, so that later connections share the memory of its
/// certificates.
///
/// It affects no decision: each server is verified at each handshake, and certificates of two
/// chains are shared only if their bytes are equal.
final class KnownChains: Sendable {
  private let chains = Lock<[CanonicalHost: TLS.TrustedChain]>([:])

  /// The maximum number of servers that are remembered.
  let limit: Int

  init(limit: Int = 256) {
    self.limit = limit
  }

  /// The number of servers that are remembered.
  var count: Int { chains.withLock(\.count) }

  /// Returns the chain with the memory that it shares with the last one of the same server.
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
