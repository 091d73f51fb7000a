internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// The last trusted certificate chain of each server. Later connections to the server share the
/// memory of the certificates.
///
/// The stored chains affect no decision. Each server is verified at each handshake, and two chains
/// share certificates only if the bytes of the certificates are equal.
final class KnownChains: Sendable {
  private let chains = Lock<[CanonicalHost: TLS.TrustedChain]>([:])

  /// The maximum number of servers whose chains are stored.
  let limit: Int

  init(limit: Int = 256) {
    self.limit = limit
  }

  /// The number of servers whose chains are stored.
  var count: Int { chains.withLock(\.count) }

  /// Returns the chain, whose certificates share memory with the last chain of the same server.
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
