import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 180-4 section 6.7, with the examples that NIST publishes.
@Suite struct SHA512_256Tests {
  @Test(arguments: [
    ("", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
    ("abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"
    ),
  ])
  func `the SHA-512/256 digests of published messages equal published digests`(
    message: String, digest: String
  ) {
    #expect(Hex.encode(SHA512_256.digest(of: Array(message.utf8))) == digest)
  }

  @Test func `writing a SHA-512/256 digest resets the hash state`() {
    var hash = SHA512_256()
    hash.update(Array("other".utf8))
    var digest = [UInt8](repeating: 0, count: SHA512_256.byteCount)
    var span = digest.mutableSpan
    hash.finalize(into: &span)
    hash.update(Array("abc".utf8))
    #expect(hash.finalize() == SHA512_256.digest(of: Array("abc".utf8)))
  }
}
