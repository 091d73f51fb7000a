import ApusBytes
import ApusNet
import TestSupport
import Testing

@testable import ApusCrypto

/// A hundred known answers: a key from its seed, a ciphertext and its secret, a wrong ciphertext
/// and its secret. FIPS 203 section 6.
@Suite struct KnownAnswersTests {
  static let corpus = Corpus("mlkem-kat")

  @Test(.enabled(if: corpus.isExpected, "the corpus is not here"))
  func `ML-KEM keys, ciphertexts and secrets equal the known answers`() throws {
    let answers = Self.answers(in: try Self.corpus.contents(of: "kat_MLKEM_768_first100.rsp"))
    #expect(answers.count == 100)
    #if DEBUG
      let sample = answers.prefix(3)
    #else
      let sample = answers[...]
    #endif
    for answer in sample {
      func field(_ name: String) -> [UInt8] { Bytes.hex(answer[name] ?? "") }
      let seed = field("d") + field("z")
      let key = try MLKEM768.PrivateKey(seed: seed.span)
      #expect(key.publicKey.rawRepresentation == field("pk"))
      #expect(key.rawRepresentation.array == field("sk"))
      let sent = try key.publicKey.encapsulate(using: ReplayedRandom([field("msg")]))
      #expect(sent.ciphertext == field("ct"))
      #expect(sent.sharedSecret.array == field("ss"))
      let (right, wrong) = (field("ct"), field("ct_n"))
      #expect(try key.sharedSecret(from: right.span).array == field("ss"))
      #expect(try key.sharedSecret(from: wrong.span).array == field("ss_n"))
    }
  }

  /// Blocks of lines `name = value`, each begun by a line `count = …`.
  private static func answers(in bytes: [UInt8]) -> [[String: String]] {
    var answers: [[String: String]] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3 else { continue }
      if words[0] == "count" { answers.append([:]) }
      if !answers.isEmpty { answers[answers.count - 1][words[0]] = words[2] }
    }
    return answers
  }
}
