internal import ApusASN1
internal import ApusBytes

/// The extensions in the output of OpenSSL. Common extensions have OpenSSL's format, and other
/// extensions have the format of `text`.
extension X509.Inspection.Field {
  var openSSLLines: [String] {
    let critical = encoded.isCritical ? "critical" : ""
    let label = "            \(OpenSSLNames.label(encoded)): \(critical)"
    switch value {
    case .success(let value): return [label] + value.openSSLLines.map { Self.indent + $0 }
    case .failure(let error): return [label, "\(Self.indent)unreadable: \(error)"]
    }
  }

  private static let indent = String(repeating: " ", count: 16)
}

extension X509.Extension.Value {
  fileprivate var openSSLLines: [String] {
    switch self {
    case .subjectKeyIdentifier(let value): [OpenSSLNames.colons(value.bytes)]
    case .keyUsage(let value): [value.openSSLText]
    case .basicConstraints(.endEntity): ["CA:FALSE"]
    case .basicConstraints(.authority(let pathLength)):
      ["CA:TRUE" + (pathLength.map { ", pathlen:\($0.count)" } ?? "")]
    case .extendedKeyUsage(let value):
      [value.purposes.map(OpenSSLNames.purpose).joined(separator: ", ")]
    case .subjectAlternativeName(let value): [X509.GeneralName.openSSLText(value.names)]
    case .issuerAlternativeName(let value): [X509.GeneralName.openSSLText(value.names)]
    case .authorityKeyIdentifier(let value): value.openSSLLines
    case .nameConstraints(let value): value.openSSLLines
    case .authorityInformationAccess(let value): value.descriptions.map(\.openSSLText)
    case .subjectInformationAccess(let value): value.descriptions.map(\.openSSLText)
    case .precertificatePoison: ["NULL"]
    case .ocspNoCheck: [""]
    case .privateKeyUsagePeriod, .crlDistributionPoints, .certificatePolicies, .policyMappings,
      .policyConstraints, .freshestCRL, .inhibitAnyPolicy, .tlsFeature,
      .signedCertificateTimestamps, .other:
      lines
    }
  }
}

extension X509.KeyUsage {
  fileprivate var openSSLText: String {
    OpenSSLNames.uses.enumerated().filter { uses.rawValue >> UInt64($0.offset) & 1 == 1 }
      .map(\.element).joined(separator: ", ")
  }
}

extension X509.AuthorityKeyIdentifier {
  fileprivate var openSSLLines: [String] {
    let key = keyIdentifier.map { OpenSSLNames.colons($0) }
    guard let issuer else { return key.map { [$0] } ?? ["0."] }
    return (key.map { ["keyid:\($0)"] } ?? []) + issuer.names.map(\.openSSLText)
      + ["serial:\(OpenSSLNames.colons(issuer.serialNumber.magnitude ?? []))"]
  }
}

extension X509.NameConstraints {
  fileprivate var openSSLLines: [String] {
    func list(_ label: String, _ subtrees: [X509.Subtree]) -> [String] {
      subtrees.isEmpty ? [] : ["\(label):"] + subtrees.map { "  \($0)" }
    }
    return list("Permitted", permitted) + list("Excluded", excluded)
  }
}

extension X509.AccessDescription {
  fileprivate var openSSLText: String {
    let name =
      switch method {
      case .ocspAccess: "OCSP"
      case .issuersAccess: "CA Issuers"
      case .repositoryAccess: "CA Repository"
      default: method.shown
      }
    return "\(name) - \(location.openSSLText)"
  }
}

extension X509.GeneralName {
  fileprivate static func openSSLText(_ names: [X509.GeneralName]) -> String {
    names.map(\.openSSLText).joined(separator: ", ")
  }

  fileprivate var openSSLText: String {
    switch self {
    case .other(let name): "othername: \(name.type)::\(name.shownText)"
    case .email(let text): "email:\(text)"
    case .dns(let text): "DNS:\(text)"
    case .x400: "X400Name:<unsupported>"
    case .directory(let name): "DirName:\(name.openSSLLine)"
    case .ediParty: "EdiPartyName:<unsupported>"
    case .uri(let text): "URI:\(text)"
    case .ipv4(let address): "IP Address:\(address)"
    case .ipv6(let address): "IP Address:\(Self.groups(of: address))"
    case .registeredID(let oid): "Registered ID:\(oid)"
    }
  }

  /// Returns the eight groups of an IPv6 address in upper case, without abbreviation.
  private static func groups(of address: IPv6Address) -> String {
    (0..<8).map { index in
      let group = UInt16(truncatingIfNeeded: address.value >> UInt128(112 - 16 * index))
      return String(group, radix: 16, uppercase: true)
    }.joined(separator: ":")
  }
}

extension X509.OtherName {
  /// The text that the DER value contains, or `<unsupported>` if the value is not a text.
  fileprivate var shownText: String {
    var reader = DERReader(value.indices)
    guard let element = try? reader.readElement(in: value.span),
      let text = try? X509.Text(element, in: value.span)
    else { return "<unsupported>" }
    return text.description
  }
}
