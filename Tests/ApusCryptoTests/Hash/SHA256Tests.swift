import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 180-4 section 6.2, with the examples that NIST publishes.
@Suite struct SHA256Tests {
  @Test func `the SHA-256 digest of an empty message equals the published digest`() throws {
    let message = Array("".utf8)
    let digest = try Hex.decode(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(SHA256.digest(of: message) == digest)
  }

  @Test func `the SHA-256 digest of three bytes equals the published digest`() throws {
    let message = Array("abc".utf8)
    let digest = try Hex.decode(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(SHA256.digest(of: message) == digest)
  }

  @Test func `the SHA-256 digest of 448 bits equals the published digest`() throws {
    let message = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    let digest = try Hex.decode(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(SHA256.digest(of: message) == digest)
  }

  @Test func `the SHA-256 digest of 896 bits equals the published digest`() throws {
    let message = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    let digest = try Hex.decode(
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    #expect(SHA256.digest(of: message) == digest)
  }

  @Test func `the SHA-256 digest of a million bytes equals the published digest`() throws {
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    let digest = try Hex.decode(
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(SHA256.digest(of: message) == digest)
  }
}
