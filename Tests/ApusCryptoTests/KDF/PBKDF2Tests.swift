import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 6070 section 2 for SHA-1; RFC 7914 section 11 and the same inputs for the others, with keys
/// that another implementation derived.
@Suite struct PBKDF2Tests {
  struct Vector: Sendable {
    var function: PBKDF2.PseudorandomFunction
    var (password, salt): (String, String)
    var iterations: Int
    var key: String
  }

  static let vectors = [
    Vector(
      function: .hmacSHA1, password: "password",
      salt: "salt", iterations: 1,
      key: "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
    Vector(
      function: .hmacSHA1, password: "password",
      salt: "salt", iterations: 2,
      key: "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
    Vector(
      function: .hmacSHA1, password: "password",
      salt: "salt", iterations: 4096,
      key: "4b007901b765489abead49d926f721d065a429c1"),
    Vector(
      function: .hmacSHA1, password: "passwordPASSWORDpassword",
      salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt", iterations: 4096,
      key: "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"),
    Vector(
      function: .hmacSHA256, password: "passwd",
      salt: "salt", iterations: 1,
      key: "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9ccc"
        + "f179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"),
    Vector(
      function: .hmacSHA256, password: "password",
      salt: "salt", iterations: 2,
      key: "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
    Vector(
      function: .hmacSHA256, password: "password",
      salt: "salt", iterations: 4096,
      key: "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
    Vector(
      function: .hmacSHA256, password: "passwordPASSWORDpassword",
      salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt", iterations: 4096,
      key: "348c89dbcbd32b2f32d814b8116e84cf2b17347ebc1800181c4e2a1fb8dd53e1c635518c"
        + "7dac47e9"),
    Vector(
      function: .hmacSHA384, password: "password",
      salt: "salt", iterations: 1,
      key: "c0e14f06e49e32d73f9f52ddf1d0c5c7191609233631dadd76a567db42b78676b38fc800"
        + "cc53ddb642f5c74442e62be44d727702213e3bb9223c53b767fbfb5d"),
    Vector(
      function: .hmacSHA384, password: "passwordPASSWORDpassword",
      salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt", iterations: 3,
      key: "5b55a9d4eb756e54a3308e935e36e1b6c5fdf977d061fdd671ef39e1827811c8ab46420c"
        + "b809b5cb295ac7c699193c438b1a374c40a273fb1bd47ec17b4d4728a8078e87707f7054"
        + "aab170760974d1c3f122b476d5a2366a186986bc89fce547b31feda6"),
    Vector(
      function: .hmacSHA512, password: "password",
      salt: "salt", iterations: 1,
      key: "867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252c02d470a"
        + "285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce"),
    Vector(
      function: .hmacSHA512, password: "passwordPASSWORDpassword",
      salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt", iterations: 3,
      key: "e3ad582d92516a866ef6a2725080fbee6f7cd51734047789cccdae6581e79529601c42bf"
        + "26261838b697a3a819e36dab84f1987867fc40a605429d6c540e3cb223551306ab87c412"
        + "d04ce40f3def06757fe3789fdcf8e2ad8e4343427a94fe8224aa48bb"),
  ]

  @Test(arguments: vectors)
  func `the PBKDF2 key equals the published key`(vector: Vector) throws {
    let key = try derive(vector, byteCount: vector.key.utf8.count / 2)
    #expect(key.hex == vector.key)
  }

  @Test func `PBKDF2 includes the zero bytes of a password and a salt in its input`() throws {
    let key = try PBKDF2.derive(
      .hmacSHA1, password: Array("pass\0word".utf8).span, salt: Array("sa\0lt".utf8).span,
      iterations: PBKDF2.IterationCount(4096), byteCount: 16)
    #expect(key.hex == "56fa6aa75548099dcc37d7f03425e0c3")
  }

  @Test func `a shorter PBKDF2 key is the beginning of a longer key, up to the limit`() throws {
    let vector = Self.vectors[5]
    let longest = try derive(vector, byteCount: 1024).hex
    for count in [0, 1, 31, 32, 33, 64, 65, 1023] {
      #expect(try derive(vector, byteCount: count).hex == String(longest.prefix(2 * count)))
    }
    #expect(throws: CryptoError.outputByteCountOutOfRange(1025, limit: 1024)) {
      _ = try derive(vector, byteCount: 1025).count
    }
  }

  @Test func `a PBKDF2 iteration count must be from one to ten million`() throws {
    #expect(try PBKDF2.IterationCount(1).value == 1)
    #expect(try PBKDF2.IterationCount(10_000_000).value == 10_000_000)
    for count in [10_000_001, 0, -1, Int.max, Int.min] {
      #expect(throws: CryptoError.iterationCountOutOfRange(count, limit: 10_000_000)) {
        try PBKDF2.IterationCount(count)
      }
    }
  }

  private func derive(_ vector: Vector, byteCount: Int) throws -> SecretBytes {
    try PBKDF2.derive(
      vector.function, password: Array(vector.password.utf8).span,
      salt: Array(vector.salt.utf8).span, iterations: PBKDF2.IterationCount(vector.iterations),
      byteCount: byteCount)
  }
}
