import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession
@testable import ApusX509

@Suite(.ownThread, .serialized) struct KnownChainsTests {
  @Test func `connections to one server share one copy of its certificates`() async throws {
    let told = Told()
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.resumption = .off
      $0.tls.onHandshake = { told.add($0.facts.chain) }
    } _: { fixture in
      try await fixture.session.warmUp(connections: 3)
    }
    let chains = told.chains
    #expect(chains.count == 3)
    for chain in chains.dropFirst() {
      #expect(isShared(chain, with: chains[0]))
    }
  }

  @Test func `connections share a server's certificates but not the validation time`() throws {
    let authority = try TestAuthority()
    let host = try CanonicalHost("localhost")
    let now = WallClock.secondsSinceEpoch
    let known = KnownChains()
    func chain(_ identity: TLS.Identity, after seconds: Int64) throws -> TLS.TrustedChain {
      // The chain of another connection is parsed again.
      let certificates = try identity.chain.map { try X509.Certificate($0.der) }
      return try TLS.Policy().evaluate(
        certificates, for: host, at: UnixTime(secondsSinceEpoch: now + seconds),
        trusting: X509.Anchors([authority.root]))
    }
    let (one, other) = (try authority.server(), try authority.server())
    let first = known.shared(try chain(one, after: 0))
    let later = try chain(one, after: 5)
    let second = known.shared(later)
    #expect(second == later)
    #expect(second.moment.secondsSinceEpoch == now + 5)
    #expect(isShared(second, with: first))
    let different = try chain(other, after: 5)
    let third = known.shared(different)
    #expect(third == different)
    #expect(third.leaf != first.leaf)
    // The last chain is the known one.
    #expect(isShared(known.shared(try chain(other, after: 6)), with: third))
    #expect(known.shared(try chain(one, after: 6)).leaf.fields !== first.leaf.fields)
  }

  @Test func `the number of servers with shared certificates is limited`() throws {
    let authority = try TestAuthority()
    let known = KnownChains(limit: 8)
    let names = (0...known.limit).map { "host\($0).shop.example" }
    let identity = try authority.server(["*.shop.example"])
    for name in names {
      let chain = try TLS.Policy().evaluate(
        identity.chain, for: try CanonicalHost(name),
        at: UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch),
        trusting: X509.Anchors([authority.root]))
      _ = known.shared(chain)
      #expect(known.count <= known.limit)
    }
    #expect(known.count == 1)
  }

  private func isShared(_ chain: TLS.TrustedChain, with other: TLS.TrustedChain) -> Bool {
    chain.leaf.fields === other.leaf.fields
      && chain.path?.leaf.fields === other.leaf.fields
      && chain.path?.anchor.certificate?.fields === other.path?.anchor.certificate?.fields
  }

  private final class Told: Sendable {
    private let list = Lock<[TLS.TrustedChain]>([])

    var chains: [TLS.TrustedChain] { list.withLock { $0 } }

    func add(_ chain: TLS.TrustedChain) { list.withLock { $0.append(chain) } }
  }
}
