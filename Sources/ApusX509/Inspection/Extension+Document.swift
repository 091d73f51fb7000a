internal import ApusASN1
internal import ApusBytes

extension X509.Extension.Value {
  /// The value of the extension as a document, or `nil` if the extension is not supported.
  var document: X509.Document? {
    switch self {
    case .subjectKeyIdentifier(let value): ["keyIdentifier": .text(Hex.encode(value.bytes))]
    case .keyUsage(let value): ["uses": .list(value.names.map { .text($0) })]
    case .privateKeyUsagePeriod(let value): value.document
    case .subjectAlternativeName(let value): ["names": X509.GeneralName.document(value.names)]
    case .issuerAlternativeName(let value): ["names": X509.GeneralName.document(value.names)]
    case .basicConstraints(let value):
      .known([
        "isAuthority": .bool(value.isAuthority),
        "pathLength": value.pathLength.map { .number(Int64($0)) },
      ])
    case .nameConstraints(let value):
      [
        "permitted": .list(value.permitted.map(\.document)),
        "excluded": .list(value.excluded.map(\.document)),
      ]
    case .crlDistributionPoints(let value): ["points": .list(value.points.map(\.document))]
    case .certificatePolicies(let value): ["policies": .list(value.policies.map(\.document))]
    case .policyMappings(let value): ["mappings": .list(value.mappings.map(\.document))]
    case .authorityKeyIdentifier(let value): value.document
    case .policyConstraints(let value):
      .known([
        "requireExplicitPolicy": value.requireExplicitPolicy.map { .number(Int64($0)) },
        "inhibitPolicyMapping": value.inhibitPolicyMapping.map { .number(Int64($0)) },
      ])
    case .extendedKeyUsage(let value): ["purposes": .list(value.purposes.map(\.document))]
    case .freshestCRL(let value): ["points": .list(value.points.map(\.document))]
    case .inhibitAnyPolicy(let value): ["skippedCount": .number(Int64(value.skippedCount))]
    case .authorityInformationAccess(let value):
      ["descriptions": .list(value.descriptions.map(\.document))]
    case .subjectInformationAccess(let value):
      ["descriptions": .list(value.descriptions.map(\.document))]
    case .tlsFeature(let value): ["features": .list(value.features.map { .number(Int64($0)) })]
    case .signedCertificateTimestamps(let value):
      ["timestamps": .list(value.timestamps.map(\.document))]
    case .precertificatePoison, .ocspNoCheck: .members([])
    case .other: nil
    }
  }
}

extension X509.PrivateKeyUsagePeriod {
  fileprivate var document: X509.Document {
    func time(_ seconds: Int64) -> X509.Document {
      .text("\(ASN1.Time(secondsSinceEpoch: seconds))")
    }
    return .known(["notBefore": notBefore.map(time), "notAfter": notAfter.map(time)])
  }
}

extension X509.DistributionPoint {
  fileprivate var document: X509.Document {
    let names: X509.Document? =
      switch name {
      case .full(let names): X509.GeneralName.document(names)
      case .relative, nil: nil
      }
    let relative: X509.Document? =
      switch name {
      case .relative(let step): X509.Name([step]).document
      case .full, nil: nil
      }
    return .known([
      "names": names,
      "relativeName": relative,
      "reasons": reasons.map { .list($0.names.map { .text($0) }) },
      "crlIssuer": crlIssuer.isEmpty ? nil : X509.GeneralName.document(crlIssuer),
    ])
  }
}

extension X509.DistributionPoint.Reasons {
  /// The names of the revocation reasons from RFC 5280. A bit without a name is shown as a number.
  var names: [String] {
    let names = [
      "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded",
      "cessationOfOperation", "certificateHold", "privilegeWithdrawn", "aACompromise",
    ]
    return (0..<64).filter { rawValue >> UInt64($0) & 1 == 1 }
      .map { $0 < names.count ? names[$0] : "(\($0))" }
  }
}

extension X509.CertificatePolicies.Policy {
  fileprivate var document: X509.Document {
    guard case .members(let facts) = identifier.document else { return identifier.document }
    guard !qualifiers.isEmpty else { return .members(facts) }
    return .members(
      facts + [X509.Document.Member("qualifiers", .list(qualifiers.map(\.document)))])
  }
}

extension X509.CertificatePolicies.Qualifier {
  fileprivate var document: X509.Document {
    switch self {
    case .statement(let uri): ["form": "statement", "value": .text(uri.string)]
    case .notice(let notice):
      .known([
        "form": "notice",
        "value": notice.text.map { .text($0.string) },
        "organization": notice.reference.map { .text($0.organization.string) },
        "numbers": notice.reference.map { .list($0.numbers.map { .number(Int64($0)) }) },
      ])
    case .other(let oid, let der):
      ["form": "other", "type": oid.document, "der": .text(Hex.encode(der))]
    }
  }
}

extension X509.PolicyMappings.Mapping {
  fileprivate var document: X509.Document {
    ["issuerPolicy": issuerPolicy.document, "subjectPolicy": subjectPolicy.document]
  }
}

extension X509.AuthorityKeyIdentifier {
  fileprivate var document: X509.Document {
    .known([
      "keyIdentifier": keyIdentifier.map { .text(Hex.encode($0)) },
      "issuer": issuer.map { X509.GeneralName.document($0.names) },
      "serialNumber": issuer.map { .text($0.serialNumber.description) },
    ])
  }
}

extension X509.AccessDescription {
  fileprivate var document: X509.Document {
    ["method": method.document, "location": location.document]
  }
}

extension X509.SignedCertificateTimestamp {
  /// The time of the signed certificate timestamp to the second, or in milliseconds after the year
  /// 9999.
  var shownTime: String {
    let seconds = Int64(clamping: milliseconds / 1000)
    return ASN1.CivilTime(secondsSinceEpoch: seconds)?.description ?? "\(milliseconds) ms"
  }

  fileprivate var document: X509.Document {
    [
      "logID": .text(Base64.encode(logID)),
      "time": .text(shownTime),
      "milliseconds": .number(Int64(clamping: milliseconds)),
      "extensions": .text(Hex.encode(extensions)),
      "hashAlgorithm": .number(Int64(hashAlgorithm)),
      "signatureAlgorithm": .number(Int64(signatureAlgorithm)),
      "signature": .text(Hex.encode(signature)),
    ]
  }
}
