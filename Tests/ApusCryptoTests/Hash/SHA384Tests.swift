import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 180-4 section 6.5, with the examples that NIST publishes.
@Suite struct SHA384Tests {
  @Test func `the SHA-384 digest of an empty message equals the published digest`() throws {
    let message = Array("".utf8)
    let digest = try Hex.decode(
      "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fb"
        + "d51ad2f14898b95b")
    #expect(SHA384.digest(of: message) == digest)
  }

  @Test func `the SHA-384 digest of three bytes equals the published digest`() throws {
    let message = Array("abc".utf8)
    let digest = try Hex.decode(
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc23"
        + "58baeca134c825a7")
    #expect(SHA384.digest(of: message) == digest)
  }

  @Test func `the SHA-384 digest of 448 bits equals the published digest`() throws {
    let message = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    let digest = try Hex.decode(
      "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f"
        + "5fe95b1fe3c8452b")
    #expect(SHA384.digest(of: message) == digest)
  }

  @Test func `the SHA-384 digest of 896 bits equals the published digest`() throws {
    let message = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    let digest = try Hex.decode(
      "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db9"
        + "66c3e9fa91746039")
    #expect(SHA384.digest(of: message) == digest)
  }

  @Test func `the SHA-384 digest of a million bytes equals the published digest`() throws {
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    let digest = try Hex.decode(
      "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4eb"
        + "ae97ddd87f3d8985")
    #expect(SHA384.digest(of: message) == digest)
  }
}
