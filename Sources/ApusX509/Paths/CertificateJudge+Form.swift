internal import ApusASN1
internal import ApusBytes
internal import ApusNames

/// The profile rules about the encoding of certificates.
extension X509.CertificateJudge {
  func fault(
    ofForm certificate: X509.Certificate, as role: Role
  ) throws(X509Error) -> X509.Fault? {
    if profile.contains(.version3), certificate.version != .v3 { return .broken(.version3) }
    if profile.contains(.positiveSerialNumber), !hasAllowedSerialNumber(certificate, as: role) {
      return .broken(.positiveSerialNumber)
    }
    // Only issued certificates are checked, because a widely trusted root certificate has dates
    // before 2050 as GeneralizedTime.
    if profile.contains(.requiredTimeForm), isIssued(role),
      !certificate.validity.isInRequiredForm
    {
      return .broken(.requiredTimeForm)
    }
    if profile.contains(.criticality), !hasAllowedCriticality(certificate) {
      return .broken(.criticality)
    }
    if profile.contains(.authorityKeyIdentifier), isIssued(role),
      try certificate.authorityKeyIdentifier?.keyIdentifier == nil
    {
      return .broken(.authorityKeyIdentifier)
    }
    if profile.contains(.readableExtensions) {
      let der = certificate.der
      for encoded in certificate.extensions where encoded.kind != nil {
        _ = try X509.Extension.Value(encoded, in: der.span)
      }
    }
    guard case .leaf = role else { return nil }
    return try fault(ofAlternativeName: certificate)
  }

  private func isIssued(_ role: Role) -> Bool {
    switch role {
    case .leaf(let isAnchor): !isAnchor
    case .intermediate, .listIssuer: true
    case .anchor: false
    }
  }

  /// Returns a Boolean value that indicates whether the certificate's serial number is allowed. A
  /// root certificate may have the serial number zero, because eight widely trusted roots have it.
  private func hasAllowedSerialNumber(_ certificate: X509.Certificate, as role: Role) -> Bool {
    let number = certificate.serialNumber
    return number.isConforming || !isIssued(role) && number.isZero
  }

  /// Returns a Boolean value that indicates whether the criticality of the certificate's extensions
  /// is allowed.
  ///
  /// Name constraints must be critical, but public authorities may deviate from that rule. The key
  /// usage extension should be critical.
  private func hasAllowedCriticality(_ certificate: X509.Certificate) -> Bool {
    certificate.extensions.allSatisfy { encoded in
      switch encoded.kind {
      case .authorityKeyIdentifier, .subjectKeyIdentifier, .authorityInformationAccess,
        .subjectInformationAccess, .freshestCRL, .signedCertificateTimestamps:
        !encoded.isCritical
      case .policyConstraints, .inhibitAnyPolicy: encoded.isCritical
      default: true
      }
    }
  }

  private func fault(ofAlternativeName certificate: X509.Certificate) throws(X509Error)
    -> X509.Fault?
  {
    guard let encoded = certificate.encodedExtension(X509.Extension.Kind.subjectAlternativeName)
    else { return nil }
    let hasSubject = certificate.subjectRange.count > 2
    if profile.contains(.alternativeNameCriticality), encoded.isCritical == hasSubject {
      return .broken(.alternativeNameCriticality)
    }
    guard profile.contains(.hostNameSyntax),
      let names = try certificate.subjectAlternativeName?.names
    else { return nil }
    for case .dns(let name) in names {
      let text = Array(name.string.utf8)
      let rest = text.dropFirst(text.starts(with: [0x2a, 0x2e]) ? 2 : 0)
      if !X509.isPreferredName(rest) { return .broken(.hostNameSyntax) }
    }
    return nil
  }
}

extension X509 {
  /// Returns a Boolean value that indicates whether a host name is in the preferred syntax.
  ///
  ///     <subdomain> ::= <label> | <subdomain> "." <label>
  ///     <label> ::= <letter> [ [ <ldh-str> ] <let-dig> ]
  ///     <let-dig-hyp> ::= <let-dig> | "-"
  ///
  /// RFC 1034 section 3.5; RFC 1123 section 2.1 allows a digit at the start of a label.
  fileprivate static func isPreferredName(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count <= DomainName.limit else { return false }
    let labels = name.split(separator: 0x2e, omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= DomainName.labelLimit
      else { return false }
      return first != 0x2d && last != 0x2d && label.allSatisfy { labelBytes.contains($0) }
    }
  }

  private static let labelBytes = ByteSet.letters.union(.digits).union(ByteSet("-"))
}
