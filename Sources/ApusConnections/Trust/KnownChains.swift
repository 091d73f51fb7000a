internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// The proof by which each server was believed last, so that what later connections with it keep of
/// its certificates is kept once.
///
/// It decides nothing: each server is judged at each handshake, and the certificates of two proofs
/// are the same only if their bytes are.
final class KnownChains: Sendable {
  private let chains = Lock<[CanonicalHost: TLS.TrustedChain]>([:])

  /// How many servers are remembered.
  let limit: Int

  init(limit: Int = 256) {
    self.limit = limit
  }

  /// How many servers are remembered now.
  var count: Int { chains.withLock(\.count) }

  /// The proof in memory that it shares with the last one of the same server.
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
