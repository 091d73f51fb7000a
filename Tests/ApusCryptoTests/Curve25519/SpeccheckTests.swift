import ApusBytes
import ApusNet
import TestSupport
import Testing

@testable import ApusCrypto

/// The twelve edge cases of Ed25519 about which implementations disagree.
///
/// Apus uses the equation without the cofactor, S below the order, and one encoding for each point:
/// the first four cases are valid by every rule, 4 and 5 only with the cofactor, 6 and 7 have a
/// large S, and the last four another encoding of R or A.
@Suite struct SpeccheckTests {
  static let corpus = Corpus("ed25519-speccheck")

  @Test(.enabled(if: corpus.isExpected, "the corpus is not here"))
  func `cases 0 to 3 of Speccheck are valid, and cases 4 to 11 are invalid`() throws {
    let cases = Self.cases(in: try Self.corpus.contents(of: "cases.json"))
    #expect(cases.count == 12)
    for (number, fields) in cases.enumerated() {
      let message = Bytes.hex(fields["message"] ?? "")
      let signature = Bytes.hex(fields["signature"] ?? "")
      let keyBytes = Bytes.hex(fields["pub_key"] ?? "")
      let key = try? Ed25519.PublicKey(rawRepresentation: keyBytes.span)
      let isValid = key?.isValid(signature: signature.span, for: message.span) ?? false
      #expect(isValid == (number < 4), "case \(number)")
    }
  }

  /// The file is one list of objects, whose names and values are strings of letters, digits, and _.
  private static func cases(in bytes: [UInt8]) -> [[String: String]] {
    bytes.split(separator: UInt8(ascii: "}")).compactMap { object in
      let strings = object.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      // The text in quotation marks: every second piece.
      let words = stride(from: 1, to: strings.count, by: 2).map {
        String(decoding: strings[$0], as: UTF8.self)
      }
      guard words.count == 6 else { return nil }
      return [words[0]: words[1], words[2]: words[3], words[4]: words[5]]
    }
  }
}
