internal import ApusASN1
internal import ApusBytes

extension X509.Inspection {
  /// The complete inspection as readable lines that each end with a line feed.
  public var text: String { text(inColour: false) }

  /// Returns the complete inspection as readable lines that each end with a line feed.
  ///
  /// The colours are escape sequences, which only a terminal interprets.
  ///
  /// - Parameter isColoured: A Boolean value that indicates whether the lines have colours.
  public func text(inColour isColoured: Bool) -> String {
    let paint = Paint(isColoured: isColoured)
    var lines = [paint.strong("certificate of \"\(certificate.subject)\"")]
    for (label, value) in summary { lines.append("  " + paint.label(padded(label)) + value) }
    for flaw in certificate.flaws {
      lines.append("  " + paint.alarm(padded("not trusted") + "\(flaw)"))
    }
    if !fields.isEmpty { lines.append("  " + paint.label("extensions")) }
    for field in fields {
      let critical = field.encoded.isCritical ? ", critical" : ""
      let name = field.encoded.oid.name.map { "\($0) " } ?? ""
      lines.append("    " + paint.strong(name) + "\(field.encoded.oid)\(critical)")
      switch field.value {
      case .success(let value): lines += value.lines.map { "      \($0)" }
      case .failure(let error): lines.append("      " + paint.alarm("unreadable: \(error)"))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var summary: [(String, String)] {
    let key = key.problem.map { "\(self.key) (\($0))" } ?? self.key.description
    return [
      ("subject", certificate.subject.line), ("issuer", certificate.issuer.line),
      ("serial number", "\(certificate.serialNumber)"),
      ("valid from", "\(certificate.validity.notBefore)"),
      ("valid through", "\(certificate.validity.notAfter)"), ("key", key),
      ("signed by", certificate.signatureAlgorithm.oid.shown),
      ("version", "\(certificate.version.rawValue + 1)"),
      ("pin", "\(certificate.pin)"), ("SHA-256", "\(fingerprint)"),
      ("SHA-1 (legacy)", "\(legacyFingerprint)"),
    ]
  }

  private func padded(_ label: String) -> String {
    label + String(repeating: " ", count: max(1, 16 - label.utf8.count))
  }

  /// A formatter that adds escape sequences for colours and styles to text, if colours are enabled.
  struct Paint {
    let isColoured: Bool

    func strong(_ text: String) -> String { wrapped(text, "1") }
    func label(_ text: String) -> String { wrapped(text, "36") }
    func alarm(_ text: String) -> String { wrapped(text, "31") }

    private func wrapped(_ text: String, _ code: String) -> String {
      isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
  }
}

extension X509.Extension.Value {
  /// The value of the extension as lines, with escapes for characters that control a terminal.
  var lines: [String] {
    switch self {
    case .subjectKeyIdentifier(let value): [Hex.encode(value.bytes)]
    case .keyUsage(let value): [value.description]
    case .subjectAlternativeName(let value): value.names.map(\.line)
    case .issuerAlternativeName(let value): value.names.map(\.line)
    case .basicConstraints(.endEntity): ["not an authority"]
    case .basicConstraints(.authority(let pathLength)):
      ["authority" + (pathLength.map { ", at most \($0.count) authorities below it" } ?? "")]
    case .nameConstraints(let value):
      value.permitted.map { "permitted \($0)" } + value.excluded.map { "excluded \($0)" }
    case .crlDistributionPoints(let value): value.points.flatMap(\.lines)
    case .freshestCRL(let value): value.points.flatMap(\.lines)
    case .certificatePolicies(let value): value.policies.flatMap(\.lines)
    case .policyMappings(let value):
      value.mappings.map { "\($0.issuerPolicy.shown) is \($0.subjectPolicy.shown)" }
    case .authorityKeyIdentifier(let value):
      (value.keyIdentifier.map { [Hex.encode($0)] } ?? [])
        + (value.issuer.map { $0.names.map(\.description) + ["serial number \($0.serialNumber)"] }
          ?? [])
    case .extendedKeyUsage(let value): value.purposes.map(\.withNumber)
    case .authorityInformationAccess(let value): value.descriptions.map(\.line)
    case .subjectInformationAccess(let value): value.descriptions.map(\.line)
    case .tlsFeature(let value): value.features.map(Self.feature)
    case .signedCertificateTimestamps(let value):
      value.timestamps.map { "\($0.shownTime) log \(Base64.encode($0.logID))" }
    case .precertificatePoison: ["a precertificate, which is only for logs"]
    case .ocspNoCheck: ["not checked for revocation"]
    case .privateKeyUsagePeriod, .policyConstraints, .inhibitAnyPolicy:
      (document?.leaves ?? []).map { "\($0.path) \($0.value)" }
    case .other(_, let der): ASN1.Dump(der.span, nodeLimit: 256).lines
    }
  }

  private static func feature(_ number: UInt16) -> String {
    switch number {
    case 5: "5 status_request (must staple)"
    case 17: "17 status_request_v2"
    default: "\(number)"
    }
  }
}

extension OID {
  /// The name of the object identifier followed by its number, or only the number if the name is
  /// unknown.
  var withNumber: String { name.map { "\($0) \(self)" } ?? description }
}

extension X509.DistributionPoint {
  fileprivate var lines: [String] {
    var lines: [String] =
      switch name {
      case .full(let names): names.map(\.line)
      case .relative(let step): ["below the issuer: \(step)"]
      case nil: []
      }
    if let reasons { lines.append("reasons: " + reasons.names.joined(separator: ", ")) }
    return lines + crlIssuer.map { "issued by \($0)" }
  }
}

extension X509.CertificatePolicies.Policy {
  fileprivate var lines: [String] {
    [identifier.withNumber]
      + qualifiers.map { qualifier in
        switch qualifier {
        case .statement(let uri): "  statement \(X509.shown(uri.string))"
        case .notice(let notice): "  notice \(X509.shown(notice.text?.string ?? ""))"
        case .other(let oid, let der): "  \(oid.shown) \(Hex.encode(der))"
        }
      }
  }
}

extension X509.AccessDescription {
  fileprivate var line: String { "\(method.shown) \(location.line)" }
}
