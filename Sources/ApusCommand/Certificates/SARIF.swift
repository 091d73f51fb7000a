import ApusBytes
import ApusNet
import ApusX509

/// The findings of the command `apus cert lint` in the format SARIF 2.1.0, which code hosts and
/// editors display.
enum SARIF {
  static func document(of verdicts: [LintCommand.Verdict]) -> X509.Document {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": ["name": "apus", "rules": .list(X509.Lint.all.map(rule))]],
          "results": .list(
            verdicts.flatMap { verdict in
              verdict.findings.map { result($0, at: verdict.place) }
            }),
        ]
      ],
    ]
  }

  private static func rule(_ lint: X509.Lint) -> X509.Document {
    [
      "id": .text(lint.code), "shortDescription": ["text": .text(lint.summary)],
      "help": ["text": .text("\(lint.summary) (\(lint.section))")],
      "defaultConfiguration": ["level": .text(lint.severity.rawValue)],
    ]
  }

  private static func result(
    _ finding: X509.Lint.Finding, at place: CertificateInput.Place
  ) -> X509.Document {
    let line = place.line.map {
      [X509.Document.Member("region", ["startLine": .number(Int64($0))])]
    }
    let detail = finding.detail.utf8.isEmpty ? "" : ": \(finding.detail)"
    let file = X509.Document.Member("artifactLocation", ["uri": .text(uri(of: place.path))])
    return [
      "ruleId": .text(finding.lint.code), "level": .text(finding.lint.severity.rawValue),
      "message": ["text": .text("\(finding.lint.summary)\(detail) (\(finding.lint.section))")],
      "locations": [["physicalLocation": .members([file] + (line ?? []))]],
    ]
  }

  /// Returns a file path as a URI reference. A relative path becomes a relative reference.
  ///
  ///     pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
  ///
  /// RFC 3986 section 3.3. A colon is percent-encoded, because a colon would end a URI scheme.
  static func uri(of path: FilePath) -> String {
    let plain = ByteSet.letters.union(.digits).union(ByteSet("-._~/"))
    return path.bytes.map { byte in
      plain.contains(byte)
        ? String(decoding: [byte], as: UTF8.self) : "%" + Hex.encode(byte)
    }.joined()
  }
}
