import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 180-4 section 6.4, with the examples that NIST publishes.
@Suite struct SHA512Tests {
  @Test func `the SHA-512 digest of an empty message equals the published digest`() throws {
    let message = Array("".utf8)
    let digest = try Hex.decode(
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0"
        + "ff8318d2877eec2f63b931bd47417a81a538327af927da3e")
    #expect(SHA512.digest(of: message) == digest)
  }

  @Test func `the SHA-512 digest of three bytes equals the published digest`() throws {
    let message = Array("abc".utf8)
    let digest = try Hex.decode(
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a8"
        + "36ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    #expect(SHA512.digest(of: message) == digest)
  }

  @Test func `the SHA-512 digest of 448 bits equals the published digest`() throws {
    let message = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    let digest = try Hex.decode(
      "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9"
        + "aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445")
    #expect(SHA512.digest(of: message) == digest)
  }

  @Test func `the SHA-512 digest of 896 bits equals the published digest`() throws {
    let message = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    let digest = try Hex.decode(
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4"
        + "331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909")
    #expect(SHA512.digest(of: message) == digest)
  }

  @Test func `the SHA-512 digest of a million bytes equals the published digest`() throws {
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    let digest = try Hex.decode(
      "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a"
        + "4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")
    #expect(SHA512.digest(of: message) == digest)
  }
}
