import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 5246 section 5, with the vectors that its working group collected.
@Suite struct TLS12PRFTests {
  struct Vector: Sendable {
    var hash: HashAlgorithm
    var (secret, seed, output): (String, String, String)
  }

  static let vectors = [
    Vector(
      hash: .sha256, secret: "9bbe436ba940f017b17652849a71db35",
      seed: "a0ba9f936cda311827a6f796ffd5198c",
      output: "e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791"
        + "e90d35c9c9a46b4e14baf9af0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b"
        + "97fce34f796789baa48082d122ee42c5a72e5a5110fff70187347b66"),
    Vector(
      hash: .sha384, secret: "b80b733d6ceefcdc71566ea48e5567df",
      seed: "cd665cf6a8447dd6ff8b27555edb7465",
      output: "7b0c18e9ced410ed1804f2cfa34a336a1c14dffb4900bb5fd7942107e81c83cde9ca0faa"
        + "60be9fe34f82b1233c9146a0e534cb400fed2700884f9dc236f80edd8bfa961144c9e8d7"
        + "92eca722a7b32fc3d416d473ebc2c5fd4abfdad05d9184259b5bf8cd4d90fa0d31e2dec4"
        + "79e4f1a26066f2eea9a69236a3e52655c9e9aee691c8f3a26854308d5eaa3be85e099070"
        + "3d73e56f"),
    Vector(
      hash: .sha512, secret: "b0323523c1853599584d88568bbb05eb",
      seed: "d4640e12e4bcdbfb437f03e6ae418ee5",
      output: "1261f588c798c5c201ff036e7a9cb5edcd7fe3f94c669a122a4638d7d508b283042df678"
        + "9875c7147e906d868bc75c45e20eb40c1cf4a1713b27371f68432592f7dc8ea8ef223e12"
        + "ea8507841311bf68653d0cfc4056d811f025c45ddfa6e6fec702f054b409d6f28dd0a323"
        + "3e498da41a3e75c5630eedbe22fe254e33a1b0e9f6b9826675bec7d01a845658dc9c3975"
        + "45401d40b9f46c7a400ee1b8f81ca0a60d1a397a1028bff5d2ef5066126842fb8da41976"
        + "32bdb54ff6633f86bbc836e640d4d898"),
  ]

  @Test(arguments: vectors)
  func `every prefix of a TLS 1.2 PRF output equals the published output`(vector: Vector) throws {
    let bytes = try Hex.decode(vector.secret)
    let secret = SecretBytes(copying: bytes.span)
    let seed = try Hex.decode(vector.seed)
    for count in 0...vector.output.utf8.count / 2 {
      let output = try TLS12PRF.derive(
        vector.hash, secret: secret, label: "test label", seed: seed.span, byteCount: count)
      #expect(output.hex == String(vector.output.prefix(2 * count)))
    }
  }

  @Test func `a TLS 1.2 PRF output of more than 65,536 bytes is rejected`() throws {
    let secret = SecretBytes(zeros: 48)
    let seed: [UInt8] = []
    let most = try TLS12PRF.derive(
      .sha256, secret: secret, label: "", seed: seed.span, byteCount: 65_536)
    #expect(most.count == 65_536)
    #expect(throws: CryptoError.outputByteCountOutOfRange(65_537, limit: 65_536)) {
      _ = try TLS12PRF.derive(
        .sha256, secret: secret, label: "", seed: seed.span, byteCount: 65_537
      ).count
    }
  }
}
