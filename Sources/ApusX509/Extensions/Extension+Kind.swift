public import ApusASN1

extension X509.Extension {
  /// The extensions that are understood here.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// Which key the certificate is for.
    case subjectKeyIdentifier
    /// What the key may be used for.
    case keyUsage
    /// When the private key may be used.
    case privateKeyUsagePeriod
    /// The subject's names.
    case subjectAlternativeName
    /// The issuer's other names.
    case issuerAlternativeName
    /// Whether the subject may issue certificates.
    case basicConstraints
    /// For which names an authority may issue certificates.
    case nameConstraints
    /// Where revocation lists are.
    case crlDistributionPoints
    /// Under which policies the certificate was issued.
    case certificatePolicies
    /// Which policies of two authorities are equal.
    case policyMappings
    /// Which key has signed the certificate.
    case authorityKeyIdentifier
    /// What policies the path below must have.
    case policyConstraints
    /// For which purposes the key may be used.
    case extendedKeyUsage
    /// Where changes of revocation lists are.
    case freshestCRL
    /// From where on anyPolicy means nothing.
    case inhibitAnyPolicy
    /// Where the issuer's certificate and its OCSP responder are.
    case authorityInformationAccess
    /// Where the subject's services are.
    case subjectInformationAccess
    /// What a TLS server with the certificate must offer.
    case tlsFeature
    /// Which logs have seen the certificate.
    case signedCertificateTimestamps
    /// That it is no certificate, but what was sent to a log.
    case precertificatePoison
    /// That the certificate of an OCSP responder is not revoked.
    case ocspNoCheck
  }
}

extension X509.Extension.Kind {
  /// The name of the extension.
  public var oid: OID {
    switch self {
    case .subjectKeyIdentifier: .subjectKeyIdentifier
    case .keyUsage: .keyUsage
    case .privateKeyUsagePeriod: .privateKeyUsagePeriod
    case .subjectAlternativeName: .subjectAlternativeName
    case .issuerAlternativeName: .issuerAlternativeName
    case .basicConstraints: .basicConstraints
    case .nameConstraints: .nameConstraints
    case .crlDistributionPoints: .crlDistributionPoints
    case .certificatePolicies: .certificatePolicies
    case .policyMappings: .policyMappings
    case .authorityKeyIdentifier: .authorityKeyIdentifier
    case .policyConstraints: .policyConstraints
    case .extendedKeyUsage: .extendedKeyUsage
    case .freshestCRL: .freshestCRL
    case .inhibitAnyPolicy: .inhibitAnyPolicy
    case .authorityInformationAccess: .authorityInformationAccess
    case .subjectInformationAccess: .subjectInformationAccess
    case .tlsFeature: .tlsFeature
    case .signedCertificateTimestamps: .signedCertificateTimestamps
    case .precertificatePoison: .precertificatePoison
    case .ocspNoCheck: .ocspNoCheck
    }
  }

  /// Creates the extension of a name, if it is understood here.
  public init?(_ oid: OID) {
    guard let kind = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
    self = kind
  }

  /// A bit of its own for each kind.
  var bit: UInt32 { 1 << UInt32(rawValue) }

  /// The extension whose name's DER content stands in a range of the bytes.
  ///
  /// Those of `id-ce`, which are most, have three bytes: 55 1d, and the one that is looked at.
  @inline(__always)
  init?(_ content: Range<Int>, in der: Span<UInt8>) {
    let start = content.lowerBound
    guard content.count == 3, der[start] == 0x55, der[start + 1] == 0x1d else {
      guard content.count >= 8, let oid = try? OID(content, in: der) else { return nil }
      self.init(elsewhere: oid)
      return
    }
    switch der[start + 2] {
    case 0x0e: self = .subjectKeyIdentifier
    case 0x0f: self = .keyUsage
    case 0x10: self = .privateKeyUsagePeriod
    case 0x11: self = .subjectAlternativeName
    case 0x12: self = .issuerAlternativeName
    case 0x13: self = .basicConstraints
    case 0x1e: self = .nameConstraints
    case 0x1f: self = .crlDistributionPoints
    case 0x20: self = .certificatePolicies
    case 0x21: self = .policyMappings
    case 0x23: self = .authorityKeyIdentifier
    case 0x24: self = .policyConstraints
    case 0x25: self = .extendedKeyUsage
    case 0x2e: self = .freshestCRL
    case 0x36: self = .inhibitAnyPolicy
    default: return nil
    }
  }

  private init?(elsewhere oid: OID) {
    switch oid {
    case .authorityInformationAccess: self = .authorityInformationAccess
    case .subjectInformationAccess: self = .subjectInformationAccess
    case .tlsFeature: self = .tlsFeature
    case .signedCertificateTimestamps: self = .signedCertificateTimestamps
    case .precertificatePoison: self = .precertificatePoison
    case .ocspNoCheck: self = .ocspNoCheck
    default: return nil
    }
  }
}

extension X509.Extension.Kind: CustomStringConvertible {
  public var description: String { oid.name ?? "\(oid)" }
}
