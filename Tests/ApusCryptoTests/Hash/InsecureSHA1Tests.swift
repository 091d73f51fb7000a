import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 180-4 section 6.1, with the examples that NIST publishes.
@Suite struct InsecureSHA1Tests {
  @Test func `the SHA-1 digest of an empty message equals the published digest`() throws {
    let message = Array("".utf8)
    let digest = try Hex.decode(
      "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(InsecureSHA1.digest(of: message) == digest)
  }

  @Test func `the SHA-1 digest of three bytes equals the published digest`() throws {
    let message = Array("abc".utf8)
    let digest = try Hex.decode(
      "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(InsecureSHA1.digest(of: message) == digest)
  }

  @Test func `the SHA-1 digest of 448 bits equals the published digest`() throws {
    let message = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    let digest = try Hex.decode(
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(InsecureSHA1.digest(of: message) == digest)
  }

  @Test func `the SHA-1 digest of 896 bits equals the published digest`() throws {
    let message = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    let digest = try Hex.decode(
      "a49b2446a02c645bf419f995b67091253a04a259")
    #expect(InsecureSHA1.digest(of: message) == digest)
  }

  @Test func `the SHA-1 digest of a million bytes equals the published digest`() throws {
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    let digest = try Hex.decode(
      "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    #expect(InsecureSHA1.digest(of: message) == digest)
  }
}
