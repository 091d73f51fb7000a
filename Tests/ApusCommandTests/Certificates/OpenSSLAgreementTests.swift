import ApusNet
import ApusSerialization
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// `apus cert inspect --format openssl` and `openssl x509 -text` agree, field by field, about every
/// certificate of the corpus that strict parsers accept.
@Suite struct OpenSSLAgreementTests {
  /// The certificate that OpenSSL cannot decode: a mail address of the wrong string type in its
  /// names.
  private static let undecoded: Set = ["openssl__test_certs_bad-othername-namec.der"]

  @Test(
    .enabled(
      if: OpenSSLText.isExpected && Corpus("certs").isExpected,
      "openssl or the corpus of certificates is not there"))
  func `cert inspect and OpenSSL show the same facts for 221 certificates`()
    async throws
  {
    let corpus = Corpus("certs")
    let manifest = try JSON.Value(parsing: Files.contents(of: corpus.path + "/manifest.json"))
    let names = (manifest["certificates"]?.array ?? [])
      .filter { $0["strict_agreement"]?.string == "accept" }.compactMap { $0["file"]?.string }
    #expect(names.count == 221)
    var comparedCount = 0
    for (name, text) in zip(names, try OpenSSLText.texts(of: names, in: corpus.path)) {
      let trial = await Trial("cert", "inspect", "--format", "openssl", "\(corpus.path)/\(name)")
      #expect(trial.status == .success, "\(name)")
      var theirs = OpenSSLText.fields(of: text)
      var ours = OpenSSLText.fields(of: trial.output)
      if Self.undecoded.contains(name) {
        #expect(theirs["X509v3 Subject Alternative Name"] != nil)
        theirs["X509v3 Subject Alternative Name"] = nil
        ours["X509v3 Subject Alternative Name"] = nil
      }
      #expect(theirs["Serial Number"] != nil && theirs["Public Key Algorithm"] != nil, "\(name)")
      #expect(ours == theirs, "\(name)")
      comparedCount += ours.count
    }
    // Six fields each, and the extensions that they have: 221 * 6 and more.
    #expect(comparedCount > 1_700)
  }
}

/// The output of `openssl x509 -text`, split into the compared fields.
enum OpenSSLText {
  static var isExpected: Bool { isInstalled || Corpus.isStrict }

  // SAFETY: a C string for this call only.
  private static let isInstalled = unsafe apus_test_run("command -v openssl >/dev/null") == 0

  /// Returns the output of the program for each file.
  static func texts(of names: [String], in folder: String) throws -> [String] {
    let out = try TrialFolder(["names": Array(names.joined(separator: "\n").utf8 + [0x0a])])
    let command =
      "while read -r name; do openssl x509 -inform DER -text -noout -in \"\(folder)/$name\""
      + " > \"\(out.path)/$name\" || exit 1; done < \"\(out.path)/names\""
    // SAFETY: a C string for this call only.
    let status = unsafe apus_test_run(command)
    guard status == 0 else { throw TrialFolder.Failure(status: status) }
    return try names.map {
      String(decoding: try Files.contents(of: "\(out.path)/\($0)"), as: UTF8.self)
    }
  }

  private static let wanted: Set = [
    "Serial Number", "Issuer", "Subject", "Not Before", "Not After", "Public Key Algorithm",
    "X509v3 Subject Alternative Name", "X509v3 Basic Constraints", "X509v3 Key Usage",
    "X509v3 Extended Key Usage", "X509v3 Subject Key Identifier",
    "X509v3 Authority Key Identifier",
  ]

  /// Each field with all lines that are indented more than its first.
  static func fields(of text: String) -> [String: [Substring]] {
    var fields: [String: [Substring]] = [:]
    var open: (label: String, indent: Int)?
    for line in text.split(separator: "\n") {
      let indent = line.utf8.prefix { $0 == 0x20 }.count
      if let field = open, indent > field.indent {
        fields[field.label, default: []].append(line.drop { $0 == " " })
        continue
      }
      let parts = line.dropFirst(indent).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let label = String(parts[0].reversed().drop { $0 == " " }.reversed())
      guard wanted.contains(label), parts.count == 2, indent == 8 || indent == 12 else {
        open = nil
        continue
      }
      fields[label] = [parts[1]]
      open = (label, indent)
    }
    return fields
  }
}
