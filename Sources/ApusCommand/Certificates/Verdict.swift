import ApusBytes
import ApusX509

/// The output of the command `apus cert verify`.
enum Verdict {
  /// Returns the text of a verified path from the leaf certificate to the trust anchor.
  static func path(of chain: X509.VerifiedChain) -> String {
    let lines = chain.certificates.map { "  \($0)" } + ["  anchor: \(chain.anchor)"]
    return lines.joined(separator: "\n")
  }

  /// Returns the text of the most significant trust failure, with advice.
  static func text(of rejection: X509.TrustFailure) -> String {
    let hint = hint(about: rejection.fault).map { "\nhint: \($0)" } ?? ""
    return "the certificate is not valid: \(rejection)\(hint)"
  }

  /// Returns the text of every certificate path that was tried, with advice.
  static func explanation(of rejection: X509.TrustFailure) -> String {
    var lines = ["the certificate is not valid"]
    for (index, path) in rejection.paths.enumerated() {
      lines.append("path \(index + 1) of \(rejection.paths.count + rejection.omittedPathCount):")
      for certificate in path.certificates { lines.append("  \(certificate)") }
      if let anchor = path.anchor { lines.append("  anchor: \(anchor)") }
      lines.append("  \(path)")
      if let hint = hint(about: path.fault) { lines.append("  hint: \(hint)") }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns advice about a trust failure in terms of the command's options, or `nil` if no option
  /// helps.
  static func hint(about fault: X509.Fault) -> String? {
    switch fault {
    case .untrustedRoot: "if that root certificate is yours, type --roots FILE to trust the root"
    case .missingIssuer(let missing):
      "the certificate of \"\(missing.name)\" is missing: type --intermediates FILE to "
        + "add an intermediate, or --roots FILE to trust a root"
        + (missing.urls.first.map { "; the missing certificate may be at \($0)" } ?? "")
    case .expired: "renew the certificate; --time RFC3339 verifies the certificate at another time"
    case .notYetValid:
      "check the clock of this machine; --time RFC3339 verifies the certificate at "
        + "another time"
    case .tooDeep: "--max-depth N allows more intermediate certificates"
    case .name(.otherNames): "--host NAME verifies the certificate for another host name"
    case .revocation(.unanswered):
      "--crl FILE supplies a current revocation list of the issuer, and --ocsp FILE an "
        + "OCSP response"
    case .broken where fault.hint != nil:
      "--profile private omits the rules that only apply to public authorities"
    default: fault.hint
    }
  }

  static func document(
    of chain: X509.VerifiedChain, _ input: CertificateInput
  ) -> X509.Document {
    .members(
      [
        X509.Document.Member("schema", "apus.verification/2"),
        X509.Document.Member("isValid", true),
        X509.Document.Member("purpose", .text("\(chain.purpose)")),
        X509.Document.Member("time", .text("\(chain.moment)")),
        X509.Document.Member("path", .list(chain.certificates.map(document))),
        X509.Document.Member("anchor", document(of: chain.anchor)),
      ] + input.connectionMembers)
  }

  static func document(of rejection: X509.TrustFailure, _ input: CertificateInput) -> X509.Document
  {
    .members(
      [
        X509.Document.Member("schema", "apus.verification/2"),
        X509.Document.Member("isValid", false),
        X509.Document.Member("code", .text(rejection.fault.code)),
        X509.Document.Member("paths", .list(rejection.paths.map(document))),
        X509.Document.Member("omittedPathCount", .number(Int64(rejection.omittedPathCount))),
      ] + input.connectionMembers)
  }

  private static func document(of path: X509.TrustFailure.Path) -> X509.Document {
    var members: [X509.Document.Member] = [
      X509.Document.Member("certificates", .list(path.certificates.map(document)))
    ]
    if let anchor = path.anchor {
      members.append(X509.Document.Member("anchor", document(of: anchor)))
    }
    members.append(X509.Document.Member("code", .text(path.fault.code)))
    members.append(X509.Document.Member("fault", .text("\(path.fault)")))
    members.append(X509.Document.Member("section", .text(path.fault.section)))
    switch path.place {
    case .certificate(let index):
      members.append(X509.Document.Member("culprit", .number(Int64(index))))
    case .anchor: members.append(X509.Document.Member("culprit", "anchor"))
    }
    if let hint = hint(about: path.fault) {
      members.append(X509.Document.Member("hint", .text(hint)))
    }
    return .members(members)
  }

  /// Returns the names, serial number, validity, fingerprint and pin of a certificate as a
  /// document.
  private static func document(of certificate: X509.Certificate) -> X509.Document {
    func shown(_ seconds: Int64) -> X509.Document {
      .text("\(UnixTime(secondsSinceEpoch: seconds))")
    }
    return [
      "subject": certificate.subject.grouped, "issuer": certificate.issuer.grouped,
      "serialNumber": .text("\(certificate.serialNumber)"),
      "notBefore": shown(certificate.validity.notBefore.secondsSinceEpoch),
      "notAfter": shown(certificate.validity.notAfter.secondsSinceEpoch),
      "sha256": .text("\(certificate.fingerprint)"),
      "pin": .text("\(certificate.pin)"),
    ]
  }

  private static func document(of anchor: X509.Anchor) -> X509.Document {
    guard let certificate = anchor.certificate else {
      return ["subject": anchor.name.grouped, "pin": .text("\(X509.Pin(anchor.publicKey))")]
    }
    return document(of: certificate)
  }
}
