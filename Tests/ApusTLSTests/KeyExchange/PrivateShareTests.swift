import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// Invalid shares, and missing randomness. RFC 8446 sections 4.2.8 and 7.4,
/// draft-ietf-tls-ecdhe-mlkem-05 section 4.
@Suite struct PrivateShareTests {
  @Test(arguments: TLS.NamedGroup.allCases)
  func `a client and a server compute the same shared secret in every group`(group: TLS.NamedGroup)
    throws
  {
    let client = try PrivateShare.make(in: group, using: SystemRandom())
    let sizes: [TLS.NamedGroup: (client: Int, server: Int, secret: Int)] = [
      .secp256r1: (65, 65, 32), .secp384r1: (97, 97, 48), .secp521r1: (133, 133, 66),
      .x25519: (32, 32, 32), .x25519MLKEM768: (1216, 1120, 64),
    ]
    let size = try #require(sizes[group])
    let clientBytes = client.publicBytes
    let server = try AnsweringShare(
      to: clientBytes.span, in: group, using: SystemRandom())
    let serverBytes = server.publicBytes
    let secret = try client.sharedSecret(with: serverBytes.span)
    #expect(secret.bytes == server.sharedSecret.bytes)
    let found = (client.publicBytes.count, server.publicBytes.count, secret.count)
    #expect(found == size)
    #expect(client.group == group)
    let another = try PrivateShare.make(in: group, using: SystemRandom())
    #expect(another.publicBytes != client.publicBytes)
  }

  @Test(arguments: TLS.NamedGroup.allCases)
  func `a key share with a wrong length is rejected by the client and the server`(
    group: TLS.NamedGroup
  ) throws {
    let client = try PrivateShare.make(in: group, using: SystemRandom())
    let clientBytes = client.publicBytes
    let server = try AnsweringShare(
      to: clientBytes.span, in: group, using: SystemRandom())
    for count in [0, 1, server.publicBytes.count - 1] {
      expectRefusal(client, Array(server.publicBytes[..<count]))
    }
    expectRefusal(client, server.publicBytes + [0])
    for share in [Array(client.publicBytes.dropLast()), client.publicBytes + [0], []] {
      expectRefusal(group, share)
    }
  }

  @Test(arguments: [TLS.NamedGroup.secp256r1, .secp384r1, .secp521r1])
  func `a compressed point, a point off the curve and a large coordinate are rejected`(
    group: TLS.NamedGroup
  ) throws {
    let ours = try PrivateShare.make(in: group, using: SystemRandom())
    let theirs = try PrivateShare.make(in: group, using: SystemRandom()).publicBytes
    let length = (theirs.count - 1) / 2
    let compressed = [2 + theirs[theirs.count - 1] % 2] + theirs[1..<1 + length]
    var other = theirs
    other[theirs.count - 1] ^= 1
    let hybrid = [6 + theirs[theirs.count - 1] % 2] + theirs.dropFirst()
    let tooLarge = [4] + [UInt8](repeating: 0xff, count: length) + theirs[(1 + length)...]
    let zero = [4] + [UInt8](repeating: 0, count: 2 * length)
    for wrong in [compressed, other, hybrid, tooLarge, zero, [0]] { expectRefusal(ours, wrong) }
    _ = try ours.sharedSecret(with: theirs.span)
  }

  /// The points of small order, RFC 7748 section 6.1.
  @Test func `a point of small order is rejected in X25519 and in the hybrid group`() throws {
    let orderEight = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"
    let orderFour = "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"
    let minusOne = "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
    let points =
      try [orderEight, orderFour, minusOne].map { try Hex.decode($0) }
      + [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)]
    let ours = try PrivateShare.make(in: .x25519, using: SystemRandom())
    let hybrid = try PrivateShare.make(in: .x25519MLKEM768, using: SystemRandom())
    let hybridBytes = hybrid.publicBytes
    let answer = try AnsweringShare(
      to: hybridBytes.span, in: .x25519MLKEM768, using: SystemRandom())
    for point in points {
      expectRefusal(ours, point)
      expectRefusal(.x25519, point)
      expectRefusal(hybrid, answer.publicBytes.dropLast(32) + point)
      expectRefusal(.x25519MLKEM768, hybrid.publicBytes.dropLast(32) + point)
    }
  }

  @Test func `an ML-KEM key share with a coefficient at or above the modulus is rejected`() throws {
    let share = try PrivateShare.make(in: .x25519MLKEM768, using: SystemRandom()).publicBytes
    expectRefusal(.x25519MLKEM768, [0xff, 0xff] + share.dropFirst(2))
  }

  @Test func `without random bytes, the creation of a key share throws an error`() throws {
    for group in TLS.NamedGroup.allCases {
      #expect(
        throws: TLSError.keyExchangeFailed(group, .randomness(.unavailable(errno: 38)))
      ) { _ = try PrivateShare.make(in: group, using: NoRandom()).group }
    }
    let client = try PrivateShare.make(in: .x25519MLKEM768, using: SystemRandom()).publicBytes
    #expect(
      throws: TLSError.keyExchangeFailed(.x25519MLKEM768, .randomness(.unavailable(errno: 38)))
    ) {
      _ = try AnsweringShare(to: client.span, in: .x25519MLKEM768, using: NoRandom()).publicBytes
    }
  }

  // MARK: Support

  private func expectRefusal(_ share: borrowing PrivateShare, _ peer: [UInt8]) {
    var failure: TLSError?
    do throws(TLSError) { _ = try share.sharedSecret(with: peer.span).count } catch {
      failure = error
    }
    #expect(failure?.alert == .illegalParameter)
    #expect(failure.map { if case .wrongKeyShare = $0 { true } else { false } } == true)
  }

  private func expectRefusal(_ group: TLS.NamedGroup, _ client: [UInt8]) {
    var failure: TLSError?
    do throws(TLSError) {
      _ = try AnsweringShare(to: client.span, in: group, using: SystemRandom()).publicBytes
    } catch {
      failure = error
    }
    #expect(failure?.alert == .illegalParameter)
  }
}

/// A source of randomness that always fails.
struct NoRandom: RandomSource {
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    throw .unavailable(errno: 38)
  }
}
