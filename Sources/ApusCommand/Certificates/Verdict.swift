import ApusX509

/// How the end of a verification is shown.
enum Verdict {
  /// The path that was found, from the leaf to the anchor.
  static func path(of chain: X509.VerifiedChain) -> String {
    let lines = chain.certificates.map { "  \($0)" } + ["  anchor: \(chain.anchor)"]
    return lines.joined(separator: "\n")
  }

  /// The most telling fault, and what to do about it.
  static func text(of rejection: X509.Rejection) -> String {
    let hint = rejection.fault.hint.map { "\nhint: \($0)" } ?? ""
    return "not valid: \(rejection)\(hint)"
  }

  static func document(
    of chain: X509.VerifiedChain, _ input: CertificateInput
  ) -> X509.Document {
    .members(
      [
        X509.Document.Member("schema", "apus.verification/1"),
        X509.Document.Member("isValid", true),
        X509.Document.Member("purpose", .text("\(chain.purpose)")),
        X509.Document.Member("time", .text("\(chain.moment)")),
        X509.Document.Member("path", .list(chain.certificates.map { .text("\($0)") })),
        X509.Document.Member("anchor", .text("\(chain.anchor)")),
      ] + input.connectionMembers)
  }

  static func document(of rejection: X509.Rejection, _ input: CertificateInput) -> X509.Document {
    .members(
      [
        X509.Document.Member("schema", "apus.verification/1"),
        X509.Document.Member("isValid", false),
        X509.Document.Member("paths", .list(rejection.paths.map(document))),
        X509.Document.Member("omittedPathCount", .number(Int64(rejection.omittedPathCount))),
      ] + input.connectionMembers)
  }

  private static func document(of path: X509.Rejection.Path) -> X509.Document {
    var members: [X509.Document.Member] = [
      X509.Document.Member("certificates", .list(path.certificates.map { .text("\($0)") }))
    ]
    if let anchor = path.anchor {
      members.append(X509.Document.Member("anchor", .text("\(anchor)")))
    }
    members.append(X509.Document.Member("fault", .text("\(path.fault)")))
    members.append(X509.Document.Member("section", .text(path.fault.section)))
    if let culprit = path.culprit {
      members.append(X509.Document.Member("culprit", .text("\(culprit)")))
    }
    if let hint = path.fault.hint { members.append(X509.Document.Member("hint", .text(hint))) }
    return .members(members)
  }
}
