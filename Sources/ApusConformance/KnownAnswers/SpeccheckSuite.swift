import ApusBytes
import ApusCrypto
import ApusSerialization

/// The test suite of the twelve signatures about which implementations of Ed25519 disagree.
///
/// The file contains no expected results. The expected results follow RFC 8032 section 5.1.7 with
/// the equation without the cofactor, S below the order, and a single encoding for each point. The
/// first four signatures are accepted, and the others are rejected.
enum SpeccheckSuite: Suite {
  static let name = "ed25519-speccheck"
  static let summary = "edge cases of Ed25519, by RFC 8032 without cofactor"

  private static let accepted = 0...3
  private static let refused = 4...11

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files {
      for (number, value) in (try CorpusError.document(at: path).array ?? []).enumerated() {
        report.add("\(number)", try verdict(on: value, number))
      }
    }
    return report
  }

  private static func verdict(
    on value: JSON.Value, _ number: Int
  ) throws(CorpusError) -> Report.Verdict {
    let (message, signature) = (try bytes("message"), try bytes("signature"))
    let keyBytes = try bytes("pub_key")
    let key = try? Ed25519.PublicKey(rawRepresentation: keyBytes.span)
    let isValid = key?.isValid(signature: signature.span, for: message.span) ?? false
    guard accepted.contains(number) || refused.contains(number) else {
      return .skipped("no rule for a thirteenth case")
    }
    guard isValid == accepted.contains(number) else {
      return .failed(isValid ? "accepted" : "refused")
    }
    return .passed

    func bytes(_ key: String) throws(CorpusError) -> [UInt8] {
      guard let bytes = value[key]?.string.flatMap({ try? Hex.decode($0) }) else {
        throw .missing(key: key, id: "\(number)")
      }
      return bytes
    }
  }
}
