import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 202 section 6.1, with the examples that NIST publishes.
@Suite struct SHA3Tests {
  @Test func `the SHA3-256 digest of an empty message equals the published digest`() throws {
    let message = Array("".utf8)
    let digest = try Hex.decode(
      "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a")
    #expect(SHA3_256.digest(of: message) == digest)
  }

  @Test func `the SHA3-256 digest of three bytes equals the published digest`() throws {
    let message = Array("abc".utf8)
    let digest = try Hex.decode(
      "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532")
    #expect(SHA3_256.digest(of: message) == digest)
  }

  @Test func `the SHA3-256 digest of 448 bits equals the published digest`() throws {
    let message = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    let digest = try Hex.decode(
      "41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376")
    #expect(SHA3_256.digest(of: message) == digest)
  }

  @Test func `the SHA3-256 digest of 896 bits equals the published digest`() throws {
    let message = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    let digest = try Hex.decode(
      "916f6061fe879741ca6469b43971dfdb28b1a32dc36cb3254e812be27aad1d18")
    #expect(SHA3_256.digest(of: message) == digest)
  }

  @Test func `the SHA3-512 digest of an empty message equals the published digest`() throws {
    let message = Array("".utf8)
    let digest = try Hex.decode(
      "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c"
        + "11e3e9402c3ac558f500199d95b6d3e301758586281dcd26")
    #expect(SHA3_512.digest(of: message) == digest)
  }

  @Test func `the SHA3-512 digest of three bytes equals the published digest`() throws {
    let message = Array("abc".utf8)
    let digest = try Hex.decode(
      "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c9"
        + "1a7ec57647e3934057340b4cf408d5a56592f8274eec53f0")
    #expect(SHA3_512.digest(of: message) == digest)
  }

  @Test func `the SHA3-512 digest of 448 bits equals the published digest`() throws {
    let message = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    let digest = try Hex.decode(
      "04a371e84ecfb5b8b77cb48610fca8182dd457ce6f326a0fd3d7ec2f1e91636dee691fbe0c985302"
        + "ba1b0d8dc78c086346b533b49c030d99a27daf1139d6e75e")
    #expect(SHA3_512.digest(of: message) == digest)
  }

  @Test func `the SHA3-512 digest of 896 bits equals the published digest`() throws {
    let message = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    let digest = try Hex.decode(
      "afebb2ef542e6579c50cad06d2e578f9f8dd6881d7dc824d26360feebf18a4fa73e3261122948efc"
        + "fd492e74e82e2189ed0fb440d187f382270cb455f21dd185")
    #expect(SHA3_512.digest(of: message) == digest)
  }

  @Test func `the SHA-3 digests of a message longer than a block equal published digests`() throws {
    let message = [UInt8](repeating: 0xa3, count: 200)
    #expect(
      Hex.encode(SHA3_256.digest(of: message))
        == "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787")
    #expect(
      Hex.encode(SHA3_512.digest(of: message))
        == "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca8"
        + "1b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00")
  }
}
