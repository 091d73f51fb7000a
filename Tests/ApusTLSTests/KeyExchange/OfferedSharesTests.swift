import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// draft-ietf-tls-hybrid-design-09 section 3.2.
@Suite struct OfferedSharesTests {
  @Test func `the X25519 key of the hybrid key share also works as an X25519 key share`() throws {
    let shares = try OfferedShares(in: [.x25519MLKEM768, .x25519], using: SystemRandom())
    let sent = shares.keyShares
    #expect(sent.map(\.group) == [0x11ec, 0x001d])
    let hybrid = sent[0].publicKey
    let curve = sent[1].publicKey
    #expect(hybrid.count == 1216 && curve == Array(hybrid.suffix(32)))
    for (group, share) in [(TLS.NamedGroup.x25519MLKEM768, hybrid), (.x25519, curve)] {
      let server = try AnsweringShare(to: share.span, in: group, using: SystemRandom())
      let secret = try shares.sharedSecret(in: group, with: server.publicBytes)
      #expect(secret.bytes == server.sharedSecret.bytes)
    }
    #expect(throws: TLSError.broken(.groupWasShared)) {
      _ = try shares.sharedSecret(in: .secp256r1, with: [4])
    }
  }

  @Test func `an X25519 point of small order is rejected in the hybrid group too`() throws {
    let shares = try OfferedShares(in: [.x25519MLKEM768, .x25519], using: SystemRandom())
    let zero = [UInt8](repeating: 0, count: 32)
    for share in [zero, Array(zero.dropLast()), []] {
      #expect(throws: TLSError.self) { _ = try shares.sharedSecret(in: .x25519, with: share) }
    }
  }

  @Test(arguments: [
    [TLS.NamedGroup.x25519, .x25519MLKEM768], [.x25519], [.x25519MLKEM768],
    [.x25519MLKEM768, .secp256r1], [],
  ])
  func `key shares of different groups contain different public keys`(groups: [TLS.NamedGroup])
    throws
  {
    let shares = try OfferedShares(in: groups, using: SystemRandom())
    #expect(shares.keyShares.map(\.group) == groups.map(\.rawValue))
    #expect(Set(shares.keyShares.map { $0.publicKey.suffix(32) }).count == groups.count)
  }
}
