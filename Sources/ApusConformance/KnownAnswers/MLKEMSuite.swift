import ApusBytes
import ApusCrypto
import ApusNet

/// The test suite of known answers of ML-KEM-768, in blocks of lines with the form `name = value`.
///
/// Each block contains the seed of a key, a ciphertext with its shared secret, and an invalid
/// ciphertext with its shared secret. FIPS 203 section 6.
enum MLKEMSuite: Suite {
  static let name = "mlkem-kat"
  static let summary = "known answers of ML-KEM-768: keys, ciphertexts and secrets"
  static let fileNameEndings = [".rsp"]

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files {
      for answer in answers(in: try Files.contents(of: path)) {
        let id = answer["count"] ?? ""
        report.add(id, try verdict(on: answer, id))
      }
    }
    return report
  }

  private static func verdict(
    on answer: [String: String], _ id: String
  ) throws(CorpusError) -> Report.Verdict {
    let (seed, message) = (try bytes("d") + bytes("z"), try bytes("msg"))
    let (ciphertext, wrongCiphertext) = (try bytes("ct"), try bytes("ct_n"))
    let (secret, wrongSecret) = (try bytes("ss"), try bytes("ss_n"))
    let (publicKey, privateKey) = (try bytes("pk"), try bytes("sk"))
    let outcome: Outcome
    do throws(CryptoError) {
      let key = try MLKEM768.PrivateKey(seed: seed.span)
      let stored = try MLKEM768.PrivateKey(rawRepresentation: privateKey.span)
      let sent = try key.publicKey.encapsulate(using: GivenRandom(bytes: message))
      let received = try stored.sharedSecret(from: ciphertext.span)
      let rejected = try stored.sharedSecret(from: wrongCiphertext.span)
      outcome = .comparing(
        ("the public key", key.publicKey.rawRepresentation, publicKey),
        ("the private key", key.rawRepresentation.published, privateKey),
        ("the ciphertext", sent.ciphertext, ciphertext),
        ("the sender's secret", sent.sharedSecret.published, secret),
        ("the receiver's secret", received.published, secret),
        ("the secret of the wrong ciphertext", rejected.published, wrongSecret))
    } catch {
      outcome = .refused("\(error)")
    }
    return Report.Verdict(outcome, .valid, nil)

    func bytes(_ key: String) throws(CorpusError) -> [UInt8] {
      guard let bytes = answer[key].flatMap({ try? Hex.decode($0) }) else {
        throw .missing(key: key, id: id)
      }
      return bytes
    }
  }

  /// Returns the blocks of a known-answer file. Each block begins with its number in the form
  /// `count = …`.
  private static func answers(in bytes: [UInt8]) -> [[String: String]] {
    var answers: [[String: String]] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3, words[1] == "=" else { continue }
      if words[0] == "count" { answers.append([:]) }
      if !answers.isEmpty { answers[answers.count - 1][words[0]] = words[2] }
    }
    return answers
  }
}
